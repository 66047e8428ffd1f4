package io.tributary.engine.duckdb.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.dialect.print.SqlName;
import io.tributary.dialect.tree.PlanForm;
import io.tributary.engine.duckdb.session.EngineText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.StringJoiner;

/** What EXPLAIN answers: the text that the engine gets, then its plan. */
final class PlanRows {
    private static final String TEXT = "engine_text";
    private static final ObjectMapper JSON = new ObjectMapper();

    private PlanRows() {}

    static ResultSet of(Statement statement, EngineText text) throws SQLException {
        return statement.executeQuery(text.plan() == PlanForm.JSON ? object(statement, text) : lines(statement, text));
    }

    /** What makes the engine tell its plan of the text behind it. */
    private static String verb(PlanForm plan) {
        return switch (plan) {
            case LINES -> "EXPLAIN ";
            case ANALYZED -> "EXPLAIN ANALYZE ";
            case JSON -> "EXPLAIN (FORMAT json) ";
            case NONE -> throw new IllegalStateException("no plan is wanted");
        };
    }

    /** One row with an object that has both. */
    private static String object(Statement statement, EngineText text) throws SQLException {
        ObjectNode told = JSON.createObjectNode().put(TEXT, text.text());
        try (ResultSet plan = statement.executeQuery(verb(text.plan()) + text.text())) {
            while (plan.next()) {
                told.set(plan.getString(1), JSON.readTree(plan.getString(2)));
            }
            String object = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(told);
            return "SELECT " + quoted(object) + " AS " + column(text, 0);
        } catch (JsonProcessingException e) {
            throw new SQLException("the engine's plan is no JSON", e);
        }
    }

    /** A row a line. */
    private static String lines(Statement statement, EngineText text) throws SQLException {
        StringJoiner rows = new StringJoiner(
                ", ", "SELECT * FROM (VALUES ", ") explained(" + column(text, 0) + ", " + column(text, 1) + ")");
        add(rows, TEXT, text.text());
        try (ResultSet plan = statement.executeQuery(verb(text.plan()) + text.text())) {
            while (plan.next()) {
                add(rows, plan.getString(1), plan.getString(2));
            }
        }
        return rows.toString();
    }

    private static void add(StringJoiner rows, String item, String value) {
        value.lines()
                .map(String::stripTrailing)
                .filter(line -> !line.isEmpty())
                .forEach(line -> rows.add("(" + quoted(item) + ", " + quoted(line) + ")"));
    }

    private static String column(EngineText text, int i) {
        return SqlName.quote(text.columns().get(i).name());
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
