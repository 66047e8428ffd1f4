package io.tributary.dialect.function;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All functions that are computed here, and how their errors pass through the engine. */
public final class JavaFunctions {
    private static final Map<String, JavaFunction> BY_NAME = Stream.of(
                    NumberFunctions.ALL,
                    TextFunctions.ALL,
                    ByteFunctions.ALL,
                    JsonFunctions.ALL,
                    JsonChanges.ALL,
                    JsonComparisons.ALL)
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableMap(JavaFunction::name, Function.identity()));

    /** An error of a body in the engine's text, which keeps no exception, but its stack in the lines below. */
    private static final Pattern FAILED = Pattern.compile("mysql error ([A-Z_]+): (.*)");

    private JavaFunctions() {}

    /**
     * Returns what computes a function from values of Java: numbers, texts, bytes and truth values.
     *
     * @param name in lower case
     */
    public static Function<@Nullable Object[], @Nullable Object> get(String name) {
        return Objects.requireNonNull(BY_NAME.get(name), name)::compute;
    }

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
