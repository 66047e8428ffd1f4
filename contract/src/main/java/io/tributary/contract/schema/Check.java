package io.tributary.contract.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * A CHECK: a condition that no row of the table may make false; where it is neither true nor false, for a value is NULL, it is kept.
 *
 * @param steps the condition in reverse Polish notation, see {@link Step}
 */
public record Check(String name, List<String> steps) {
    /** What is done with the values and conditions that were found before; some are about what stands behind a blank. */
    public enum Step {
        /** The value of the column of this name. */
        COLUMN(""),
        /** A number, in digits. */
        NUMBER(""),
        /** A text. */
        TEXT(""),
        /** A date or a time, as {@code 2026-01-31} or {@code 2026-01-31 10:00:00.000001}. */
        MOMENT(""),
        /** Characters of the last value, a text. */
        CHARACTERS("char_length"),
        /** Bytes of it. */
        BYTES("length"),
        /** Compares the last two values, as do the five that follow. */
        EQUAL("="),
        NOT_EQUAL("<>"),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">="),
        /** Whether one value is equal to one of so many behind it. */
        IN("in"),
        /** Whether the last value is NULL. */
        IS_NULL("is null"),
        /** Whether the last value, a text, is a JSON document. */
        IS_JSON("json_valid"),
        /** Both of the last two conditions. */
        AND("and"),
        /** Either of them. */
        OR("or"),
        /** The opposite of the last one. */
        NOT("not"),
        /** An expression in MySQL's words which an engine computes, behind the columns that it reads. */
        EXPRESSION("");

        private final String sql;

        Step(String sql) {
            this.sql = sql;
        }

        /** The word of MySQL's for it; empty of a value. */
        public String sql() {
            return sql;
        }

        public String of(String about) {
            return name() + " " + about;
        }
    }

    /** What values can be compared with each other. */
    public enum Domain {
        /** Whole numbers and decimals. */
        EXACT,
        /** FLOAT and DOUBLE. */
        REAL,
        TEXT,
        /** Dates and times. */
        MOMENT,
        /** Nothing is compared with them. */
        OTHER;

        public static Domain of(ColumnType type) {
            return switch (type.kind()) {
                case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT, DECIMAL -> EXACT;
                case FLOAT, DOUBLE -> REAL;
                case CHAR, VARCHAR, STRING -> TEXT;
                case DATE, DATETIME -> MOMENT;
                case JSON, VARIANT, ARRAY, VARBINARY, TIME, NULL -> OTHER;
            };
        }

        public boolean isNumber() {
            return this == EXACT || this == REAL;
        }
    }

    public Check {
        Objects.requireNonNull(name);
        steps = List.copyOf(steps);
    }

    /** What a step does. */
    public static Step step(String step) {
        int blank = step.indexOf(' ');
        return Step.valueOf(blank < 0 ? step : step.substring(0, blank));
    }

    /** What a step is about; empty of one that is about what was found before. */
    public static String about(String step) {
        int blank = step.indexOf(' ');
        return blank < 0 ? "" : step.substring(blank + 1);
    }

    /** Whether an engine computes it: what it says is more than is compared here. */
    public boolean isComputed() {
        // Asked of each INSERT.
        return steps.get(steps.size() - 1).startsWith(Step.EXPRESSION.name());
    }

    /** The expression of one that is computed, in parentheses. */
    public String expression() {
        return "(" + about(steps.get(steps.size() - 1)) + ")";
    }

    /** Whether it reads a column. */
    public boolean reads(String column) {
        return steps.stream()
                .anyMatch(step -> step(step) == Step.COLUMN && about(step).equalsIgnoreCase(column));
    }

    /** How the parts of a condition are written in one language. */
    public interface Words {
        /** A value. */
        String value(Step kind, String about);

        /** What is made of a value, or of whether it is something. */
        String of(Step step, String value);
    }

    /** The condition as text. */
    public String text(Words words) {
        Deque<String> stack = new ArrayDeque<>();
        for (String each : steps) {
            Step step = step(each);
            switch (step) {
                case COLUMN, NUMBER, TEXT, MOMENT -> stack.push(words.value(step, about(each)));
                case CHARACTERS, BYTES, IS_NULL, IS_JSON -> stack.push(words.of(step, stack.pop()));
                case NOT -> stack.push("not " + stack.pop());
                case EXPRESSION -> {
                    stack.clear();
                    stack.push(expression());
                }
                case IN -> {
                    List<String> values = new ArrayList<>();
                    for (int i = Integer.parseInt(about(each)); i > 0; i--) {
                        values.add(0, stack.pop());
                    }
                    stack.push("(" + stack.pop() + " in (" + String.join(", ", values) + "))");
                }
                default -> {
                    String right = stack.pop();
                    stack.push("(" + stack.pop() + " " + step.sql() + " " + right + ")");
                }
            }
        }
        return stack.pop();
    }

    /** The condition in MySQL's words. */
    public String text() {
        return text(new Words() {
            @Override
            public String value(Step kind, String about) {
                return switch (kind) {
                    case COLUMN -> "`" + about.replace("`", "``") + "`";
                    case NUMBER -> about;
                    // Values with a backslash, whose meaning depends on sql_mode, are refused.
                    default -> "'" + about.replace("'", "''") + "'";
                };
            }

            @Override
            public String of(Step step, String value) {
                return step == Step.IS_NULL ? "(" + value + " is null)" : step.sql() + "(" + value + ")";
            }
        });
    }
}
