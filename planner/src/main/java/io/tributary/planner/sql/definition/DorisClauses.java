package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.token.Words;
import io.tributary.dialect.type.Collation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * What stands behind the columns of a CREATE TABLE: Doris' clauses, and MySQL's table options, in any order. Options
 * without meaning here are kept as text; a PRIMARY KEY here is refused.
 */
final class DorisClauses {
    private static final Set<String> ENGINES = Set.of("OLAP", "INNODB", "MYISAM", "ARIA", "ROCKSDB", "TOKUDB");
    private static final Set<String> IGNORED_OPTIONS =
            Words.set("AVG_ROW_LENGTH CHARSET CHECKSUM COLLATE COMPRESSION DELAY_KEY_WRITE KEY_BLOCK_SIZE"
                    + " MAX_ROWS MIN_ROWS PACK_KEYS ROW_FORMAT STATS_AUTO_RECALC STATS_PERSISTENT"
                    + " STATS_SAMPLE_PAGES");

    private final Tokens tokens;
    private KeyModel keyModel = KeyModel.DUPLICATE;
    private List<String> keyColumns = List.of();
    private String comment = "";
    private long autoIncrementStart;
    private String partitionClause = "";
    private String distributionClause = "";
    private Map<String, String> properties = new LinkedHashMap<>();
    private List<Rollup> rollups = List.of();
    private List<String> clusterColumns = List.of();
    private final StringJoiner options = new StringJoiner(" ");
    private String collation = "";

    DorisClauses(Tokens tokens) {
        this.tokens = tokens;
    }

    KeyModel keyModel() {
        return keyModel;
    }

    List<String> keyColumns() {
        return keyColumns;
    }

    /** MySQL's option AUTO_INCREMENT; 0 without it. */
    long autoIncrementStart() {
        return autoIncrementStart;
    }

    String comment() {
        return comment;
    }

    /** Returns the clause from PARTITION or AUTO on, as written; empty without one. */
    String partitionClause() {
        return partitionClause;
    }

    /** Returns the clause from DISTRIBUTED on, as written; empty without one. */
    String distributionClause() {
        return distributionClause;
    }

    Map<String, String> properties() {
        return properties;
    }

    List<Rollup> rollups() {
        return rollups;
    }

    List<String> clusterColumns() {
        return clusterColumns;
    }

    /** Returns the collation of columns that have none of their own, or nothing where they are compared by their codes. */
    String collation() {
        return Collation.declared(collation).folds() ? collation : "";
    }

    /** Those without meaning here, as written; empty without one. */
    String options() {
        return options.toString();
    }

    /** Up to the end of the statement, or the semicolon. */
    void parse() {
        while (!tokens.atStatementEnd()) {
            clause();
            tokens.acceptSymbol(',');
        }
    }

    private void clause() {
        if (tokens.accept("ENGINE")) {
            engine();
        } else if (tokens.accept("DUPLICATE")) {
            key();
        } else if (tokens.accept("UNIQUE")) {
            key();
            keyModel = KeyModel.UNIQUE;
        } else if (tokens.accept("AGGREGATE")) {
            key();
            keyModel = KeyModel.AGGREGATE;
        } else if (tokens.at("PRIMARY")) {
            throw TributaryException.notSupported(tokens.upper() + " KEY");
        } else if (tokens.acceptClause("CLUSTER", "BY")) {
            clusterColumns = Names.inParentheses(tokens);
        } else if (tokens.accept("AUTO_INCREMENT")) {
            tokens.acceptSymbol('=');
            autoIncrementStart = tokens.wholeNumber();
        } else if (tokens.accept("COMMENT")) {
            tokens.acceptSymbol('=');
            comment = tokens.string();
        } else if (tokens.atAny("PARTITION", "AUTO")) {
            partitionClause = textUpToNextClause();
        } else if (tokens.at("DISTRIBUTED")) {
            distributionClause = distribution(tokens);
        } else if (tokens.accept("ROLLUP")) {
            rollups = RollupParser.list(tokens);
        } else if (tokens.accept("PROPERTIES")) {
            properties = PropertyList.parse(tokens);
        } else {
            option();
        }
    }

    private void key() {
        tokens.expect("KEY");
        if (!keyColumns.isEmpty()) {
            throw TableKeys.multiplePrimaryKeys();
        }
        keyColumns = Names.inParentheses(tokens);
    }

    private void engine() {
        tokens.acceptSymbol('=');
        String engine = tokens.identifierOrString();
        if (!ENGINES.contains(engine.toUpperCase(Locale.ROOT))) {
            throw TributaryException.notSupported("ENGINE = " + engine);
        }
    }

    private String textUpToNextClause() {
        int begin = tokens.start();
        boolean bounded = false;
        while (!tokens.atStatementEnd()
                && !tokens.atAny("DISTRIBUTED", "ROLLUP", "PROPERTIES", "COMMENT", "ENGINE", "CLUSTER")) {
            if (tokens.atSymbol('(')) {
                tokens.skipParentheses();
                bounded = true;
            } else {
                tokens.advance();
            }
        }
        if (!bounded) {
            throw tokens.syntaxError();
        }
        return tokens.textSince(begin);
    }

    /** {@code DISTRIBUTED BY {HASH (columns) | RANDOM} [BUCKETS {n | AUTO}]}. */
    static String distribution(Tokens tokens) {
        int begin = tokens.start();
        tokens.expect("DISTRIBUTED", "BY");
        if (tokens.accept("HASH")) {
            List<String> unused = Names.inParentheses(tokens);
        } else {
            tokens.expect("RANDOM");
        }
        if (tokens.accept("BUCKETS") && !tokens.accept("AUTO") && tokens.wholeNumber() == 0) {
            throw ErrorCode.INVALID_STATEMENT.error("Number of hash distribution buckets should be greater than zero");
        }
        return tokens.textSince(begin);
    }

    private void option() {
        int begin = tokens.start();
        tokens.accept("DEFAULT");
        if (!tokens.acceptClause("CHARACTER", "SET")) {
            if (!tokens.atAny(IGNORED_OPTIONS)) {
                throw tokens.syntaxError();
            }
            tokens.advance();
        }
        boolean collates = tokens.textSince(begin).toUpperCase(Locale.ROOT).endsWith("COLLATE");
        tokens.acceptSymbol('=');
        if (tokens.kind() == Token.Kind.NUMBER) {
            tokens.advance();
        } else {
            String value = tokens.identifierOrString();
            collation = collates ? value : collation;
        }
        options.add(tokens.textSince(begin));
    }
}
