package io.tributary.planner.sql.insert;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.dialect.text.BitsLiteral;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.ComputedRows;
import io.tributary.planner.plan.EngineRows;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.TargetColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns {@code VALUES (1 + 1, 'a'), (2, DEFAULT)} into queries. All cells of many rows stand side by side in one SELECT: in
 * a VALUES or UNION the engine would give the cells of a column one common type, and 2 could become {@code '2'} or 2.0
 * before it is converted to its column's. DEFAULT is left out, so that the column gets it like one that was not listed.
 */
final class ComputedValues {
    /**
     * Cells of one query. An engine's effort grows faster than the number of columns; a row is not divided, so that a
     * table with more columns has longer queries.
     */
    static final int CELLS_MAX = 512;

    private final Tokens tokens;
    private final InsertPlan plan;
    private final RowReferences references;
    private final List<EngineRows> queries = new ArrayList<>();
    private final List<TargetColumns> rows = new ArrayList<>();
    private final StringBuilder select = new StringBuilder();
    private int cells;
    private long rowNumber;

    ComputedValues(Tokens tokens, InsertPlan plan) {
        this.tokens = tokens;
        this.plan = plan;
        references = new RowReferences(plan.table(), tokens.mode());
    }

    ComputedRows read() {
        tokens.expect("VALUES");
        do {
            tokens.accept("ROW");
            tokens.expectSymbol('(');
            row();
        } while (tokens.acceptSymbol(','));
        @Nullable OnDuplicateKey onDuplicateKey = tokens.atAny("ON", "AS") ? new UpsertTail(tokens, plan).read() : null;
        tokens.expectEnd();
        endQuery();
        return new ComputedRows(queries, onDuplicateKey);
    }

    /** Reads a row behind its opening parenthesis, up to and with the closing one. */
    private void row() {
        rowNumber++;
        references.begin();
        List<String> values = new ArrayList<>();
        int[] targets = new int[plan.columns().count()];
        int seen = 0;
        if (!tokens.acceptSymbol(')')) {
            do {
                int begin = tokens.start();
                boolean isDefault = tokens.at("DEFAULT") && !tokens.followedBy('(');
                tokens.skipValue();
                if (!isDefault || tokens.previousEnd() - begin > "DEFAULT".length()) {
                    String value = tokens.textSince(begin);
                    int target = seen < targets.length ? plan.columns().position(seen) : -1;
                    if (target < 0) {
                        values.add(value);
                    } else if (!GivenValues.isIgnored(plan.table(), target, tokens.mode())) {
                        targets[values.size()] = target;
                        String resolved = references.resolved(value);
                        references.give(target, resolved);
                        values.add(forColumn(target, resolved));
                    }
                }
                seen++;
            } while (tokens.acceptSymbol(','));
            tokens.expectSymbol(')');
        }
        if (seen != targets.length && !(seen == 0 && !plan.columnList())) {
            throw ErrorCode.COLUMN_COUNT.error("Column count doesn't match value count at row " + rowNumber);
        }
        add(values, new TargetColumns(Arrays.copyOf(targets, values.size())));
    }

    private String forColumn(int target, String value) {
        List<Column> columns = plan.table().columns();
        // The delete sign stands behind them.
        return target < columns.size()
                ? BitsLiteral.forColumn(columns.get(target).type(), value)
                : value;
    }

    private void add(List<String> values, TargetColumns targets) {
        if (cells > 0 && cells + values.size() > CELLS_MAX) {
            endQuery();
        }
        for (String value : values) {
            // In parentheses neither an alias nor a clause can follow the expression.
            select.append(cells == 0 ? "SELECT (" : ", (").append(value).append(')');
            cells++;
        }
        rows.add(targets);
    }

    private void endQuery() {
        if (cells == 0) {
            throw TributaryException.notSupported("VALUES of nothing but DEFAULT here");
        }
        queries.add(new EngineRows(select.toString(), rows));
        select.setLength(0);
        rows.clear();
        cells = 0;
    }
}
