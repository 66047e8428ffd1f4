package io.tributary.dialect;

import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.TableSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of information_schema a statement can use at most: of a table that it reads only in queries of the form {@code
 * FROM table [AS alias] WHERE … AND TABLE_SCHEMA = 'x' AND TABLE_NAME IN ('y', 'z') AND …} those of the databases and tables
 * that are named there. The engine still tests the whole condition, so rather too many rows than too few: whatever is not
 * of that form restricts nothing, and letters are compared without case.
 */
public final class SystemLookup {
    static final SystemLookup ALL = new SystemLookup(Map.of());

    private static final String SCHEMA = "TABLE_SCHEMA";
    private static final String TABLE = "TABLE_NAME";

    private static final Set<String> END_CONDITION = Set.of(
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "WINDOW",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "FOR",
            "INTO",
            "PROCEDURE",
            "QUALIFY",
            "OFFSET");

    /** Where one of these stands, an AND beside it does not join conditions that must all hold. */
    private static final Set<String> HIDE_CONDITIONS = Set.of("OR", "XOR", "BETWEEN", "CASE");

    private static final Set<String> HIDING_SYMBOLS = Set.of("||", "&&", ":=", "?");

    /** The lookup of the statement that this thread begins to run: the engine binds it upon the same thread. */
    private static final ThreadLocal<SystemLookup> CURRENT = ThreadLocal.withInitial(() -> ALL);

    /** What is looked for, by the system table's name in lower case. */
    private final Map<String, Names> byTable;

    /** Null: any. In lower case. */
    private record Names(@Nullable Set<String> databases, @Nullable Set<String> tables) {
        Names or(Names other) {
            return new Names(both(databases, other.databases), both(tables, other.tables));
        }

        private static @Nullable Set<String> both(@Nullable Set<String> some, @Nullable Set<String> others) {
            if (some == null || others == null) {
                return null;
            }
            Set<String> all = new HashSet<>(some);
            all.addAll(others);
            return all;
        }

        boolean wants(TableSchema table) {
            return (databases == null || databases.contains(lower(table.database())))
                    && (tables == null || tables.contains(lower(table.name())));
        }
    }

    private SystemLookup(Map<String, Names> byTable) {
        this.byTable = byTable;
    }

    /**
     * @param tokens of a statement
     * @param database the current one
     */
    public static SystemLookup of(List<Token> tokens, String database) {
        return new Reader(tokens, database).read();
    }

    /** All where no statement says otherwise. */
    public static SystemLookup current() {
        return CURRENT.get();
    }

    /** Says that until {@link #endBinding} the engine binds upon this thread the statement that this was read of. */
    public void beginBinding() {
        CURRENT.set(this);
    }

    public static void endBinding() {
        CURRENT.remove();
    }

