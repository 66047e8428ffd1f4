package io.tributary.planner.sql.query;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.ClauseWords;
import io.tributary.dialect.token.NameResolver;
import io.tributary.dialect.token.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tables that a SELECT reads, as far as the catalog knows them:
 *
 * <pre>
 * FROM [db.]t [PARTITION (…)] [[AS] alias] [index hints] | (derived table) alias,
 *     [NATURAL] [INNER | CROSS | {LEFT | RIGHT} [OUTER]] JOIN … [ON … | USING (…)] …
 * </pre>
 */
final class SelectTables {
    /** Tables of one SELECT; MySQL refuses more (1116). */
    static final int TABLES_MAX = 61;

    private final Tokens tokens;
    private final NameResolver names;
    private final List<Source> sources = new ArrayList<>();
    /** Whether there are columns that the catalog does not know: of a derived table, of a table unknown here. */
    private boolean unknownColumns;
    /** Whether columns of two tables become one: {@code *} has another order and number then. */
    private boolean mergesColumns;

    /** A table under the name that the statement gives it. */
    static final class Source {
        private final TableSchema table;
        private final String alias;
        private boolean optional;

        Source(TableSchema table, String alias, boolean optional) {
            this.table = table;
            this.alias = alias;
            this.optional = optional;
        }

        TableSchema table() {
            return table;
        }

        String alias() {
            return alias;
        }

        /** Whether an outer join may find no row of it. */
        boolean isOptional() {
            return optional;
        }
    }

    SelectTables(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    /** Reads the tables behind FROM and stops at the clause that follows them. False where they are not understood. */
    boolean read() {
        do {
            if (!source(false)) {
                return false;
            }
            while (ClauseWords.isAtJoin(tokens)) {
                if (!join() || sources.size() > TABLES_MAX) {
                    return false;
                }
            }
            if (sources.size() > TABLES_MAX) {
                return false;
            }
        } while (tokens.acceptSymbol(','));
        return tokens.atEnd()
                || tokens.atSymbol(';')
                || ClauseWords.isAtClause(tokens)
                || ClauseWords.isAtCombining(tokens);
    }

    /** Whether what follows makes one result of several, whose columns belong to no table. */
    boolean combinesResults() {
        while (!tokens.atEnd()) {
            if (ClauseWords.isAtCombining(tokens) || !skipOne()) {
                return true;
            }
        }
        return false;
    }

    /** Passes over a word, or over parentheses with all that is in them; false where those do not end. */
    boolean skipOne() {
        if (!tokens.atSymbol('(')) {
            tokens.advance();
            return true;
        }
        int depth = 0;
        do {
            if (tokens.atEnd()) {
                return false;
            }
            if (tokens.atSymbol('(')) {
                depth++;
            } else if (tokens.atSymbol(')')) {
                depth--;
            }
            tokens.advance();
        } while (depth > 0);
        return true;
    }

    /** {@code *}; nothing where its columns are not all known. */
    List<ColumnOrigin> all() {
        List<ColumnOrigin> origins = new ArrayList<>();
        if (!unknownColumns && !mergesColumns) {
            sources.forEach(source -> origins.addAll(columns(source)));
        }
        return origins;
    }

    /** {@code t.*} or {@code db.t.*}. */
    List<ColumnOrigin> allOf(List<String> name) {
        return named(name).map(SelectTables::columns).orElse(List.of());
    }

    /** A column by its name, those of its table and database perhaps before it. */
    ColumnOrigin column(List<String> parts) {
        String column = parts.get(parts.size() - 1);
        if (parts.size() > 1) {
            return named(parts.subList(0, parts.size() - 1))
                    .map(source -> column(source, column))
                    .orElse(ColumnOrigin.COMPUTED);
        }
        List<ColumnOrigin> found = sources.stream()
                .map(source -> column(source, column))
                .filter(origin -> !origin.equals(ColumnOrigin.COMPUTED))
                .toList();
        return found.size() == 1 && !unknownColumns ? found.get(0) : ColumnOrigin.COMPUTED;
    }

    private Optional<Source> named(List<String> name) {
        String last = name.get(name.size() - 1);
        return sources.stream()
                .filter(source -> source.alias().equalsIgnoreCase(last)
                        && (name.size() == 1 || source.table().database().equals(name.get(0))))
                .findFirst();
    }

    private static ColumnOrigin column(Source source, String name) {
        int position = source.table().indexOf(name);
        return position < 0 || source.table().columns().get(position).hidden()
                ? ColumnOrigin.COMPUTED
                : origin(source, source.table().columns().get(position));
    }

    private static List<ColumnOrigin> columns(Source source) {
        return source.table().visibleColumns().stream()
                .map(column -> origin(source, column))
                .toList();
    }

    private static ColumnOrigin origin(Source source, Column column) {
        ColumnOrigin origin = ColumnOrigin.of(source.table(), column).under(source.alias());
        return source.isOptional() ? origin.optional() : origin;
    }

    private boolean join() {
        mergesColumns |= tokens.accept("NATURAL");
        boolean left = tokens.accept("LEFT");
        boolean right = !left && tokens.accept("RIGHT");
        if (left || right) {
            tokens.accept("OUTER");
        } else if (!tokens.accept("INNER")) {
            tokens.accept("CROSS");
        }
        if (!tokens.accept("JOIN") && !tokens.accept("STRAIGHT_JOIN")) {
            return false;
        }
        if (right) {
            sources.forEach(source -> source.optional = true);
        }
        if (!source(left)) {
            return false;
        }
        if (tokens.accept("USING")) {
            mergesColumns = true;
            return skipOne();
        }
        return !tokens.accept("ON") || skipCondition();
    }

    private boolean skipCondition() {
        while (!tokens.atEnd() && !tokens.atSymbol(',') && !tokens.atSymbol(';')) {
            boolean over = ClauseWords.isAtClause(tokens)
                    || ClauseWords.isAtCombining(tokens)
                    || (ClauseWords.isAtJoin(tokens) && !tokens.followedBy('('));
            if (over) {
                return true;
            }
            if (!skipOne()) {
                return false;
            }
        }
        return true;
    }

    private boolean source(boolean optional) {
        if (tokens.accept("LATERAL") || tokens.atSymbol('(')) {
            unknownColumns = true;
            if (!tokens.atSymbol('(') || !skipOne()) {
                return false;
            }
            alias("");
            return !tokens.atSymbol('(') || skipOne();
        }
        if (!tokens.atIdentifier()) {
            return false;
        }
        String database = "";
        String name = tokens.identifier();
        if (tokens.acceptSymbol('.')) {
            if (!tokens.atIdentifier()) {
                return false;
            }
            database = name;
            name = tokens.identifier();
        }
        if (tokens.accept("PARTITION") && !skipOne()) {
            return false;
        }
        String alias = alias(name);
        Optional<TableSchema> table = names.findReadable(database, name);
        if (table.isPresent()) {
            sources.add(new Source(table.get(), alias, optional));
        } else {
            unknownColumns = true;
        }
        return skipIndexHints();
    }

    private String alias(String otherwise) {
        boolean named = ClauseWords.isAtAlias(tokens);
        tokens.accept("AS");
        return named && tokens.atIdentifier() ? tokens.identifier() : otherwise;
    }

    private boolean skipIndexHints() {
        while (tokens.atAny("USE", "FORCE", "IGNORE")) {
            while (!tokens.atSymbol('(')) {
                if (tokens.atEnd()) {
                    return false;
                }
                tokens.advance();
            }
            if (!skipOne()) {
                return false;
            }
        }
        return true;
    }
}
