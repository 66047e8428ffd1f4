package io.tributary.dialect;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.JavaFunctions;
import io.tributary.dialect.registry.FunctionRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The functions that a statement may call: those whose answer in DuckDB is MySQL's, by themselves or by a macro. Any
 * other name is refused, so that none gives a silently different answer.
 *
 * <p>Macros live in a schema of the in-memory catalog that stands in every session's search path. They go before
 * DuckDB's own functions of the same name, operators included, which gives {@code 1/0}, {@code 7/2} or {@code LIKE}
 * MySQL's meaning without an expression tree here. They are written in {@code mysql-functions.sql}.
 */
public final class MySqlFunctions {
    public static final String SCHEMA = "mysql";

    private static final int CONCAT_ARGUMENTS_MAX = 32;
    private static final int GREATEST_ARGUMENTS_MAX = 16;
    /** The most values of {@code COUNT(DISTINCT a, b, …)}. */
    private static final int ROW_VALUES_MAX = 16;

    /** MySQL's name and, where it differs, the one to call instead. Calls with their own syntax are elsewhere. */
    private static final Map<String, String> ALLOWED = table(
            // aggregates
            "count sum avg min max any_value std=stddev_pop stddev=stddev_pop stddev_pop stddev_samp",
            "variance=var_pop var_pop var_samp bit_and=my_bit_and bit_or=my_bit_or bit_xor=my_bit_xor",
            // windows
            "row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value",
            // flow
            "if ifnull nullif coalesce isnull=my_isnull greatest least nvl=ifnull",
            // strings
            "concat concat_ws length octet_length=length char_length character_length=char_length upper lower"
                    + " ucase=upper",
            "lcase=lower left right substring substr=substring mid=substring ltrim rtrim replace locate=my_locate"
                    + " instr",
            "lpad rpad repeat reverse hex unhex md5 sha1 sha=sha1 substring_index=my_substring_index",
            "find_in_set=my_find_in_set strcmp=my_strcmp space=my_space regexp_substr=my_regexp_substr"
                    + " bit_length=my_bit_length",
            "starts_with=my_starts_with ends_with=my_ends_with null_or_empty=my_null_or_empty",
            "not_null_or_empty=my_not_null_or_empty",
            "json_unquote=my_json_unquote json_arrayagg json_objectagg",
            // numbers
            "abs sign round truncate=my_truncate floor ceil ceiling=ceil mod power pow=power sqrt exp ln log log2"
                    + " log10",
            "pi sin cos tan acos=my_acos asin=my_asin atan=my_atan atan2 cot radians degrees",
            // dates
            "date=my_date time=my_time year quarter month day dayofmonth=day hour minute second microsecond",
            "dayofweek weekday dayofyear weekofyear dayname monthname last_day datediff=my_datediff to_days=my_to_days",
            "from_days=my_from_days to_seconds=my_to_seconds timestamp=my_timestamp to_date=my_date",
            // arrays
            "array_size=array_length size=array_length cardinality=array_length array_contains=my_array_contains",
            "element_at=my_element_at array_min=list_min array_max=list_max",
            // GROUP BY … WITH ROLLUP
            "grouping");

    private MySqlFunctions() {}

    /**
     * What to call for a function of MySQL.
     *
     * @throws TributaryException 1235 for another one of MySQL or Doris, 1305 for one that nobody has
     */
    static String target(String name, String database) {
        String target = ALLOWED.get(name.toLowerCase(Locale.ROOT));
        if (target == null) {
            throw FunctionRegistry.isRefused(name) || FunctionRegistry.isKnown(name)
                    ? TributaryException.notSupported("function " + name.toLowerCase(Locale.ROOT))
                    : unknown(name, database);
        }
        return target;
    }

    /** Whether MySQL has it under this name, and a statement may call it. */
    static boolean isKnown(String name) {
        return ALLOWED.containsKey(name) || JavaFunctions.names().contains(name);
    }

    /** Whether it is one of MySQL's, with a syntax of its own or not. */
    static boolean isCallable(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return isKnown(lower) || lower.equals("field") || lower.equals("elt");
    }

    /** Returns the names of the functions in MySQL, those with their own syntax not among them. */
    static Set<String> names() {
        return ALLOWED.keySet();
    }

    static TributaryException unknown(String name, String database) {
        return new TributaryException(
                ErrorCode.UNKNOWN_FUNCTION,
                "FUNCTION " + (database.isEmpty() ? "" : database + ".") + name + " does not exist");
    }

    private static Map<String, String> table(String... lines) {
        Map<String, String> table = new HashMap<>();
        for (String line : lines) {
            for (String entry : line.split(" ", -1)) {
                int equals = entry.indexOf('=');
                table.put(
                        equals < 0 ? entry : entry.substring(0, equals),
                        equals < 0 ? entry : entry.substring(equals + 1));
            }
        }
        return Map.copyOf(table);
    }

    /** The statements that make the macros, in order, in the schema that stands first in the search path. */
    public static List<String> macros() {
        List<String> statements = new ArrayList<>();
        for (String macro : written().split(";\\s*\\n", -1)) {
            if (!macro.isBlank()) {
                statements.add(macro);
            }
        }
        // Macros have no variable number of arguments.
        statements.add(overloads("concat", 1, CONCAT_ARGUMENTS_MAX, "CAST(%s AS VARCHAR)", " || ", ""));
        for (String name : new String[] {"greatest", "least"}) {
            statements.add(overloads(
                    name,
                    2,
                    GREATEST_ARGUMENTS_MAX,
                    "%s IS NULL",
                    " OR ",
                    " THEN NULL ELSE system.main." + name + "(%s) END"));
        }
        for (int scale = 0; scale <= BranchScales.SCALE_MAX; scale++) {
            statements.add("CREATE MACRO " + BranchScales.call(scale) + "a) AS CAST(a AS DECIMAL(38," + scale + "))");
        }
        statements.add(overloads("my_row", 2, ROW_VALUES_MAX, "%s IS NULL", " OR ", " THEN NULL ELSE row(%s) END"));
        return statements;
    }

    /** {@code CREATE MACRO name(a1) AS part(a1), (a1, a2) AS part(a1) joint part(a2), …}. */
    private static String overloads(String name, int least, int most, String part, String joint, String tail) {
        return IntStream.rangeClosed(least, most)
                .mapToObj(count -> {
                    String arguments = arguments(count, "%s", ", ");
                    String body = arguments(count, part, joint);
                    return "(" + arguments + ") AS "
                            + (tail.isEmpty() ? body : "CASE WHEN " + body + tail.replace("%s", arguments));
                })
                .collect(Collectors.joining(", ", "CREATE MACRO " + name, ""));
    }

    private static String arguments(int count, String part, String joint) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> part.replace("%s", "a" + i))
                .collect(Collectors.joining(joint));
    }

    private static String written() {
        try (InputStream in = Objects.requireNonNull(
                        MySqlFunctions.class.getResourceAsStream("mysql-functions.sql"), "mysql-functions.sql");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n", "", "\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
