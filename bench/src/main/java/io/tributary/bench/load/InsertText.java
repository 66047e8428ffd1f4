package io.tributary.bench.load;

import io.tributary.bench.lineitem.LineItemTables;
import io.tributary.cli.lineitem.LineItemRow;
import java.util.List;
import java.util.function.BiConsumer;

/** The SQL of a scenario's INSERTs. */
final class InsertText {
    private InsertText() {}

    /** Everything before the rows of a literal INSERT. */
    static String beforeRows(Scenario scenario, int table) {
        String columns =
                switch (scenario.form()) {
                    case QUOTED_LITERALS -> " (" + LineItemTables.COLUMN_NAMES + ")";
                    case LITERALS, PREPARED -> "";
                    case CSV -> throw new IllegalArgumentException(scenario + " has no SQL");
                };
        return "INSERT INTO " + LineItemTables.name(table) + columns + " VALUES ";
    }

    /** Writes one row as a scenario's literals. */
    static BiConsumer<LineItemRow, StringBuilder> literals(Scenario scenario) {
        return switch (scenario.form()) {
            case QUOTED_LITERALS -> LineItemRow::appendQuotedLiterals;
            case LITERALS, PREPARED -> LineItemRow::appendLiterals;
            case CSV -> throw new IllegalArgumentException(scenario + " has no SQL");
        };
    }

    /** The rows of a literal INSERT, a comma between them. */
    static String rows(Scenario scenario, List<LineItemRow> rows) {
        BiConsumer<LineItemRow, StringBuilder> literals = literals(scenario);
        StringBuilder sql = new StringBuilder();
        for (LineItemRow row : rows) {
            literals.accept(row, sql.isEmpty() ? sql : sql.append(','));
        }
        return sql.toString();
    }
}
