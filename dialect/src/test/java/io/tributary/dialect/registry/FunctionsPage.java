package io.tributary.dialect.registry;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.registry.Function.Nulls;
import io.tributary.dialect.registry.Function.OfBytes;
import io.tributary.dialect.registry.Function.Role;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The part of {@code docs/functions.md} that is made of the registry, as lines of Markdown. */
final class FunctionsPage {
    static final String BEGIN = "<!-- made of the registry: FunctionsPageTest -->";
    static final String END = "<!-- end -->";

    /** Conversions and what statements write as grammar have other names. */
    private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]*");

    private static final Set<String> OPERATORS =
            Set.of("AND", "OR", "XOR", "NOT", "LIKE", "REGEXP", "RLIKE", "BETWEEN", "IN", "DIV");

    /** What an argument of any type may be. */
    private static final List<SqlType> TYPES = List.of(
            SqlType.integer(10),
            SqlType.of(Kind.DOUBLE),
            SqlType.text(10),
            SqlType.of(Kind.DATE),
            SqlType.decimal(9, 2),
            SqlType.arrayOf(SqlType.integer(10)));

    private FunctionsPage() {}

    static List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(BEGIN));
        FunctionRegistry.groups().forEach((group, functions) -> {
            List<String> rows = rows(functions);
            if (!rows.isEmpty()) {
                lines.addAll(List.of("", "### " + group, "", "| function | gives | NULL where |", "|---|---|---|"));
                lines.addAll(rows);
            }
        });
        lines.addAll(List.of("", "### Refused", "", "| why | functions |", "|---|---|"));
        RefusedNames.byReason()
                .forEach((reason, names) -> lines.add("| " + reason + " | "
                        + names.stream()
                                .filter(name -> !FunctionRegistry.isKnown(name))
                                .sorted()
                                .map(name -> code(name.toUpperCase(Locale.ROOT)))
                                .collect(Collectors.joining(", "))
                        + " |"));
        lines.add("");
        lines.add(END);
        return lines;
    }

    private static List<String> rows(List<Function> functions) {
        Map<String, String> calls = new TreeMap<>();
        for (Function function : functions) {
            List<String> names = function.names().stream()
                    .filter(name -> NAME.matcher(name).matches() && !OPERATORS.contains(name))
                    .toList();
            if (!names.isEmpty()) {
                String others = names.stream().skip(1).map(FunctionsPage::code).collect(Collectors.joining(", "));
                String call = code(names.get(0) + arguments(function)) + (others.isEmpty() ? "" : ", " + others);
                boolean java = function.duckdb() == null;
                calls.putIfAbsent(call + (java ? " *" : ""), result(function) + " | " + nulls(function));
            }
        }
        return calls.entrySet().stream()
                .map(call -> "| " + call.getKey() + " | " + call.getValue() + " |")
                .toList();
    }

    private static String code(String text) {
        return "`" + text + "`";
    }

    private static String arguments(Function function) {
        Signature signature = function.signature();
        int first = function.traits().supplied() == Supplied.NOTHING ? 0 : 1;
        boolean many = signature.most() == Signature.MANY;
        int last = many ? Math.max(signature.least(), first + 1) : signature.most();
        StringBuilder text = new StringBuilder("(");
        for (int i = first; i < last; i++) {
            text.append(i >= signature.least() && !many ? "[" : "").append(i > first ? ", " : "");
            String word = word(signature.wants().apply(i));
            text.append(word.equals("text") && takesBytes(function) ? "string" : word);
        }
        text.append(many ? ", …" : "]".repeat(Math.max(0, last - Math.max(first, signature.least()))));
        return text.append(function.role() == Role.WINDOW ? ") OVER (…)" : ")").toString();
    }

    private static boolean takesBytes(Function function) {
        return function.traits().ofBytes() != OfBytes.REFUSED;
    }

    private static String word(Want want) {
        return switch (want) {
            case ANY, UNIFIED, COMPARED, COMPARED_CARRIED, EXTREME, SHIFTED, SPAN -> "value";
            case BOOL -> "condition";
            case INTEGER -> "integer";
            case NUMBER, DOUBLE -> "number";
            case STRING -> "string";
            case TEXT, SEARCHED, ORDERED -> "text";
            case UNIT -> "unit";
            case MOMENT, DATETIME -> "datetime";
            case CLOCK, TIME -> "time";
            case JSON, DOCUMENT, JSON_VALUE -> "json";
            case ARRAY, ARRAYS -> "array";
            case BYTES -> "bytes";
            case DATE -> "date";
            case ELEMENT -> "element";
            case KEYWORD -> "word";
        };
    }

    private static String nulls(Function function) {
        return function.traits().nulls() == Nulls.OF_ARGUMENTS
                ? "an argument is"
                : function.traits().nulls() == Nulls.NEVER ? "never" : "it depends";
    }

    private static String result(Function function) {
        Set<String> kinds = new TreeSet<>();
        int least = function.signature().least();
        for (int count : function.signature().most() == least ? new int[] {least} : new int[] {least, least + 1}) {
            TYPES.forEach(type -> kinds.add(kind(function, type, count)));
        }
        kinds.remove("");
        return kinds.size() == 1
                ? kinds.iterator().next()
                : kinds.stream().allMatch(kind -> Set.of("integer", "decimal", "double")
                                .contains(kind))
                        ? "number"
                        : "as its arguments";
    }

    private static String kind(Function function, SqlType any, int count) {
        List<SqlType> types = IntStream.range(0, count)
                .mapToObj(function.signature().wants())
                .map(want -> type(want, any))
                .toList();
        try {
            return kind(function.result().of(new Arguments(types)));
        } catch (IllegalStateException e) {
            return "by a constant";
        } catch (TributaryException e) {
            // It is refused for this type.
            return "";
        }
    }

    private static String kind(SqlType type) {
        return switch (type.kind()) {
            case BOOL -> "0 or 1";
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, LARGEINT, BIT, YEAR -> "integer";
            case FLOAT, DOUBLE -> "double";
            case TEXT, ENUM, SET -> "text";
            case BYTES -> "bytes";
            case NULL -> "NULL";
            default -> type.kind().name().toLowerCase(Locale.ROOT);
        };
    }

    private static SqlType type(Want want, SqlType any) {
        return switch (want) {
            case BOOL -> SqlType.of(Kind.BOOL);
            case INTEGER -> SqlType.integer(19);
            case DOUBLE -> SqlType.of(Kind.DOUBLE);
            case NUMBER -> any.kind().isNumber() ? any : SqlType.integer(10);
            case TEXT, STRING, KEYWORD -> SqlType.text(10);
            case BYTES -> SqlType.bytes(10);
            case DATE -> SqlType.of(Kind.DATE);
            case DATETIME, MOMENT -> SqlType.moment(Kind.DATETIME, 0);
            case TIME, CLOCK -> SqlType.moment(Kind.TIME, 0);
            case JSON, DOCUMENT, JSON_VALUE -> SqlType.of(Kind.JSON);
            case ARRAY, ARRAYS -> SqlType.arrayOf(any);
            default -> any;
        };
    }

    /** Arguments of which the types alone are known. */
    private record Arguments(List<SqlType> types) implements Operands {
        @Override
        public int count() {
            return types.size();
        }

        @Override
        public SqlType type(int argument) {
            return types.get(argument);
        }

        @Override
        public boolean isConstant(int argument) {
            return false;
        }

        @Override
        public @Nullable Object constant(int argument) {
            throw new IllegalStateException("no constant");
        }
    }
}
