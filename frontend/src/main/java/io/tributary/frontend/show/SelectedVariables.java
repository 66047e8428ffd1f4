package io.tributary.frontend.show;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.ColumnType;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.planner.plan.SelectVariablesPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** SELECT of variables and session functions. Event loop of the connection. */
final class SelectedVariables {
    /** Digits before the point that count, and those behind it. */
    private static final Pattern FRACTION = Pattern.compile("-?0*([0-9]*)\\.([0-9]+)");

    private SelectedVariables() {}

    static Answer.LocalRows of(SelectVariablesPlan plan, SessionValues values) {
        List<ResultColumn> columns = new ArrayList<>();
        List<@Nullable String> row = new ArrayList<>();
        for (SelectVariablesPlan.Item item : plan.items()) {
            SessionValues.Value value = values.evaluate(item.expression());
            columns.add(value.number() ? numeric(item.name(), value.text()) : Answer.LocalRows.text(item.name()));
            row.add(value.text());
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (int i = 0; i < plan.rows(); i++) {
            rows.add(row);
        }
        return new Answer.LocalRows(columns, rows);
    }

    /** A whole number that 64 bits hold is a BIGINT; a longer one, and one with a point, is a DECIMAL of the digits it has. */
    private static ResultColumn numeric(String name, @Nullable String number) {
        Matcher fraction = FRACTION.matcher(number == null ? "" : number);
        if (fraction.matches()) {
            int scale = fraction.group(2).length();
            int precision = Math.max(1, fraction.group(1).length() + scale);
            return precision <= ColumnType.DECIMAL_PRECISION_MAX
                    ? new ResultColumn(name, ColumnType.decimal(precision, scale), true)
                    : Answer.LocalRows.text(name);
        }
        if (number != null && !number.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
            return Answer.LocalRows.text(name);
        }
        try {
            if (number != null) {
                Long.parseLong(number);
            }
            return Answer.LocalRows.number(name);
        } catch (NumberFormatException tooLong) {
            return number != null && number.length() <= ColumnType.DECIMAL_PRECISION_MAX
                    ? new ResultColumn(name, ColumnType.decimal(number.length(), 0), true)
                    : Answer.LocalRows.text(name);
        }
    }
}