    /** Returns for which tables the rows of {@code systemTable} are wanted. */
    public Predicate<TableSchema> wanted(TableSchema systemTable) {
        Names names = byTable.get(lower(systemTable.name()));
        return names == null ? any -> true : names::wants;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static final class Reader {
        private static final Token END = new Token(Token.Kind.END, "", 0, 0);

        private final List<Token> tokens;
        private final String database;
        private final Map<String, Names> found = new HashMap<>();
        /** The tokens that name a table in a query of the form above. */
        private final Set<Integer> references = new HashSet<>();

        Reader(List<Token> tokens, String database) {
            this.tokens = tokens;
            this.database = database;
        }

        SystemLookup read() {
            for (int i = 0; i < tokens.size(); i++) {
                if (tokens.get(i).isWord("FROM")) {
                    query(i + 1);
                }
            }
            if (found.isEmpty()) {
                return ALL;
            }
            // Every row may be wanted of a table that is named anywhere else as well.
            for (int i = 0; i < tokens.size(); i++) {
                if (tokens.get(i).isName() && !references.contains(i)) {
                    found.remove(lower(tokens.get(i).text()));
                }
            }
            return new SystemLookup(Map.copyOf(found));
        }

        /** What begins behind FROM. */
        private void query(int from) {
            int name = from;
            String of = database;
            if (token(from).isName() && token(from + 1).isSymbol(".")) {
                of = token(from).text();
                name = from + 2;
            }
            if (!token(name).isName()
                    || !of.equalsIgnoreCase(SystemTables.INFORMATION_SCHEMA)
                    || SystemTables.find(of, token(name).text()).isEmpty()) {
                return;
            }
            String table = lower(token(name).text());
            String alias = table;
            int where = name + 1;
            if (token(where).isWord("AS")) {
                where++;
            }
            if (token(where).isName() && !token(where).isWord("WHERE")) {
                alias = lower(token(where).text());
                where++;
            }
            if (!token(where).isWord("WHERE") || (where > name + 1 && alias.equals("where"))) {
                return;
            }
            references.add(name);
            Names names = condition(where + 1, alias);
            found.merge(table, names, Names::or);
        }

        private Names condition(int first, String alias) {
            Set<String> databases = null;
            Set<String> tables = null;
            int begin = first;
            int depth = 0;
            for (int i = first; ; i++) {
                Token token = token(i);
                boolean end = depth == 0
                        && (token.kind() == Token.Kind.END
                                || token.isSymbol(")")
                                || token.isSymbol(";")
                                || (token.kind() == Token.Kind.WORD && END_CONDITION.contains(token.upper())));
                if (i >= tokens.size() && !end) {
                    return new Names(null, null);
                }
                if (end || (depth == 0 && token.isWord("AND"))) {
                    Set<String> values = values(begin, i, alias, SCHEMA);
                    databases = values == null ? databases : values;
                    values = values(begin, i, alias, TABLE);
                    tables = values == null ? tables : values;
                    begin = i + 1;
                }
                if (end) {
                    return new Names(databases, tables);
                }
                if (depth == 0 && hides(token)) {
                    return new Names(null, null);
                }
                depth += token.nesting();
            }
        }

        private static boolean hides(Token token) {
            return token.kind() == Token.Kind.SYMBOL
                    ? HIDING_SYMBOLS.contains(token.text())
                    : token.kind() == Token.Kind.PARAMETER
                            || (token.kind() == Token.Kind.WORD && HIDE_CONDITIONS.contains(token.upper()));
        }

        /**
         * Returns the values of {@code [alias.]column = 'x'} and {@code [alias.]column IN ('x', 'y')}; null for anything
         * else.
         */
        private @Nullable Set<String> values(int begin, int end, String alias, String column) {
            int at = begin;
            if (token(at + 1).isSymbol(".")) {
                if (!token(at).isName() || !lower(token(at).text()).equals(alias)) {
                    return null;
                }
                at += 2;
            }
            if (!token(at).isName() || !token(at).text().equalsIgnoreCase(column)) {
                return null;
            }
            if (token(at + 1).isSymbol("=")) {
                String value = value(at + 2, end);
                return value == null ? null : Set.of(value);
            }
            if (!token(at + 1).isWord("IN")
                    || !token(at + 2).isSymbol("(")
                    || !token(end - 1).isSymbol(")")) {
                return null;
            }
            Set<String> values = new HashSet<>();
            for (int i = at + 3; i < end; i += 2) {
                if (token(i).kind() != Token.Kind.STRING
                        || !(token(i + 1).isSymbol(",") || (token(i + 1).isSymbol(")") && i + 2 == end))) {
                    return null;
                }
                values.add(lower(token(i).text()));
            }
            return values;
        }

        /** The only value in {@code [begin, end)}: a literal, or the current database. */
        private @Nullable String value(int begin, int end) {
            if (end == begin + 1 && token(begin).kind() == Token.Kind.STRING) {
                return lower(token(begin).text());
            }
            boolean current = end == begin + 3
                    && (token(begin).isWord("DATABASE") || token(begin).isWord("SCHEMA"))
                    && token(begin + 1).isSymbol("(")
                    && token(begin + 2).isSymbol(")");
            return current ? lower(database) : null;
        }

        private Token token(int i) {
            return i >= 0 && i < tokens.size() ? tokens.get(i) : END;
        }
    }
}
