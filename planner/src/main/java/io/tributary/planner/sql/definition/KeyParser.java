package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A key or index as it stands among the columns of a CREATE TABLE, behind ADD in an ALTER TABLE, or in a CREATE INDEX. */
final class KeyParser {
    private final Tokens tokens;
    /** Empty ones for expressions. */
    private final List<String> columns = new ArrayList<>();
    /** What stands behind each of them. */
    private final List<String> endings = new ArrayList<>();

    private boolean prefixes;
    private String using = "";
    private Map<String, String> properties = Map.of();
    private String comment = "";

    KeyParser(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Whether a key begins here rather than a column. */
    static boolean isAt(Tokens tokens) {
        return tokens.atAny("PRIMARY", "CONSTRAINT", "UNIQUE", "FULLTEXT", "SPATIAL", "INDEX", "KEY");
    }

    /**
     * <pre>
     * [CONSTRAINT [name]] {PRIMARY KEY | UNIQUE [INDEX | KEY] [name]} [USING x] (columns) options
     * {INDEX | KEY} [IF NOT EXISTS] [name] [USING x] (columns) options
     * </pre>
     */
    TableKeys.Key parse() {
        String constraint = constraint();
        if (tokens.atAny("FULLTEXT", "SPATIAL")) {
            throw TributaryException.notSupported(tokens.upper() + " INDEX");
        }
        if (tokens.acceptClause("PRIMARY", "KEY")) {
            return columns(true, TableSchema.PRIMARY);
        }
        boolean unique = tokens.accept("UNIQUE");
        if (!tokens.acceptAny("INDEX", "KEY") && !unique) {
            throw tokens.syntaxError();
        }
        tokens.acceptClause("IF", "NOT", "EXISTS");
        String name = !tokens.atSymbol('(') && !tokens.at("USING") ? tokens.identifier() : constraint;
        if (name.equalsIgnoreCase(TableSchema.PRIMARY)) {
            throw ErrorCode.INVALID_STATEMENT.error("Incorrect index name '" + name + "'");
        }
        return columns(unique, name);
    }

    private String constraint() {
        if (!tokens.accept("CONSTRAINT")) {
            return "";
        }
        boolean named = !tokens.atAny("PRIMARY", "UNIQUE", "FULLTEXT", "SPATIAL");
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
        return new TableKeys.Key(unique, name, columns.contains("") ? List.of() : columns, prefixes);
    }

    /** What was parsed, of any but a primary key, under the name that it may still lack. */
    TableIndex index(TableKeys.Key key) {
        return new TableIndex(key.name(), key.unique(), columns, endings, using, properties, comment);
    }

    /** {@code [USING x]}. */
    void using() {
        if (tokens.accept("USING")) {
            using = tokens.identifier().toUpperCase(Locale.ROOT);
            if (!TableIndex.TYPES.contains(using)) {
                throw TributaryException.notSupported("INDEX … USING " + using);
            }
        }
    }

    private void part() {
        int begin = tokens.start();
        if (tokens.atSymbol('(')) {
            tokens.skipParentheses();
            columns.add("");
        } else {
            columns.add(tokens.identifier());
            begin = tokens.start();
            if (tokens.atSymbol('(')) {
                tokens.parenthesized(tokens::wholeNumber);
                prefixes = true;
            }
        }
        String ending = tokens.start() == begin ? "" : tokens.textSince(begin);
        if (tokens.accept("DESC")) {
            ending += " DESC";
        } else {
            tokens.accept("ASC");
        }
        endings.add(ending);
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
            } else if (!tokens.acceptAny("VISIBLE", "INVISIBLE")) {
                return;
            }
        }
    }
}
