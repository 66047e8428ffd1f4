package io.tributary.planner.plan;

import java.util.List;

/** A condition on the rows of what SHOW shows. Text compares without case; of two numbers the values compare. */
public sealed interface ShowCondition {
    /**
     * A column that has one of these values.
     *
     * @param column as written in WHERE, or empty for {@code LIKE}: the subject's first column
     * @param pattern whether the values are LIKE patterns (see {@code LikePattern}) or compared as they are
     */
    record Filter(String column, boolean pattern, List<String> values) implements ShowCondition {
        public Filter {
            values = List.copyOf(values);
        }
    }

    enum Order {
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL
    }

    record Compared(String column, Order order, String value) implements ShowCondition {}

    record IsNull(String column) implements ShowCondition {}

    record Not(ShowCondition condition) implements ShowCondition {}

    /** Holds of every row where there is no condition. */
    record AllOf(List<ShowCondition> conditions) implements ShowCondition {
        public static final AllOf NONE = new AllOf(List.of());

        /** The same as one condition. */
        public static AllOf of(ShowCondition condition) {
            return condition instanceof AllOf all ? all : new AllOf(List.of(condition));
        }

        public AllOf {
            conditions = List.copyOf(conditions);
        }
    }

    record AnyOf(List<ShowCondition> conditions) implements ShowCondition {
        public AnyOf {
            conditions = List.copyOf(conditions);
        }
    }
}
