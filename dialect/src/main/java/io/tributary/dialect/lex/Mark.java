package io.tributary.dialect.lex;

/** Names in a shape that the client did not write, and what they tell whoever makes the tree. */
public enum Mark {
    /** {@code (a, b)}: as a call, so that nobody loses the parentheses. */
    GROUP,
    /** {@code a[ARROW, path]} is {@code a -> path}: an index binds as tightly as MySQL's arrow. */
    ARROW,
    TEXT_ARROW,
    /** {@code a[COLLATE, name]}. */
    COLLATE,
    /** {@code a ^ CONCAT ^ b} is {@code a || b} under PIPES_AS_CONCAT, for which the parser has no precedence. */
    CONCAT,
    /** {@code USING (NATURAL)}. */
    NATURAL,
    /** {@code PARTITION BY BASE(w)} within a window is the window that it extends. */
    BASE,
    /** Last argument of a function with IGNORE NULLS. */
    IGNORE_NULLS,
    /** {@code HAVING QUALIFY(having, condition)}. */
    QUALIFY,
    /** First item of a SELECT whose others are the rows of VALUES. */
    VALUES,
    GROUPING,
    ROLLUP,
    CUBE,
    /** {@code USER_VARIABLE(name)}. */
    USER_VARIABLE,
    SYSTEM_VARIABLE;

    /** A list of SELECT begins with the number of its labels behind this. */
    public static final String LABELS = "$";

    /** A minus before its operand. BINARY takes whatever follows; what it means the next operator says. */
    public static final String MINUS = "BINARY BINARY";

    static final String AS_BINARY = "BINARY ~";
    static final String NOTHING = "BINARY ! ~";

    /** The mark as the shape has it, without its backticks. */
    public String text() {
        return "$" + name();
    }

    String call() {
        return quoted() + " (";
    }

    String quoted() {
        return "`" + text() + "`";
    }
}
