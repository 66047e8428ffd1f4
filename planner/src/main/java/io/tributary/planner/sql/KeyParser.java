package io.tributary.planner.sql;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.TableIndex;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A key or index as it stands among the columns of a CREATE TABLE, behind ADD in an ALTER TABLE, or in a CREATE INDEX. */
final class KeyParser {
    private final Tokens tokens;
    private final List<String> columns = new ArrayList<>();
    private boolean prefixes;
    private boolean expressions;
    private String using = "";
    private Map<String, String> properties = Map.of();
    private String comment = "";

    KeyParser(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Whether a key begins here rather than a column. */
    static boolean isAt(Tokens tokens) {
        return tokens.atAny(
                "PRIMARY", "CONSTRAINT", "FOREIGN", "UNIQUE", "CHECK", "FULLTEXT", "SPATIAL", "INDEX", "KEY");
    }

    /**
     * <pre>
     * [CONSTRAINT [name]] {PRIMARY KEY | UNIQUE [INDEX | KEY] [name]} [USING x] (columns) options
     * {INDEX | KEY} [IF NOT EXISTS] [name] [USING x] (columns) options
     * </pre>
     */
    TableKeys.Key parse() {
        String constraint = constraint();
        if (tokens.at("FULLTEXT") || tokens.at("SPATIAL")) {
            throw Unsupported.error(tokens.upper() + " INDEX");
        }
        if (tokens.at("FOREIGN")) {
            throw Unsupported.error("FOREIGN KEY");
        }
        if (tokens.at("CHECK")) {
            throw Unsupported.error("CHECK");
        }
        if (tokens.accept("PRIMARY")) {
            tokens.expect("KEY");
            return columns(true, TableSchema.PRIMARY);
        }
        boolean unique = tokens.accept("UNIQUE");
        if (!tokens.accept("INDEX") && !tokens.accept("KEY") && !unique) {
            throw tokens.syntaxError();
        }
        if (tokens.accept("IF")) {
            tokens.expect("NOT");
            tokens.expect("EXISTS");
        }
        String name = !tokens.atSymbol('(') && !tokens.at("USING") ? tokens.identifier() : constraint;
        if (name.equalsIgnoreCase(TableSchema.PRIMARY)) {
            throw new TributaryException(ErrorCode.INVALID_STATEMENT, "Incorrect index name '" + name + "'");
        }
        return columns(unique, name);
    }

    private String constraint() {
        if (!tokens.accept("CONSTRAINT")) {
            return "";
        }
        boolean named = !tokens.atAny("PRIMARY", "FOREIGN", "UNIQUE", "CHECK", "FULLTEXT", "SPATIAL");
        return named ? tokens.identifier() : "";
    }

    /** {@code [USING x] (a [(n)] [ASC | DESC], (expression), …) options}: the columns of a key of this name. */
    TableKeys.Key columns(boolean unique, String name) {
        using();
        tokens.expectSymbol('(');
        do {
            part();
        } while (tokens.acceptSymbol(','));
        tokens.expectSymbol(')');
        options();
        return new TableKeys.Key(unique, name, expressions ? List.of() : columns, prefixes);
    }

    /** What was parsed, where it is an index of a kind that is kept. */
    Optional<TableIndex> index(TableKeys.Key key) {
        if (!TableIndex.TYPES.contains(using)
                || key.name().isEmpty()
                || key.columns().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new TableIndex(key.name(), key.columns(), using, properties, comment));
    }

    private void using() {
        if (tokens.accept("USING")) {
            using = tokens.identifier().toUpperCase(Locale.ROOT);
        }
    }

    private void part() {
        if (tokens.atSymbol('(')) {
            tokens.skipParentheses();
            expressions = true;
        } else {
            columns.add(tokens.identifier());
            if (tokens.acceptSymbol('(')) {
                tokens.wholeNumber();
                tokens.expectSymbol(')');
                prefixes = true;
            }
        }
        if (!tokens.accept("ASC")) {
            tokens.accept("DESC");
        }
    }

    private void options() {
        while (true) {
            if (tokens.at("USING")) {
                using();
            } else if (tokens.accept("PROPERTIES")) {
                properties = PropertyList.parse(tokens);
            } else if (tokens.accept("COMMENT")) {
                comment = tokens.string();
            } else if (tokens.accept("KEY_BLOCK_SIZE")) {
                tokens.acceptSymbol('=');
                tokens.wholeNumber();
            } else if (!tokens.accept("VISIBLE") && !tokens.accept("INVISIBLE")) {
                return;
            }
        }
    }
}
