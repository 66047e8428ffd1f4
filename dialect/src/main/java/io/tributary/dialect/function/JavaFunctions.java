package io.tributary.dialect.function;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All functions that are computed here, and how their errors pass through the engine. */
public final class JavaFunctions {
    /** What no statement calls by name. */
    private static final List<JavaFunction> INTERNAL = Stream.concat(
                    JsonComparisons.ALL.stream(), Stream.of(DoubleText.FUNCTION))
            .toList();

    private static final Map<String, JavaFunction> BY_NAME = Stream.of(
                    NumberFunctions.ALL,
                    TextFunctions.ALL,
                    ByteFunctions.ALL,
                    TimeFunctions.ALL,
                    JsonFunctions.ALL,
                    JsonChanges.ALL,
                    INTERNAL)
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableMap(JavaFunction::name, Function.identity()));

    private static final Set<String> NAMES = BY_NAME.keySet().stream()
            .filter(name ->
                    INTERNAL.stream().noneMatch(function -> function.name().equals(name)))
            .collect(Collectors.toUnmodifiableSet());

    /** An error of a body in the engine's text, which keeps no exception, but its stack in the lines below. */
    private static final Pattern FAILED = Pattern.compile("mysql error ([A-Z_]+): (.*)");

    private JavaFunctions() {}

    /** Returns the names of the functions that statements call. */
    public static Set<String> names() {
        return NAMES;
    }

    /** One that statements call. */
    public static Optional<JavaFunction> find(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NAMES.contains(lower) ? Optional.of(get(lower)) : Optional.empty();
    }

    /** Returns one by its name in lower case, which statements may not know. */
    public static JavaFunction get(String name) {
        return Objects.requireNonNull(BY_NAME.get(name), name);
    }

    /** All of them, those among them that no statement calls by name. */
    public static Collection<JavaFunction> all() {
        return BY_NAME.values();
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
