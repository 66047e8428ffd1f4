package io.tributary.dialect;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.function.JavaFunction;
import io.tributary.dialect.function.JavaFunctions;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes calls of functions: those with their own syntax in MySQL one by one, the others by the allow-list. */
final class CallRewriter {
    /** The most digits before the point of a number whose FLOOR or CEIL is an integer to MySQL. */
    private static final int BIGINT_DIGITS = 17;

    private final StatementRewriter statement;
    private final Arguments arguments;
    private final BinaryStrings binaries;
    private final Map<String, ColumnType> columns;
    private final ExactNumbers numbers;
    private final QueryContext context;
    private final AggregateCalls aggregates;
    private final CastCalls casts;
    private final JavaCalls java;
    private final TextCalls texts;
    private final TimeCalls times;
    private final JsonCalls jsons;
    private int repeatingDepth;

    /**
     * @param columns by {@link ColumnTypes#key}
     * @param now the statement's time on the session's clock
     */
    CallRewriter(
            StatementRewriter statement,
            Intervals intervals,
            BinaryStrings binaries,
            JsonCalls jsons,
            Map<String, ColumnType> columns,
            Fractions fractions,
            ExactNumbers numbers,
            QueryContext context,
            LocalDateTime now) {
        this.statement = statement;
        this.binaries = binaries;
        this.context = context;
        arguments = new Arguments(statement);
        aggregates = new AggregateCalls(statement, arguments);
        casts = new CastCalls(statement, arguments);
        java = new JavaCalls(statement, arguments, jsons);
        times = new TimeCalls(statement, arguments, intervals, java, fractions, context, now);
        texts = new TextCalls(statement, columns);
        this.jsons = jsons;
        this.columns = columns;
        this.numbers = numbers;
    }

    TimeCalls times() {
        return times;
    }

    /** Writes the call whose name is at {@code name} and whose parenthesis closes at {@code close}; returns what follows. */
    int call(int name, int close) {
        String function = statement.token(name).upper();
        List<int[]> suspects = suspects(function, name + 1, close);
        boolean repeating = ExpressionLimits.isRepeating(function) || !suspects.isEmpty();
        if (repeating) {
            ExpressionLimits.checkRepeating(++repeatingDepth, function);
        }
        int end = close + 1;
        if (function.equals("AVG")) {
            end = aggregates.average(name + 1, close);
        } else {
            boolean refusing = refuseBytes(function, suspects);
            write(function, name, close);
            if (refusing) {
                statement.emit("END");
            }
        }
        if (repeating) {
            repeatingDepth--;
        }
        return end;
    }

    /** The arguments of a function of text that may be bytes: first token and the one behind the last. */
    private List<int[]> suspects(String function, int open, int close) {
        Optional<JavaFunction> found = JavaFunctions.find(function);
        if (!(found.isPresent() || BinaryStrings.isOfText(function)) || !binaries.mayBe(open + 1, close)) {
            return List.of();
        }
        List<Integer> ends = new ArrayList<>(arguments.commas(open, close));
        switch (function) {
            case "SUBSTRING", "SUBSTR", "MID", "TRIM" -> {
                ends.addAll(arguments.words("FROM", open, close));
                ends.addAll(arguments.words("FOR", open, close));
            }
            case "POSITION" -> ends.addAll(arguments.words("IN", open, close));
            case "CHAR" -> ends.addAll(arguments.words("USING", open, close));
            default -> {}
        }
        int last = function.equals("GROUP_CONCAT") ? aggregates.valuesEnd(open + 1, close) : close;
        ends.removeIf(end -> end > last);
        ends.add(last);
        Collections.sort(ends);
        boolean first = true;
        List<int[]> suspects = new ArrayList<>();
        int from = statement.token(open + 1).isWord("DISTINCT") ? open + 2 : open + 1;
        for (int end : ends) {
            boolean bytes = first
                    && found.map(each -> each.first() == JavaFunction.First.BYTES)
                            .orElse(false);
            if (function.equals("TRIM") && TextCalls.isSide(statement.token(from))) {
                from++;
            }
            if (!bytes
                    && !NumericCalls.takes(statement.token(from), function, first, end == from + 1)
                    && binaries.mayBe(from, end)) {
                suspects.add(new int[] {from, end});
            }
            from = end + 1;
            first = false;
        }
        return suspects;
    }

