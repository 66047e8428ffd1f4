package io.tributary.frontend.show;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.LikePattern;
import io.tributary.planner.plan.ShowCondition;
import io.tributary.planner.plan.ShowCondition.AllOf;
import io.tributary.planner.plan.ShowCondition.AnyOf;
import io.tributary.planner.plan.ShowCondition.Compared;
import io.tributary.planner.plan.ShowCondition.Filter;
import io.tributary.planner.plan.ShowCondition.IsNull;
import io.tributary.planner.plan.ShowCondition.Not;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the rows of a SHOW for which its LIKE or WHERE holds. As in SQL, what is compared with NULL is unknown. */
final class ShowFilter {
    private final List<ResultColumn> columns;

    private ShowFilter(List<ResultColumn> columns) {
        this.columns = columns;
    }

    /** @throws TributaryException 1054 for a column that is not there */
    static Answer.LocalRows keep(Answer.LocalRows rows, AllOf all) {
        if (all.conditions().isEmpty()) {
            return rows;
        }
        ShowFilter filter = new ShowFilter(rows.columns());
        filter.check(all);
        List<List<@Nullable String>> kept = new ArrayList<>();
        for (List<@Nullable String> row : rows.rows()) {
            if (Boolean.TRUE.equals(filter.holds(all, row))) {
                kept.add(row);
            }
        }
        return new Answer.LocalRows(rows.columns(), kept);
    }

    /** Every column is looked for, even where there is no row. */
    private void check(ShowCondition condition) {
        if (condition instanceof Filter filter) {
            indexOf(filter.column());
        } else if (condition instanceof Compared compared) {
            indexOf(compared.column());
        } else if (condition instanceof IsNull isNull) {
            indexOf(isNull.column());
        } else if (condition instanceof Not not) {
            check(not.condition());
        } else if (condition instanceof AllOf all) {
            all.conditions().forEach(this::check);
        } else if (condition instanceof AnyOf any) {
            any.conditions().forEach(this::check);
        }
    }

    /** Null where it is unknown. */
    private @Nullable Boolean holds(ShowCondition condition, List<@Nullable String> row) {
        if (condition instanceof Filter filter) {
            String cell = row.get(indexOf(filter.column()));
            return cell == null ? null : matches(cell, filter);
        }
        if (condition instanceof Compared compared) {
            String cell = row.get(indexOf(compared.column()));
            return cell == null ? null : holds(compared, compare(cell, compared.value()));
        }
        if (condition instanceof IsNull isNull) {
            return row.get(indexOf(isNull.column())) == null;
        }
        if (condition instanceof Not not) {
            Boolean holds = holds(not.condition(), row);
            return holds == null ? null : !holds;
        }
        if (condition instanceof AllOf all) {
            return joined(all.conditions(), row, false);
        }
        return joined(((AnyOf) condition).conditions(), row, true);
    }

    /** @param decisive the value of one condition that decides: false for AND, true for OR */
    private @Nullable Boolean joined(List<ShowCondition> conditions, List<@Nullable String> row, boolean decisive) {
        Boolean joined = !decisive;
        for (ShowCondition condition : conditions) {
            Boolean holds = holds(condition, row);
            if (holds == null) {
                joined = null;
            } else if (holds == decisive) {
                return decisive;
            }
        }
        return joined;
    }

    private static boolean matches(String cell, Filter filter) {
        for (String value : filter.values()) {
            if (filter.pattern() ? LikePattern.matches(value, cell) : compare(cell, value) == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean holds(Compared compared, int difference) {
        return switch (compared.order()) {
            case LESS -> difference < 0;
            case LESS_OR_EQUAL -> difference <= 0;
            case GREATER -> difference > 0;
            case GREATER_OR_EQUAL -> difference >= 0;
        };
    }

    /** Numbers by their values, other texts without regard to case. */
    static int compare(String cell, String value) {
        try {
            return new BigDecimal(cell).compareTo(new BigDecimal(value));
        } catch (NumberFormatException text) {
            return cell.compareToIgnoreCase(value);
        }
    }

    private int indexOf(String name) {
        if (name.isEmpty()) {
            return 0;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new TributaryException(ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + name + "' in 'where clause'");
    }
}
