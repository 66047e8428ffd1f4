package io.tributary.contract.row.check;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Check.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Holds the rows of a block under construction to the checks of their table, but for those that an engine computes. One thread at a
 * time.
 */
public final class RowChecks {
    private final List<Check> checks;
    private final Condition[] conditions;

    /** @param columns finds the values of a column by its name */
    public RowChecks(List<Check> checks, Function<String, Cells> columns) {
        this.checks = checks.stream().filter(check -> !check.isComputed()).toList();
        conditions = this.checks.stream()
                .map(check -> new Compiler(columns).compile(check.steps()))
                .toArray(Condition[]::new);
    }

    /**
     * Requires a row to make no check false.
     *
     * @param row in the block
     * @param number of the row in its statement, for the message
     * @throws TributaryException CONSTRAINT_VIOLATED
     */
    public void require(int row, long number) {
        for (int i = 0; i < conditions.length; i++) {
            if (conditions[i].test(row) == Condition.FALSE) {
                throw broken(checks.get(i), number);
            }
        }
    }

    /** Returns what a row is refused with. */
    public static TributaryException broken(Check check, long number) {
        return new TributaryException(
                ErrorCode.CONSTRAINT_VIOLATED,
                "Check constraint '" + check.name() + "' is violated. Row " + number + " makes " + check.text()
                        + " false");
    }

    /** Makes conditions of steps. */
    private static final class Compiler {
        private final Function<String, Cells> columns;
        private final Deque<Operand> values = new ArrayDeque<>();
        private final Deque<Condition> conditions = new ArrayDeque<>();

        Compiler(Function<String, Cells> columns) {
            this.columns = columns;
        }

        Condition compile(List<String> steps) {
            steps.forEach(this::take);
            return conditions.pop();
        }

        private void take(String written) {
            Step step = Check.step(written);
            String about = Check.about(written);
            switch (step) {
                case COLUMN -> values.push(new Operand.OfColumn(columns.apply(about)));
                case NUMBER -> values.push(Operand.number(about));
                case TEXT -> values.push(Operand.text(about));
                case MOMENT -> values.push(Operand.moment(about));
                case CHARACTERS, BYTES -> values.push(new Operand.Length(values.pop(), step == Step.CHARACTERS));
                case IN -> in(Integer.parseInt(about));
                case IS_NULL -> conditions.push(Condition.isNull(values.pop()));
                case IS_JSON -> conditions.push(Condition.isJson(values.pop()));
                case AND -> {
                    Condition right = conditions.pop();
                    conditions.push(Condition.and(conditions.pop(), right));
                }
                case OR -> {
                    Condition right = conditions.pop();
                    conditions.push(Condition.or(conditions.pop(), right));
                }
                case NOT -> conditions.push(Condition.not(conditions.pop()));
                case EXPRESSION -> throw new IllegalStateException("an engine computes " + about);
                case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> {
                    Operand right = values.pop();
                    conditions.push(Condition.compared(values.pop(), step, right));
                }
            }
        }

        private void in(int count) {
            List<Operand> choices = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                choices.add(values.pop());
            }
            Operand value = values.pop();
            conditions.push(Condition.any(choices.stream()
                    .map(choice -> Condition.compared(value, Step.EQUAL, choice))
                    .toList()));
        }
    }
}