    /** Begins a CASE that fails where the engine finds bytes; when there are none it costs nothing at run time. */
    private boolean refuseBytes(String function, List<int[]> suspects) {
        if (suspects.isEmpty()) {
            return false;
        }
        boolean aggregate = function.equals("GROUP_CONCAT");
        statement.emit("CASE WHEN 'BLOB' IN (");
        String separator = "";
        for (int[] suspect : suspects) {
            statement.emit(separator + (aggregate ? "my_typeof(any_value(" : "my_typeof("));
            statement.writeTyped(suspect[0], suspect[1]);
            statement.emit(aggregate ? "))" : ")");
            separator = ",";
        }
        String what = "function " + function.toLowerCase(Locale.ROOT) + " of binary strings";
        statement.emit(") THEN error(" + Token.string(JavaFunctions.message(TributaryException.notSupported(what)))
                + ") ELSE");
        return true;
    }

    private void write(String function, int name, int close) {
        int open = name + 1;
        if (times.write(function, open, close)) {
            return;
        }
        switch (function) {
            case "ARRAY" -> {
                statement.emit("[");
                statement.write(open + 1, close);
                statement.emit("]");
            }
            case "CAST" -> casts.cast(open, close);
            case "CONVERT" -> casts.convert(open, close);
            case "GROUP_CONCAT" -> aggregates.groupConcat(open, close);
            case "COUNT" -> aggregates.count(open, close);
            case "TRIM" -> texts.trim(open, close, arguments.find("FROM", open + 1, close));
            case "FIELD" -> texts.field(open, close, arguments.commas(open, close));
            case "ELT" -> texts.elt(open, close, arguments.commas(open, close));
            case "REGEXP_LIKE" -> texts.regexpLike(open, close, arguments.commas(open, close));
            case "REGEXP_REPLACE" -> texts.regexpReplace(open, close, arguments.commas(open, close));
            case "JSON_EXTRACT" -> jsons.extract(name, close, arguments.commas(open, close));
            case "JSON_UNQUOTE" -> jsons.unquote(open, close);
            case "JSON_ARRAYAGG", "JSON_OBJECTAGG" ->
                jsons.aggregate(open, close, arguments.commas(open, close), function.equals("JSON_OBJECTAGG"));
            case "JSON_OBJECT", "JSON_ARRAY" -> {
                if (close == open + 1) {
                    statement.emit(function.equals("JSON_OBJECT") ? "'{}'" : "'[]'");
                } else {
                    plain(name, close);
                }
            }
            case "FLOOR", "CEIL", "CEILING" -> whole(name, close);
            case "ROUND" -> round(open, close);
            case "FORMAT" -> format(name, close);
            case "SUBSTRING", "SUBSTR", "MID" -> {
                // FROM … FOR …, as well as commas.
                statement.emit("substring (");
                withCommas(open + 1, close);
                statement.emit(")");
            }
            case "POSITION" -> position(open, close);
            case "DATABASE", "SCHEMA" ->
                statement.emit(
                        context.database().isEmpty() ? "CAST(NULL AS VARCHAR)" : Token.string(context.database()));
            case "RAND" -> {
                if (close != open + 1) {
                    throw TributaryException.notSupported("RAND with a seed");
                }
                statement.emit("random()");
            }
            case "UUID" -> statement.emit("CAST(uuid() AS VARCHAR)");
            case "CHAR" -> character(open, close);
            case "NDV", "APPROX_COUNT_DISTINCT" -> {
                statement.emit("count(DISTINCT");
                statement.write(open + 1, close);
                statement.emit(")");
            }
            case "BIT_AND", "BIT_OR", "BIT_XOR" -> {
                if (close == open + 2 && statement.token(open + 1).isWord("NULL")) {
                    statement.emit("my_" + function.toLowerCase(Locale.ROOT) + "(CAST(NULL AS BIGINT))");
                    return;
                }
                if (statement.token(close + 1).isWord("OVER")) {
                    throw TributaryException.notSupported(function + " … OVER");
                }
                plain(name, close);
            }
            default -> plain(name, close);
        }
    }

