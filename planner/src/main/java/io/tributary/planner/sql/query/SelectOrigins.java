package io.tributary.planner.sql.query;

import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.dialect.token.NameResolver;
import io.tributary.dialect.token.Tokens;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells which columns of a SELECT's result are columns of tables: those that are named alone or by {@code *}. Whatever is
 * computed, or named so that the catalog alone cannot say whose it is, comes from no table. A statement that is not
 * understood has no origins, never an error: whether it is right is the engine's business.
 *
 * <pre>
 * SELECT [modifiers] { * | [[db.]t.]column [[AS] alias] | [db.]t.* | an expression }, … FROM {@link SelectTables tables} …
 * </pre>
 */
public final class SelectOrigins {
    /** Columns of a result that are looked at; MySQL's own limit of a table. */
    static final int COLUMNS_MAX = 4_096;

    private static final String[] MODIFIERS = {
        "ALL",
        "DISTINCT",
        "DISTINCTROW",
        "HIGH_PRIORITY",
        "STRAIGHT_JOIN",
        "SQL_SMALL_RESULT",
        "SQL_BIG_RESULT",
        "SQL_BUFFER_RESULT",
        "SQL_NO_CACHE",
        "SQL_CACHE",
        "SQL_CALC_FOUND_ROWS"
    };

    private final Tokens tokens;
    private final SelectTables tables;
    private final List<ColumnOrigin> origins = new ArrayList<>();

    private SelectOrigins(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.tables = new SelectTables(tokens, names);
    }

    /** Reads the origins by position in the result, from SELECT on; empty where the number of columns is not known. */
    public static List<ColumnOrigin> read(Tokens tokens, NameResolver names) {
        SelectOrigins found = new SelectOrigins(tokens, names);
        return found.read() ? found.origins : List.of();
    }

    private boolean read() {
        tokens.advance();
        while (tokens.atAny(MODIFIERS) && !tokens.followedBy('(')) {
            tokens.advance();
        }
        int list = tokens.start();
        while (!tokens.at("FROM")) {
            if (tokens.atEnd() || tokens.atSymbol(';') || !tables.skipOne()) {
                return false;
            }
        }
        tokens.advance();
        if (!tables.read() || tables.combinesResults()) {
            return false;
        }
        tokens.moveTo(list);
        return items();
    }

    /** Every one ends at a comma, the last at FROM. */
    private boolean items() {
        while (item() && origins.size() <= COLUMNS_MAX) {
            if (tokens.at("FROM")) {
                return true;
            }
            tokens.advance();
        }
        return false;
    }

    /** False where it is not known how many columns it makes. */
    private boolean item() {
        int begin = tokens.start();
        if (tokens.acceptSymbol('*')) {
            return isEndOfItem() && origins.addAll(tables.all());
        }
        List<String> parts = new ArrayList<>();
        while (tokens.atIdentifier()) {
            parts.add(tokens.identifier());
            if (!tokens.acceptSymbol('.')) {
                break;
            }
            if (tokens.acceptSymbol('*')) {
                return isEndOfItem() && origins.addAll(tables.allOf(parts));
            }
        }
        boolean aliased = !parts.isEmpty() && skipAlias();
        if (!parts.isEmpty() && isEndOfItem()) {
            ColumnOrigin column = tables.column(parts);
            origins.add(aliased ? column.aliased() : column);
            return true;
        }
        tokens.moveTo(begin);
        origins.add(ColumnOrigin.COMPUTED);
        while (!isEndOfItem()) {
            if (tokens.atEnd()) {
                return false;
            }
            tables.skipOne();
        }
        return true;
    }

    /** Whether there was one. */
    private boolean skipAlias() {
        boolean as = tokens.accept("AS");
        boolean text = as && tokens.kind() == Tokens.Kind.STRING;
        boolean name = tokens.atIdentifier() && (as || !tokens.at("FROM"));
        if (text || name) {
            tokens.advance();
        }
        return text || name;
    }

    private boolean isEndOfItem() {
        return tokens.atSymbol(',') || tokens.at("FROM");
    }
}
