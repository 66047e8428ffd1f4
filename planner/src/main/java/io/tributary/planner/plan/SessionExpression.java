package io.tributary.planner.plan;

import java.util.List;

/** A value that the session alone can compute, in SET and in SELECT without FROM. */
public sealed interface SessionExpression {
    /** Kinds of literals; the text of a WORD is as written, e.g. {@code async_mode} or {@code ON}. */
    enum LiteralKind {
        STRING,
        NUMBER,
        WORD,
        NULL
    }

    /** @param text unquoted and unescaped; a number as written, sign included */
    record Literal(LiteralKind kind, String text) implements SessionExpression {}

    /** {@code SET x = DEFAULT}. */
    record Default() implements SessionExpression {}

    /** {@code @@x}, {@code @@session.x}, {@code @@global.x}. */
    record SystemVariable(VariableScope scope, String name) implements SessionExpression {}

    /** {@code @u}. */
    record UserVariable(String name) implements SessionExpression {}

    /** @param name in upper case: CONCAT, DATABASE, VERSION, … */
    record Call(String name, List<SessionExpression> arguments) implements SessionExpression {
        /** It waits so many seconds. */
        public static final String SLEEP = "SLEEP";

        public Call {
            arguments = List.copyOf(arguments);
        }

        /** Whether it is a SLEEP of what the session can compute. */
        public boolean isSleep() {
            return name.equals(SLEEP)
                    && arguments.size() == 1
                    && (arguments.get(0) instanceof Literal
                            || arguments.get(0) instanceof UserVariable
                            || arguments.get(0) instanceof Parameter);
        }
    }

    /** {@code ?}: the next one of the statement. */
    record Parameter() implements SessionExpression {}

    /** Anything else, as text; the engine can evaluate it once the session's tokens are replaced. */
    record Text(String sql) implements SessionExpression {}
}
