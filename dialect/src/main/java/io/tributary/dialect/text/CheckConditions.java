package io.tributary.dialect.text;

import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Check.Step;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import java.util.function.UnaryOperator;

/** Checks as conditions on rows in the embedded engine's words: what they say is what holds the rows that are written. */
public final class CheckConditions {
    private final TableSchema table;
    private final UnaryOperator<String> names;

    /** @param names how the statement names a column of the table */
    public CheckConditions(TableSchema table, UnaryOperator<String> names) {
        this.table = table;
        this.names = names;
    }

    /** True of the rows that break it, else false or NULL. */
    public String broken(Check check) {
        return "NOT " + check.text(new EngineWords());
    }

    private final class EngineWords implements Check.Words {
        @Override
        public String value(Step kind, String about) {
            return switch (kind) {
                case COLUMN -> column(table.columns().get(table.indexOf(about)));
                case NUMBER -> about;
                case MOMENT -> "TIMESTAMP '" + about + "'";
                default -> "'" + about.replace("'", "''") + "'";
            };
        }

        private String column(Column column) {
            String name = names.apply(column.name());
            return switch (column.type().kind()) {
                case BOOLEAN -> "CAST(" + name + " AS TINYINT)";
                // The engine would make a FLOAT of a number that it stands beside.
                case FLOAT -> "CAST(" + name + " AS DOUBLE)";
                default -> name;
            };
        }

        @Override
        public String of(Step step, String value) {
            return switch (step) {
                case IS_NULL -> "(" + value + " IS NULL)";
                case IS_JSON -> "json_valid(CAST(" + value + " AS VARCHAR))";
                case BYTES -> "strlen(" + value + ")";
                default -> "length(" + value + ")";
            };
        }
    }
}
