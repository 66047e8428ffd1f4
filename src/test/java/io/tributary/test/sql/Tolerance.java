package io.tributary.test.sql;

/**
 * How far two numbers of a column may be from each other.
 *
 * @param relative to the greater one
 * @param absolute of a DOUBLE that shows a number of digits which its type says: half of the last one
 */
record Tolerance(double relative, double absolute) {
    static final Tolerance EXACT = new Tolerance(0, 0);

    /** What a sum keeps of values that have left it, as a part of the greatest one. */
    private static final double NOISE = 1e-14;

    private static final double GREATEST_MAX = 1e5;

    boolean isExact() {
        return relative == 0;
    }

    /** Returns that of a column of which one server has this, the other one that. */
    Tolerance or(Tolerance other) {
        return isExact() || other.isExact()
                ? EXACT
                : new Tolerance(Math.max(relative, other.relative), Math.max(absolute, other.absolute));
    }

    /** @param greatest number of the column */
    boolean allows(double one, double other, double greatest) {
        double most = Math.max(
                Math.max(absolute, NOISE * Math.min(greatest, GREATEST_MAX)),
                relative * Math.max(Math.abs(one), Math.abs(other)));
        return one == other || (!isExact() && Math.abs(one - other) <= most);
    }
}
