package io.tributary.dialect;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.print.SqlName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Keeps statements away from the engine's own tables, and lets a user's table with such a name be found. It reads the text
 * as the engine will get it, since clauses that the rewriter drops could otherwise hide a name, and takes a place rather for
 * a table's than not: the words that end a list of tables are those the engine reserves, so that none can be an alias.
 */
final class TableAccess {
    /** How {@link StatementRewriter} writes names and strings, in MySQL's terms. */
    private static final SqlMode ENGINE_MODE = SqlMode.of("ANSI_QUOTES,NO_BACKSLASH_ESCAPES");

    private static final Set<String> BEFORE_TABLE =
            Set.of("FROM", "JOIN", "STRAIGHT_JOIN", "INTO", "UPDATE", "USING", "TABLE");
    private static final Set<String> STILL_BEFORE_TABLE = Set.of("LATERAL", "ONLY");
    private static final Set<String> ENDS_TABLES = Set.of(
            "SELECT", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW", "UNION", "EXCEPT", "INTERSECT", "OFFSET");

    /** Statements to the engine even in parentheses; reserved words to MySQL. */
    private static final Set<String> NEVER_NAMES = Set.of("SHOW", "DESCRIBE");

    private static final Set<String> SET_OPERATIONS = Set.of("UNION", "EXCEPT", "INTERSECT", "ALL");

    private static final Set<String> DATABASES = Set.of(
            "$store",
            "information_schema",
            "main",
            "memory",
            "mysql",
            "performance_schema",
            "pg_catalog",
            "sys",
            "system",
            "temp",
            "tributary");

    /** The engine answers to its own views of these names from every database. */
    private static final List<String> VIEWS = List.of("duckdb_", "pg_", "pragma_", "sqlite_");

    private enum Place {
        ELSEWHERE,
        BEFORE_TABLE,
        AFTER_TABLE
    }

    private final String sql;
    private final ColumnTypes users;
    private final EngineText.Marks marks;
    private final List<Token> tokens;
    private final StringBuilder out = new StringBuilder();
    private int written;
    /** Names that WITH gives to queries, in lower case. */
    private final Set<String> queries = new HashSet<>();

    private final Deque<Place> outer = new ArrayDeque<>();
    private Place place = Place.ELSEWHERE;

    private TableAccess(String sql, ColumnTypes users, EngineText.Marks marks) {
        this.sql = sql;
        this.users = users;
        this.marks = marks;
        tokens = Tokenizer.tokenize(sql, ENGINE_MODE);
    }

    /**
     * Passes the text of a rewritten statement on, with the database before names that are the engine's as well.
     *
     * @param users their tables
     * @param queries names that WITH gives to queries of the statement
     * @param marks offsets in {@code sql}, which are then those in what is returned
     * @throws TributaryException 1044 for a table of the engine, 1064 for what is no table in MySQL
     */
    static String checked(String sql, ColumnTypes users, Set<String> queries, EngineText.Marks marks) {
        TableAccess access = new TableAccess(sql, users, marks);
        queries.forEach(query -> access.queries.add(query.toLowerCase(Locale.ROOT)));
        access.check();
        return access.out.append(sql, access.written, sql.length()).toString();
    }

    private void check() {
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            switch (token.kind()) {
                case WORD, NAME -> i = name(i);
                case STRING -> {
                    if (place == Place.BEFORE_TABLE
                            || (i > 0 && tokens.get(i - 1).isSymbol("."))) {
                        throw Tokenizer.syntax(sql, token.start());
                    }
                }
                case SYMBOL -> symbol(token);
                case BINARY, NUMBER, PARAMETER, END -> {
                    // Never a table.
                }
            }
        }
    }

    private void symbol(Token token) {
        if (token.isSymbol("(")) {
            outer.push(place);
            place = place == Place.BEFORE_TABLE ? Place.BEFORE_TABLE : Place.ELSEWHERE;
        } else if (token.isSymbol(")")) {
            if (outer.isEmpty()) {
                throw Tokenizer.syntax(sql, token.start());
            }
            place = outer.pop();
            if (place == Place.BEFORE_TABLE) {
                place = Place.AFTER_TABLE;
            }
        } else if (token.isSymbol(",") && place == Place.AFTER_TABLE) {
            place = Place.BEFORE_TABLE;
        }
    }

    /** Checks what begins at {@code i}, a name with all its parts, and returns its last token. */
    private int name(int i) {
        Token token = tokens.get(i);
        if (token.kind() == Token.Kind.WORD && keyword(i, token.upper())) {
            return i;
        }
        int last = i;
        while (tokens.get(last + 1).isSymbol(".") && tokens.get(last + 2).isName()) {
            last += 2;
        }
        if (place == Place.BEFORE_TABLE) {
            table(i, last);
            place = Place.AFTER_TABLE;
        }
        return last;
    }

    private boolean keyword(int i, String word) {
        boolean describes = word.equals("DESC")
                && (i == 0
                        || tokens.get(i - 1).isSymbol("(")
                        || (tokens.get(i - 1).kind() == Token.Kind.WORD
                                && SET_OPERATIONS.contains(tokens.get(i - 1).upper())));
        if (describes || NEVER_NAMES.contains(word)) {
            throw Tokenizer.syntax(sql, tokens.get(i).start());
        }
        if (word.equals("FROM")
                && i > 2
                && tokens.get(i - 1).isWord("DISTINCT")
                && tokens.get(i - 3).isWord("IS")) {
            // IS NOT DISTINCT FROM, which <=> has become.
            return true;
        }
        if (BEFORE_TABLE.contains(word)) {
            place = Place.BEFORE_TABLE;
            return true;
        }
        boolean rows = word.equals("VALUES") && i > 0 && tokens.get(i - 1).isSymbol("(");
        if (rows || ENDS_TABLES.contains(word) || (word.equals("SET") && i > 0 && endsUpdated())) {
            place = Place.ELSEWHERE;
            return true;
        }
        return place == Place.BEFORE_TABLE && STILL_BEFORE_TABLE.contains(word);
    }

    private boolean endsUpdated() {
        return outer.isEmpty() && tokens.get(0).isWord("UPDATE");
    }

    private void table(int first, int last) {
        if (isSystemTable(first, last)) {
            return;
        }
        for (int i = first; i < last; i += 2) {
            if (DATABASES.contains(lower(i))) {
                throw denied("database", i);
            }
        }
        if (first == last && VIEWS.stream().anyMatch(lower(first)::startsWith)) {
            qualify(first);
        }
    }

    private void qualify(int i) {
        String name = tokens.get(i).text();
        if (users.database().isEmpty()
                || queries.contains(lower(i))
                || users.table("", name).isEmpty()) {
            throw denied("table", i);
        }
        int start = tokens.get(i).start();
        out.append(sql, written, start);
        String qualifier = SqlName.quote(users.database()) + ".";
        marks.move(out.length(), qualifier.length());
        out.append(qualifier);
        written = start;
    }

    /** Whether it is one of the tables that everybody may read, as {@link SystemNames} names them. */
    private boolean isSystemTable(int first, int last) {
        return last == first + 4
                && lower(first).equals("memory")
                && SystemTables.databases().stream()
                        .anyMatch(database -> SystemNames.name(database).equals(lower(first + 2)));
    }

    private String lower(int i) {
        return tokens.get(i).text().toLowerCase(Locale.ROOT);
    }

    private TributaryException denied(String what, int i) {
        return new TributaryException(
                ErrorCode.DATABASE_ACCESS_DENIED,
                what + " '" + tokens.get(i).text() + "': statements of the engine cannot reach it");
    }
}
