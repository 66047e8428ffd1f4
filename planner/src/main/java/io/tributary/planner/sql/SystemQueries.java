package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.token.Lexed;
import java.util.List;
import java.util.Locale;

/**
 * Queries that read only what tells of databases, tables and sessions. They are no part of a transaction, as on MySQL: what there is
 * they tell as it is now, whichever engine has the transaction's tables.
 */
public final class SystemQueries {
    private SystemQueries() {}

    /** @param database in which names without one are */
    public static boolean isOne(String sql, String database, SqlMode mode) {
        if (!SystemTables.isDatabase(database) && !mayName(sql)) {
            return false;
        }
        try {
            List<List<String>> tables = MySqlParser.tables(Lexed.lex(sql, mode));
            return !tables.isEmpty()
                    && tables.stream()
                            .allMatch(name -> SystemTables.isDatabase(name.size() > 1 ? name.get(0) : database));
        } catch (TributaryException e) {
            // Whoever runs it says what is wrong.
            return false;
        }
    }

    private static boolean mayName(String sql) {
        String lower = sql.toLowerCase(Locale.ROOT);
        return SystemTables.databases().stream().anyMatch(lower::contains);
    }
}
