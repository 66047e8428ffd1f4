package io.tributary.dialect.registry;

import io.tributary.dialect.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * All functions and operators of MySQL and Doris: those that statements may use, and those that are refused by name. No
 * other list of them exists, but for those few that the session answers before a text is compiled.
 */
public final class FunctionRegistry {
    private static final Map<String, List<Function>> BY_NAME = new HashMap<>();
    private static final Map<String, List<Function>> BY_KIND = new LinkedHashMap<>();

    static {
        BY_KIND.put("conversions", ConversionRows.rows());
        BY_KIND.put("comparison", ComparisonRows.rows());
        BY_KIND.put("choice", OperatorRows.rows());
        BY_KIND.put("patterns", PatternRows.rows());
        BY_KIND.put("numbers", NumberRows.rows());
        BY_KIND.put("text", TextRows.rows());
        BY_KIND.put("search", SearchRows.rows());
        BY_KIND.put("digests and names", DigestRows.rows());
        BY_KIND.put("time", TimeRows.rows());
        BY_KIND.put("times of day", ClockRows.rows());
        BY_KIND.put("intervals", IntervalRows.rows());
        BY_KIND.put("formats", FormatRows.rows());
        BY_KIND.put("JSON", JsonRows.rows());
        BY_KIND.put("arrays", ArrayRows.rows());
        BY_KIND.put("aggregates and windows", AggregateRows.rows());
        BY_KIND.values().stream().flatMap(List::stream).forEach(function -> function.names()
                .forEach(name -> BY_NAME.computeIfAbsent(name, missing -> new ArrayList<>())
                        .add(function)));
    }

    /** What stands behind the name of a function that is another one of a number, or of a text, than of anything else. */
    public static final String OF_NUMBER = " OF NUMBER";

    public static final String OF_TEXT = " OF TEXT";

    /** Begins the name of what a function or a conversion is where a text that is no value of it is an error. */
    public static final String STRICT = "STRICT ";

    /** The same where one of the arguments is an array, and where the second one is a moment. */
    public static final String OF_ARRAY = " OF ARRAY";

    public static final String OF_ORIGIN = " OF ORIGIN";

    /** Why a value becomes one of another type. */
    public enum Form {
        /** What it stands beside wants that. */
        IMPLICIT(""),
        /** A statement casts it. */
        CAST("CAST "),
        /** A statement casts it to a type that MySQL's CAST has not. */
        DORIS("DORIS ");

        private final String name;

        Form(String name) {
            this.name = name;
        }
    }

    private FunctionRegistry() {}

    /** Returns the function of a name in any case that takes so many arguments. */
    public static Optional<Function> find(String name, int arguments) {
        return BY_NAME.getOrDefault(name.toUpperCase(Locale.ROOT), List.of()).stream()
                .filter(function -> function.takes(arguments))
                .findFirst();
    }

    /**
     * Returns the conversion of values; empty: there is none. A name is {@code FROM AS TO}, with {@code CAST} or {@code DORIS}
     * before it where a statement's CAST does something else than a function that wants the type.
     */
    public static Optional<Function> conversion(SqlType from, SqlType to, Form form) {
        // A YEAR is an integer, but that CAST makes one of few numbers.
        boolean year = form != Form.IMPLICIT && to.kind() == SqlType.Kind.YEAR;
        String family = year ? "YEAR" : ConversionRows.family(to.kind());
        String name = ConversionRows.family(from, family) + " AS " + family;
        return find(form.name + name, ConversionRows.ARGUMENTS)
                .or(() -> form == Form.DORIS ? find(Form.CAST.name + name, ConversionRows.ARGUMENTS) : Optional.empty())
                .or(() -> find(name, ConversionRows.ARGUMENTS));
    }

    /** Returns the conversion of texts that fails where the whole text is no such value; empty: there is none. */
    public static Optional<Function> strictConversion(SqlType from, SqlType to) {
        String name = ConversionRows.family(from.kind()) + " AS " + ConversionRows.family(to.kind());
        return find(STRICT + name, ConversionRows.ARGUMENTS);
    }

    /** Returns the conversion of what is compared with moments; empty: it is none of its own. */
    public static Optional<Function> comparison(SqlType from, SqlType to) {
        return find("COMPARED " + ConversionRows.family(from.kind()) + " AS " + to.kind(), ConversionRows.ARGUMENTS);
    }

    /** Whether a function of that name makes one value of several rows. */
    public static boolean isAggregate(String name) {
        return BY_NAME.getOrDefault(name.toUpperCase(Locale.ROOT), List.of()).stream()
                .anyMatch(function -> function.role() == Function.Role.AGGREGATE);
    }

    /** Whether there is a function of that name, with whatever arguments. */
    public static boolean isKnown(String name) {
        return BY_NAME.containsKey(name.toUpperCase(Locale.ROOT));
    }

    /** Whether MySQL or Doris has a function of that name that is refused here. */
    public static boolean isRefused(String name) {
        return RefusedNames.contains(name);
    }

    /** Returns them by kind, operators and conversions among them. */
    static Map<String, List<Function>> groups() {
        return Collections.unmodifiableMap(BY_KIND);
    }

    /** Returns all that may be used, each once. */
    public static List<Function> all() {
        return BY_NAME.values().stream().flatMap(List::stream).distinct().toList();
    }
}
