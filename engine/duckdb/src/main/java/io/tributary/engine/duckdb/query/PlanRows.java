package io.tributary.engine.duckdb.query;

import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.EngineText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.StringJoiner;

/** What EXPLAIN answers: the text that the engine gets, then its plan, a row a line. */
final class PlanRows {
    private PlanRows() {}

    static ResultSet of(Statement statement, EngineText text) throws SQLException {
        StringJoiner rows = new StringJoiner(
                ", ",
                "SELECT * FROM (VALUES ",
                ") explained(" + SqlName.quote(text.columns().get(0).name()) + ", "
                        + SqlName.quote(text.columns().get(1).name()) + ")");
        add(rows, "engine_text", text.text());
        try (ResultSet plan = statement.executeQuery(text.plan().verb() + text.text())) {
            while (plan.next()) {
                add(rows, plan.getString(1), plan.getString(2));
            }
        }
        return statement.executeQuery(rows.toString());
    }

    private static void add(StringJoiner rows, String item, String value) {
        value.lines()
                .map(String::stripTrailing)
                .filter(line -> !line.isEmpty())
                .forEach(line -> rows.add("(" + quoted(item) + ", " + quoted(line) + ")"));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
