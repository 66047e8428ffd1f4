package io.tributary.frontend.show;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan.Limit;
import io.tributary.planner.plan.ShowPlan.SortKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ORDER BY and LIMIT of a SHOW. NULL is least. */
final class RowOrder {
    private RowOrder() {}

    /**
     * @param order the first decides
     * @throws TributaryException 1054 for a column that is not there
     */
    static Answer.LocalRows of(Answer.LocalRows rows, List<SortKey> order, Limit limit) {
        List<List<@Nullable String>> ordered = new ArrayList<>(rows.rows());
        for (int i = order.size() - 1; i >= 0; i--) {
            ordered.sort(by(rows.columns(), order.get(i)));
        }
        return new Answer.LocalRows(
                rows.columns(),
                ordered.stream().skip(limit.offset()).limit(limit.rows()).toList());
    }

    private static Comparator<List<@Nullable String>> by(List<ResultColumn> columns, SortKey key) {
        int column = indexOf(columns, key.column());
        Comparator<List<@Nullable String>> order = (a, b) -> {
            String left = a.get(column);
            String right = b.get(column);
            return left == null || right == null
                    ? Boolean.compare(left != null, right != null)
                    : ShowFilter.compare(left, right);
        };
        return key.descending() ? order.reversed() : order;
    }

    private static int indexOf(List<ResultColumn> columns, String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        throw new TributaryException(ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + column + "' in 'order clause'");
    }
}
