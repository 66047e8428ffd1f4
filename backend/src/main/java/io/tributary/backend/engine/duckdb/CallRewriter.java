package io.tributary.backend.engine.duckdb;

import io.tributary.backend.engine.duckdb.function.JavaFunction;
import io.tributary.backend.engine.duckdb.function.JavaFunctions;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.ColumnType;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes calls of functions: those with their own syntax in MySQL one by one, the others by the allow-list. */
final class CallRewriter {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    /** What stands behind a whole number at the beginning of a text. */
    private static final Pattern BEHIND_WHOLE = Pattern.compile("^(\\s*[-+]?\\d+)[.eE].*$", Pattern.DOTALL);

    private final StatementRewriter statement;
    private final Intervals intervals;
    private final BinaryStrings binaries;
    private final Map<String, ColumnType> columns;
    private final QueryContext context;
    private final LocalDateTime now;
    private final TimeZones zones;
    private final TextCalls texts;
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
            QueryContext context,
            LocalDateTime now) {
        this.statement = statement;
        this.intervals = intervals;
        this.binaries = binaries;
        this.context = context;
        this.now = now;
        zones = new TimeZones(statement, context);
        texts = new TextCalls(statement, columns);
        this.jsons = jsons;
        this.columns = columns;
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
            end = average(name + 1, close);
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
        Optional<JavaFunction> java = JavaFunctions.find(function);
        if (!(java.isPresent() || BinaryStrings.isOfText(function)) || !binaries.mayBe(open + 1, close)) {
            return List.of();
        }
        List<Integer> ends = new ArrayList<>(commas(open, close));
        switch (function) {
            case "SUBSTRING", "SUBSTR", "MID", "TRIM" -> {
                ends.addAll(words("FROM", open, close));
                ends.addAll(words("FOR", open, close));
            }
            case "POSITION" -> ends.addAll(words("IN", open, close));
            case "CHAR" -> ends.addAll(words("USING", open, close));
            default -> {}
        }
        int last = function.equals("GROUP_CONCAT") ? valuesEnd(open + 1, close) : close;
        ends.removeIf(end -> end > last);
        ends.add(last);
        Collections.sort(ends);
        boolean first = true;
        List<int[]> suspects = new ArrayList<>();
        int from = statement.token(open + 1).isWord("DISTINCT") ? open + 2 : open + 1;
        for (int end : ends) {
            boolean bytes = first
                    && java.map(each -> each.first() == JavaFunction.First.BYTES)
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
        statement.emit(
                ") THEN error(" + Token.string(JavaFunctions.message(StatementRewriter.unsupported(what))) + ") ELSE");
        return true;
    }

    /** To MySQL the average of exact numbers is exact, to the engine a DOUBLE. Returns what follows, OVER included. */
    private int average(int open, int close) {
        boolean windowed = statement.token(close + 1).isWord("OVER");
        if (!windowed && !statement.token(open + 1).isWord("DISTINCT")) {
            statement.emit("my_average");
            statement.write(open, close + 1);
            return close + 1;
        }
        int end = close + 1;
        if (windowed) {
            end = statement.token(end + 1).isSymbol("(") ? statement.closing(end + 1) + 1 : end + 2;
        }
        for (int i = open; i < end; i++) {
            if (statement.token(i).kind() == Token.Kind.PARAMETER) {
                throw StatementRewriter.unsupported("a parameter in AVG(DISTINCT …) or AVG(…) OVER (…)");
            }
        }
        statement.emit("my_mean( sum");
        statement.write(open, end);
        statement.emit(", count");
        statement.write(open, end);
        statement.emit(")");
        return end;
    }

    private void write(String function, int name, int close) {
        int open = name + 1;
        switch (function) {
            case "ARRAY" -> {
                statement.emit("[");
                statement.write(open + 1, close);
                statement.emit("]");
            }
            case "CAST" -> cast(open, close);
            case "CONVERT" -> convert(open, close);
            case "GROUP_CONCAT" -> groupConcat(open, close);
            case "COUNT" -> count(open, close);
            case "TRIM" -> texts.trim(open, close, find("FROM", open + 1, close));
            case "FIELD" -> texts.field(open, close, commas(open, close));
            case "ELT" -> texts.elt(open, close, commas(open, close));
            case "REGEXP_LIKE" -> texts.regexpLike(open, close, commas(open, close));
            case "REGEXP_REPLACE" -> texts.regexpReplace(open, close, commas(open, close));
            case "JSON_EXTRACT" -> jsons.extract(name, close, commas(open, close));
            case "JSON_UNQUOTE" -> jsons.unquote(open, close);
            case "JSON_ARRAYAGG", "JSON_OBJECTAGG" ->
                jsons.aggregate(open, close, commas(open, close), function.equals("JSON_OBJECTAGG"));
            case "JSON_OBJECT", "JSON_ARRAY" -> {
                if (close == open + 1) {
                    statement.emit(function.equals("JSON_OBJECT") ? "'{}'" : "'[]'");
                } else {
                    plain(name, close);
                }
            }
            case "ROUND" -> round(open, close);
            case "FORMAT" -> format(name, close);
            case "TIME_TO_SEC" -> timeToSeconds(open, close);
            case "TIME" -> time(open, close);
            case "STR_TO_DATE" -> strToDate(open, close);
            case "WEEK" -> week(open, close);
            case "SUBSTRING", "SUBSTR", "MID" -> {
                // FROM … FOR …, as well as commas.
                statement.emit("substring (");
                withCommas(open + 1, close);
                statement.emit(")");
            }
            case "POSITION" -> position(open, close);
            case "EXTRACT" -> extract(open, close);
            case "DATE_FORMAT" -> dateFormat(open, close);
            case "TIME_FORMAT" -> timeFormat(open, close);
            case "CONVERT_TZ" -> zones.convert(open, close, commas(open, close));
            case "DATE_ADD", "ADDDATE" -> dateAdd(open, close, false);
            case "DATE_SUB", "SUBDATE" -> dateAdd(open, close, true);
            case "TIMESTAMPDIFF" -> timestampDiff(open, close);
            case "UNIX_TIMESTAMP" -> unixTimestamp(open, close);
            case "FROM_UNIXTIME" -> zones.fromUnixTime(open, close, commas(open, close));
            case "NOW",
                    "CURRENT_TIMESTAMP",
                    "LOCALTIME",
                    "LOCALTIMESTAMP",
                    "SYSDATE",
                    "CURDATE",
                    "CURRENT_DATE",
                    "CURTIME",
                    "CURRENT_TIME",
                    "UTC_TIMESTAMP",
                    "UTC_TIME",
                    "UTC_DATE" -> now(function, precision(open, close));
            case "DATABASE", "SCHEMA" ->
                statement.emit(
                        context.database().isEmpty() ? "CAST(NULL AS VARCHAR)" : Token.string(context.database()));
            case "RAND" -> {
                if (close != open + 1) {
                    throw StatementRewriter.unsupported("RAND with a seed");
                }
                statement.emit("random()");
            }
            case "UUID" -> statement.emit("CAST(uuid() AS VARCHAR)");
            case "CHAR" -> character(open, close);
            case "TIMESTAMP" -> timestamp(open, close);
            case "TIMESTAMPADD" -> timestampAdd(open, close);
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
                    throw StatementRewriter.unsupported(function + " … OVER");
                }
                plain(name, close);
            }
            default -> plain(name, close);
        }
    }

    private void plain(int name, int close) {
        String function = statement.token(name).text();
        Optional<JavaFunction> java = JavaFunctions.find(function);
        if (java.isPresent()) {
            javaCall(java.get(), name + 1, close);
            return;
        }
        // Unquoted: some of them, COALESCE for one, are no functions to the engine's parser.
        statement.emit(MySqlFunctions.target(function, context.database()));
        statement.write(name + 1, close + 1);
    }

    /** A call of what the engine gets from here: of texts, and its result a text. */
    private void javaCall(JavaFunction function, int open, int close) {
        List<Integer> ends = new ArrayList<>(commas(open, close));
        if (close > open + 1) {
            ends.add(close);
        }
        if (ends.size() < function.least() || ends.size() > function.most()) {
            throw new TributaryException(
                    ErrorCode.WRONG_PARAMETER_COUNT,
                    "Incorrect parameter count in the call to native function '" + function.name() + "'");
        }
        statement.emit(
                switch (function.result()) {
                    case TEXT -> "(";
                    case BIGINT, DATE -> "CAST(";
                    case BYTES -> "system.main.unhex(";
                });
        statement.emit(function.engineName() + "(");
        int from = open + 1;
        for (int end : ends) {
            JavaFunction.First kind = from == open + 1 ? function.first() : JavaFunction.First.TEXT;
            boolean first = from == open + 1;
            if (function.values().test(ends.indexOf(end))) {
                statement.emit(first ? "" : ",");
                jsons.value(from, end);
                from = end + 1;
                continue;
            }
            statement.emit((first ? "" : ",")
                    + switch (kind) {
                        case TEXT -> "CAST(";
                        case BYTES -> "my_hex_bytes(";
                        case MOMENT -> "CAST(CAST(";
                    });
            statement.write(from, end);
            statement.emit(
                    switch (kind) {
                        case TEXT -> "AS VARCHAR)";
                        case BYTES -> ")";
                        case MOMENT -> "AS TIMESTAMP) AS VARCHAR)";
                    });
            from = end + 1;
        }
        statement.emit(
                switch (function.result()) {
                    case TEXT, BYTES -> "))";
                    case BIGINT -> ") AS BIGINT)";
                    case DATE -> ") AS DATE)";
                });
    }

    /** {@code CHAR(n, … [USING charset])}; the bytes are text in any case. */
    private void character(int open, int close) {
        int using = find("USING", open + 1, close);
        javaCall(JavaFunctions.find("char").orElseThrow(), open, using < 0 ? close : using);
    }

    /** {@code TIMESTAMP(x)}, {@code TIMESTAMP(x, time)}. */
    private void timestamp(int open, int close) {
        List<Integer> commas = commas(open, close);
        if (!commas.isEmpty()) {
            javaCall(JavaFunctions.find("addtime").orElseThrow(), open, close);
            return;
        }
        Token text = statement.token(open + 1);
        boolean whole = close == open + 2
                && text.kind() == Token.Kind.STRING
                && text.text().indexOf('.') < 0;
        statement.emit(whole ? "CAST(" : "my_timestamp(");
        statement.write(open + 1, close);
        statement.emit(whole ? "AS TIMESTAMP_S)" : ")");
    }

    /** {@code ROUND(x)}, {@code ROUND(x, digits)}: as many digits as are written out. */
    private void round(int open, int close) {
        List<Integer> commas = commas(open, close);
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
        List<Integer> commas = commas(name + 1, close);
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

    /** {@code TIME(x)}, of a written-out text with a fraction only if it has one. */
    private void time(int open, int close) {
        Token text = statement.token(open + 1);
        boolean whole = close == open + 2
                && text.kind() == Token.Kind.STRING
                && text.text().indexOf('.') < 0;
        statement.emit(whole ? "CAST(my_time(" : "my_time(");
        statement.write(open + 1, close);
        statement.emit(whole ? ") AS TIME)" : ")");
    }

    /** {@code TIME_TO_SEC(x)}, with the fraction that x has. */
    private void timeToSeconds(int open, int close) {
        statement.emit("cast_to_type(CAST(java_time_to_sec(CAST(");
        statement.write(open + 1, close);
        statement.emit("AS VARCHAR)) AS DECIMAL(20,6)),");
        secondsType(open + 1, close);
        statement.emit(")");
    }

    /** A value of the type that seconds of this moment have: of a written-out text with as many digits as that has. */
    void secondsType(int from, int to) {
        Token text = statement.token(from);
        if (to == from + 1 && text.kind() == Token.Kind.STRING) {
            int point = text.text().indexOf('.');
            int digits = point < 0 ? 0 : Math.min(6, text.text().strip().length() - point - 1);
            statement.emit(digits <= 0 ? "CAST(0 AS BIGINT)" : "CAST(0 AS DECIMAL(20," + digits + "))");
            return;
        }
        statement.emit("my_seconds_type(");
        statement.write(from, to);
        statement.emit(")");
    }

    private void cast(int open, int close) {
        int as = find("AS", open + 1, close);
        if (as < 0) {
            throw statement.unexpected(open);
        }
        typed(open + 1, as, as + 1, close);
    }

    /** {@code CONVERT(x, type)}; {@code CONVERT(x USING charset)} changes nothing, since text is UTF-8. */
    private void convert(int open, int close) {
        int using = find("USING", open + 1, close);
        if (using >= 0) {
            statement.emit("(");
            statement.write(open + 1, using);
            statement.emit(")");
            return;
        }
        List<Integer> commas = commas(open, close);
        if (commas.isEmpty()) {
            throw statement.unexpected(open);
        }
        int last = commas.get(commas.size() - 1);
        typed(open + 1, last, last + 1, close);
    }

    private void typed(int from, int to, int type, int end) {
        String name = statement.token(type).upper();
        if (statement.token(type).kind() != Token.Kind.WORD) {
            throw statement.unexpected(type);
        }
        List<String> lengths = type + 1 < end && statement.token(type + 1).isSymbol("(")
                ? lengths(type + 1, statement.closing(type + 1))
                : List.of();
        boolean hasLength = !lengths.isEmpty();
        String length = hasLength ? lengths.get(0) : "";
        String target =
                switch (name) {
                    case "SIGNED" -> "BIGINT";
                    case "UNSIGNED" -> "UBIGINT";
                    case "CHAR", "NCHAR" -> "VARCHAR";
                    case "BINARY" -> "BLOB";
                    case "DATE" -> "DATE";
                    case "DATETIME" ->
                        length.isEmpty() || length.equals("0")
                                ? "TIMESTAMP_S"
                                : length.compareTo("3") <= 0 ? "TIMESTAMP_MS" : "TIMESTAMP";
                    case "TIME" -> length.isEmpty() || length.equals("0") ? "TIME" : "TIME_NS";
                    case "DOUBLE", "REAL" -> "DOUBLE";
                    case "FLOAT" -> "FLOAT";
                    case "JSON" -> "JSON";
                    case "DECIMAL" -> hasLength ? "DECIMAL(" + String.join(",", lengths) + ")" : "DECIMAL(10,0)";
                    default -> throw statement.unexpected(type);
                };
        Token value = statement.token(from);
        boolean single = to == from + 1;
        if (single && value.kind() == Token.Kind.STRING && (name.equals("SIGNED") || name.equals("UNSIGNED"))) {
            // Of a text MySQL reads the whole number that it begins with; the engine would round.
            String whole = Token.string(BEHIND_WHOLE.matcher(value.text()).replaceFirst("$1"));
            statement.emit(name.equals("SIGNED") ? "CAST(" + whole + " AS BIGINT)" : "my_unsigned(" + whole + ")");
            return;
        }
        if (name.equals("SIGNED") && ValueTexts.isName(statement::token, from, to)) {
            statement.emit("my_signed(");
            statement.write(from, to);
            statement.emit(")");
            return;
        }
        if (name.equals("UNSIGNED")) {
            statement.emit("my_unsigned(");
            statement.write(from, to);
            statement.emit(")");
            return;
        }
        boolean cut = name.equals("CHAR") && hasLength;
        statement.emit((cut ? "\"left\"(" : "") + "CAST (");
        statement.write(from, to);
        statement.emit("AS " + target + ")");
        if (cut) {
            statement.emit("," + length + ")");
        }
    }

    /** The numbers of {@code (n)} or {@code (n, n)}. */
    private List<String> lengths(int open, int close) {
        List<String> lengths = new ArrayList<>();
        for (int i = open + 1; i <= close; i += 2) {
            if (statement.token(i).kind() != Token.Kind.NUMBER
                    || !(i + 1 == close || statement.token(i + 1).isSymbol(","))) {
                throw statement.unexpected(i);
            }
            lengths.add(statement.token(i).engineText());
        }
        return lengths;
    }

    private void unixTimestamp(int open, int close) {
        if (close == open + 1) {
            statement.emit(zones.unixTimestamp(now));
            return;
        }
        zones.unixTimestamp(open, close);
        statement.emit(",");
        secondsType(open + 1, close);
        statement.emit(")");
    }

    private void groupConcat(int open, int close) {
        int from = open + 1;
        boolean distinct = statement.token(from).isWord("DISTINCT");
        if (distinct) {
            from++;
        }
        int order = find("ORDER", from, close);
        int separator = find("SEPARATOR", from, close);
        int valuesEnd = valuesEnd(from, close);
        if (distinct && order >= 0 && isSortedByItself(from, order, separator >= 0 ? separator : close)) {
            sortedDistinct(from, order, separator, close);
            return;
        }
        statement.emit(distinct ? "string_agg( DISTINCT concat(" : "string_agg( concat(");
        statement.write(from, valuesEnd);
        statement.emit("),");
        requireSeparator(separator, close);
        statement.emit(separator < 0 ? "','" : statement.token(separator + 1).engineText());
        if (order >= 0) {
            statement.write(order, separator >= 0 ? separator : close);
        }
        statement.emit(")");
    }

    /** Whether the one value up to ORDER BY is what is sorted by. */
    private boolean isSortedByItself(int from, int order, int end) {
        int sorted = order + 2;
        int length = order - from;
        boolean directed = statement.token(end - 1).isWord("DESC")
                || statement.token(end - 1).isWord("ASC");
        if ((directed ? end - 1 : end) - sorted != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            Token token = statement.token(from + i);
            if (token.kind() == Token.Kind.PARAMETER
                    || token.isSymbol(",")
                    || token.kind() != statement.token(sorted + i).kind()
                    || !token.text().equals(statement.token(sorted + i).text())) {
                return false;
            }
        }
        return true;
    }

    /** The engine sorts different values only by themselves, and not by what a text was made of. */
    private void sortedDistinct(int from, int order, int separator, int close) {
        requireSeparator(separator, close);
        boolean descending =
                statement.token((separator >= 0 ? separator : close) - 1).isWord("DESC");
        statement.emit(descending ? "my_listed_down( list( DISTINCT " : "my_listed( list( DISTINCT ");
        statement.writeTyped(from, order);
        statement.emit(") FILTER (WHERE (");
        statement.writeTyped(from, order);
        statement.emit(") IS NOT NULL),");
        statement.emit(separator < 0 ? "','" : statement.token(separator + 1).engineText());
        statement.emit(")");
    }

    private void requireSeparator(int separator, int close) {
        if (separator >= 0 && (statement.token(separator + 1).kind() != Token.Kind.STRING || separator + 2 != close)) {
            throw statement.unexpected(separator);
        }
    }

    /** Behind the values of GROUP_CONCAT that begin at {@code from}. */
    private int valuesEnd(int from, int close) {
        int order = find("ORDER", from, close);
        int separator = find("SEPARATOR", from, close);
        return order >= 0 ? order : separator >= 0 ? separator : close;
    }

    private void count(int open, int close) {
        List<Integer> commas = commas(open, close);
        if (!statement.token(open + 1).isWord("DISTINCT") || commas.isEmpty()) {
            statement.emit("count");
            statement.write(open, close + 1);
            return;
        }
        // Rows of values, none of which is NULL.
        statement.emit("count( DISTINCT my_row(");
        statement.write(open + 2, close);
        statement.emit("))");
    }

    /** {@code STR_TO_DATE(s, 'format')}: a DATE, or a DATETIME if the format has a time; NULL for other text. */
    private void strToDate(int open, int close) {
        int format = format(open, close, "STR_TO_DATE");
        String text = statement.token(format).text();
        ParsedDates parsed = ParsedDates.of(text);
        statement.emit("CAST(my_str_to_date(");
        statement.write(open + 1, format - 1);
        statement.emit("," + literals(parsed, ""));
        ParsedDates.ofDateIn(text).ifPresent(date -> statement.emit("," + literals(date, "[ \\t]*$")));
        statement.emit(") AS " + (parsed.time() ? "TIMESTAMP_S)" : "DATE)"));
    }

    private static String literals(ParsedDates parsed, String end) {
        return Token.string(parsed.pattern() + end) + "," + Token.string(parsed.bars()) + ","
                + Token.string(parsed.format());
    }

    /** {@code WEEK(d[, mode])}: in the modes that the engine counts, too, by the engine. */
    private void week(int open, int close) {
        List<Integer> commas = commas(open, close);
        int end = commas.isEmpty() ? close : commas.get(0);
        String mode = commas.isEmpty() ? "0" : statement.token(end + 1).text();
        String format =
                switch (end + (commas.isEmpty() ? 0 : 2) == close ? mode : "") {
                    case "0" -> "%U";
                    case "3" -> "%V";
                    case "5" -> "%W";
                    default -> "";
                };
        if (format.isEmpty()) {
            javaCall(JavaFunctions.find("week").orElseThrow(), open, close);
            return;
        }
        statement.emit("CAST(strftime( CAST (");
        statement.write(open + 1, end);
        statement.emit("AS TIMESTAMP), '" + format + "') AS BIGINT)");
    }

    private void withCommas(int from, int close) {
        int start = from;
        for (String word : new String[] {"FROM", "FOR"}) {
            int at = find(word, start, close);
            if (at >= 0) {
                statement.write(start, at);
                statement.emit(",");
                start = at + 1;
            }
        }
        statement.write(start, close);
    }

    private void position(int open, int close) {
        int in = find("IN", open + 1, close);
        if (in < 0) {
            throw statement.unexpected(open);
        }
        statement.emit("my_locate(");
        statement.write(open + 1, in);
        statement.emit(",");
        statement.write(in + 1, close);
        statement.emit(")");
    }

    private void extract(int open, int close) {
        String unit = statement.token(open + 1).upper();
        if (!statement.token(open + 2).isWord("FROM")) {
            throw statement.unexpected(open);
        }
        if (unit.equals("WEEK")) {
            statement.emit("CAST(strftime( CAST (");
            statement.write(open + 3, close);
            statement.emit("AS TIMESTAMP), '%U') AS BIGINT)");
            return;
        }
        if (!Intervals.isUnit(unit) && !unit.equals("YEAR_MONTH")) {
            throw StatementRewriter.unsupported("EXTRACT(" + unit + ")");
        }
        statement.emit(
                unit.equals("YEAR_MONTH")
                        ? "my_year_month("
                        : DuckDbSession.quote(unit.toLowerCase(Locale.ROOT)) + "(");
        statement.write(open + 3, close);
        statement.emit(")");
    }

    /** Where the format of {@code f(x, 'format')} stands; refused where it is computed. */
    private int format(int open, int close, String function) {
        List<Integer> commas = commas(open, close);
        if (commas.size() != 1) {
            throw statement.unexpected(open);
        }
        int format = commas.get(0) + 1;
        if (statement.token(format).kind() != Token.Kind.STRING || format + 1 != close) {
            throw StatementRewriter.unsupported(function + " with a computed format");
        }
        return format;
    }

    /** By the engine where the format is written out and it knows its parts. */
    private void dateFormat(int open, int close) {
        List<Integer> commas = commas(open, close);
        int format = commas.size() == 1 ? commas.get(0) + 1 : open;
        Optional<String> translated =
                format + 1 == close && statement.token(format).kind() == Token.Kind.STRING
                        ? DateFormat.translate(statement.token(format).text())
                        : Optional.empty();
        if (translated.isEmpty()) {
            javaCall(JavaFunctions.find("date_format").orElseThrow(), open, close);
            return;
        }
        statement.emit("strftime( CAST (");
        statement.write(open + 1, format - 1);
        statement.emit("AS TIMESTAMP),");
        statement.emit(Token.string(translated.get()));
        statement.emit(")");
    }

    /** The engine formats no text as a time, so the parts are put together here. */
    private void timeFormat(int open, int close) {
        int format = format(open, close, "TIME_FORMAT");
        statement.emit("my_time_format(");
        statement.write(open + 1, format - 1);
        statement.emit(
                "," + Token.string(DateFormat.ofTime(statement.token(format).text())) + ")");
    }

    private void dateAdd(int open, int close, boolean minus) {
        List<Integer> commas = commas(open, close);
        if (commas.size() != 1) {
            throw statement.unexpected(open);
        }
        intervals.addition(open, commas.get(0), close, minus);
    }

    private String unit(int index) {
        String unit = statement.token(index).upper();
        if (!Intervals.isUnit(unit)) {
            throw StatementRewriter.unsupported("INTERVAL … " + unit);
        }
        return unit;
    }

    /** {@code TIMESTAMPADD(unit, n, x)} is {@code x + INTERVAL n unit}. */
    private void timestampAdd(int open, int close) {
        String unit = unit(open + 1);
        List<Integer> commas = commas(open, close);
        if (commas.size() != 2 || commas.get(0) != open + 2) {
            throw statement.unexpected(open);
        }
        intervals.added(unit, open + 3, commas.get(1), close);
    }

    private void timestampDiff(int open, int close) {
        String unit = unit(open + 1);
        if (!statement.token(open + 2).isSymbol(",")) {
            throw statement.unexpected(open);
        }
        List<Integer> commas = commas(open, close);
        if (commas.size() != 2) {
            throw statement.unexpected(open);
        }
        switch (unit) {
            case "MONTH", "QUARTER", "YEAR" ->
                statement.emit("my_" + unit.toLowerCase(Locale.ROOT) + "s_between(CAST (");
            default -> statement.emit("date_sub('" + unit.toLowerCase(Locale.ROOT) + "', CAST (");
        }
        statement.write(open + 3, commas.get(1));
        statement.emit("AS TIMESTAMP), CAST (");
        statement.write(commas.get(1) + 1, close);
        statement.emit("AS TIMESTAMP))");
    }

    /** The time of the statement as a literal, so that every mention of it is the same. */
    void now(String function, int fractionDigits) {
        LocalDateTime time = function.startsWith("UTC")
                ? now.atZone(ZoneId.of(context.timeZone()))
                        .withZoneSameInstant(ZoneOffset.UTC)
                        .toLocalDateTime()
                : now;
        switch (function) {
            case "CURDATE", "CURRENT_DATE", "UTC_DATE" -> statement.emit("(DATE '" + time.toLocalDate() + "')");
            case "CURTIME", "CURRENT_TIME", "UTC_TIME" ->
                statement.emit("(TIME '"
                        + DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).format(time) + "')");
            default -> {
                if (fractionDigits == 0) {
                    statement.emit("CAST('" + SECONDS.format(time) + "' AS TIMESTAMP_S)");
                } else {
                    long unit = 1;
                    for (int i = fractionDigits; i < 9; i++) {
                        unit *= 10;
                    }
                    long nanos = time.getLong(ChronoField.NANO_OF_SECOND);
                    LocalDateTime cut = time.with(ChronoField.NANO_OF_SECOND, nanos / unit * unit);
                    statement.emit("CAST('" + MICROS.format(cut) + "' AS "
                            + (fractionDigits <= 3 ? "TIMESTAMP_MS" : "TIMESTAMP") + ")");
                }
            }
        }
    }

    private int precision(int open, int close) {
        if (close == open + 1) {
            return 0;
        }
        String digits = statement.token(open + 1).text();
        if (close != open + 2 || !digits.matches("[0-6]")) {
            throw new TributaryException(
                    ErrorCode.WRONG_ARGUMENTS, "fraction digits of a time are 0 to 6, not '" + digits + "'");
        }
        return Integer.parseInt(digits);
    }

    private List<Integer> commas(int open, int close) {
        return statement.commas(open, close);
    }

    /** The first such word outside of inner parentheses, or -1. */
    private int find(String word, int from, int to) {
        List<Integer> found = words(word, from - 1, to);
        return found.isEmpty() ? -1 : found.get(0);
    }

    private List<Integer> words(String word, int open, int close) {
        List<Integer> found = new ArrayList<>();
        int depth = 0;
        for (int i = open + 1; i < close; i++) {
            Token token = statement.token(i);
            depth += token.nesting();
            if (depth == 0 && token.isWord(word)) {
                found.add(i);
            }
        }
        return found;
    }
}