    private void plain(int name, int close) {
        String function = statement.token(name).text();
        Optional<JavaFunction> found = JavaFunctions.find(function);
        if (found.isPresent()) {
            java.call(found.get(), name + 1, close);
            return;
        }
        // Unquoted: some of them, COALESCE for one, are no functions to the engine's parser.
        statement.emit(MySqlFunctions.target(function, context.database()));
        statement.write(name + 1, close + 1);
    }

    /** {@code CHAR(n, … [USING charset])}; the bytes are text in any case. */
    private void character(int open, int close) {
        int using = arguments.find("USING", open + 1, close);
        java.call(JavaFunctions.find("char").orElseThrow(), open, using < 0 ? close : using);
    }

    /** {@code FLOOR(x)} and {@code CEIL(x)}: an integer, where MySQL's type of x has room for no more digits. */
    private void whole(int name, int close) {
        ExactNumbers.Digits digits = numbers.of(name + 2, close);
        boolean narrow = digits.isKnown() && digits.whole() <= BIGINT_DIGITS;
        statement.emit(narrow ? "my_narrow(" : "");
        plain(name, close);
        statement.emit(narrow ? ")" : "");
    }

    /** {@code ROUND(x)}, {@code ROUND(x, digits)}: as many digits as are written out. */
    private void round(int open, int close) {
        List<Integer> commas = arguments.commas(open, close);
        Token digits = statement.token(close - 1);
        boolean written = commas.size() == 1 && commas.get(0) + 2 == close;
        boolean none = close == open + 2 && digits.isWord("NULL");
        if (none || (written && digits.isWord("NULL"))) {
            statement.emit("CAST(NULL AS DOUBLE)");
            return;
        }
        if (!written || !digits.text().matches("[1-9]|[12]\\d|30")) {
            statement.emit("round");
            statement.write(open, close + 1);
            return;
        }
        statement.emit("my_round_to");
        statement.write(open, close);
        statement.emit(", CAST(0 AS DECIMAL(38," + digits.text() + ")))");
    }

    /** {@code FORMAT(x, digits)}, which rounds a DOUBLE as ROUND does. */
    private void format(int name, int close) {
        List<Integer> commas = arguments.commas(name + 1, close);
        Token digits = statement.token(close - 1);
        boolean written = commas.size() == 1 && commas.get(0) + 2 == close && digits.kind() == Token.Kind.NUMBER;
        if (!written || !isDouble(name + 2, commas.get(0))) {
            plain(name, close);
            return;
        }
        statement.emit("java_format(CAST(round(");
        statement.write(name + 2, close);
        statement.emit(") AS VARCHAR), CAST(" + digits.engineText() + " AS VARCHAR))");
    }

    private boolean isDouble(int from, int to) {
        Token token = statement.token(from);
        if (to == from + 1 && token.kind() == Token.Kind.NUMBER) {
            return token.upper().indexOf('E') >= 0;
        }
        ColumnType type = ValueTexts.isName(statement::token, from, to)
                ? columns.get(ColumnTypes.key(statement.token(to - 1).text()))
                : null;
        return type != null && (type.kind() == ColumnType.Kind.DOUBLE || type.kind() == ColumnType.Kind.FLOAT);
    }

    private void withCommas(int from, int close) {
        int start = from;
        for (String word : new String[] {"FROM", "FOR"}) {
            int at = arguments.find(word, start, close);
            if (at >= 0) {
                statement.write(start, at);
                statement.emit(",");
                start = at + 1;
            }
        }
        statement.write(start, close);
    }

    private void position(int open, int close) {
        int in = arguments.find("IN", open + 1, close);
        if (in < 0) {
            throw statement.unexpected(open);
        }
        statement.emit("my_locate(");
        statement.write(open + 1, in);
        statement.emit(",");
        statement.write(in + 1, close);
        statement.emit(")");
    }
}
