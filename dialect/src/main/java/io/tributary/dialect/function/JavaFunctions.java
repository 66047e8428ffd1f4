package io.tributary.dialect.function;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How errors of functions that are computed in Java pass through an engine that calls them. */
public final class JavaFunctions {
    /** An error of a body in the engine's text, which keeps no exception, but its stack in the lines below. */
    private static final Pattern FAILED = Pattern.compile("mysql error ([A-Z_]+): (.*)");

    private JavaFunctions() {}

    /**
     * The error that a body ended with.
     *
     * @param message the engine's
     */
    public static Optional<TributaryException> error(String message, Throwable cause) {
        Matcher matcher = FAILED.matcher(message);
        return matcher.find()
                ? Optional.of(new TributaryException(ErrorCode.valueOf(matcher.group(1)), matcher.group(2), cause))
                : Optional.empty();
    }

    /** An error as a text of the engine's, from which {@link #error} makes it again. */
    public static String message(TributaryException error) {
        return "mysql error " + error.code().name() + ": "
                + String.valueOf(error.getMessage()).replace('\n', ' ');
    }
}
