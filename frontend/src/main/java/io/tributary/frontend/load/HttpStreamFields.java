package io.tributary.frontend.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.load.LoadFields.Kind;
import io.tributary.frontend.load.LoadFields.Origin;
import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.planner.sql.load.LoadExpressions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What becomes of the values of an Http Stream's rows, which are all text. */
final class HttpStreamFields {
    private HttpStreamFields() {}

    /**
     * The columns that the statement fills.
     *
     * @throws TributaryException 1054 for one that the table has not, 1110 for one that is named twice
     */
    static TargetColumns targets(HttpStreamPlan plan, TableSchema table) {
        if (plan.columns().isEmpty()) {
            return TargetColumns.given(table);
        }
        int[] positions = new int[plan.columns().size()];
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < positions.length; i++) {
            String name = plan.columns().get(i);
            positions[i] = table.writableIndexOf(name);
            if (positions[i] < 0) {
                throw new TributaryException(ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + name + "' in 'field list'");
            }
            table.requireGiven(positions[i]);
            if (!seen.add(positions[i])) {
                throw new TributaryException(ErrorCode.COLUMN_SPECIFIED_TWICE, "Column '" + name + "' specified twice");
            }
        }
        return new TargetColumns(positions);
    }

    /**
     * @param names of the body's columns
     * @throws TributaryException 1136 where there are more or fewer values than columns to fill
     */
    static LoadFields of(HttpStreamPlan plan, TargetColumns targets, List<String> names) {
        boolean all = plan.readsAllFields();
        int count = all ? names.size() : plan.values().size();
        requireAsMany(targets, count);
        List<Origin> origins = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int field = all
                    ? i
                    : indexOf(names, LoadExpressions.soleName(plan.values().get(i)));
            if (field < 0) {
                origins.add(new Origin(Kind.VALUE, values.size()));
                values.add(plan.values().get(i));
            } else {
                origins.add(new Origin(Kind.FIELD, field));
            }
        }
        return new LoadFields(
                names.stream()
                        .map(name -> Column.of(name, ColumnType.of(ColumnType.Kind.STRING), true))
                        .toList(),
                targets,
                origins,
                values,
                plan.condition());
    }

    /** @throws TributaryException 1136 */
    static void requireAsMany(TargetColumns targets, int values) {
        if (values != targets.count()) {
            throw new TributaryException(
                    ErrorCode.COLUMN_COUNT,
                    "Column count doesn't match value count at row 1: the columns are " + targets.count()
                            + ", the values of http_stream " + values);
        }
    }

    private static int indexOf(List<String> names, String wanted) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(wanted)) {
                return i;
            }
        }
        return -1;
    }
}
