package io.tributary.planner.plan.part;

/**
 * One of the {@code columns} of a load: a value that each row of the input has, or one that is made of such values.
 *
 * @param name of the column, or of nobody's
 * @param expression in MySQL's dialect; empty for a value of the input
 */
public record LoadColumn(String name, String expression) {
    public boolean isDerived() {
        return !expression.isEmpty();
    }
}
