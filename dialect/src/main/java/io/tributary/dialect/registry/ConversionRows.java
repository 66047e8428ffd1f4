package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.DOUBLE;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.JSON;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.dialect.function.JsonLookups;
import io.tributary.dialect.function.JsonText;
import io.tributary.dialect.registry.Rows.Computation;
import io.tributary.dialect.registry.Rows.Row;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.Unification;
import io.tributary.dialect.value.DorisNumber;
import io.tributary.dialect.value.NumericTime;
import io.tributary.dialect.value.PrintedNumber;
import io.tributary.dialect.value.YearNumber;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Conversions from one family of types to another. A row's arguments are the value, and the precision and scale of the type
 * that it becomes; the engine's type of that is the result's.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/type-conversion.html">Type Conversion in Expression Evaluation</a>
 */
final class ConversionRows {
    static final int ARGUMENTS = 3;

    private static final List<String> NUMBERS = List.of("INTEGER", "DECIMAL", "DOUBLE", "FLOAT");
    private static final SqlType REAL = SqlType.of(Kind.DOUBLE);

    private ConversionRows() {}

    /** Returns the family of a type, whose members are converted alike. */
    static String family(Kind kind) {
        return switch (kind) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, LARGEINT, BIT, YEAR -> "INTEGER";
            case TEXT, ENUM, SET -> "TEXT";
            default -> kind.name();
        };
    }

    /** Returns that of a type that becomes one of another family. */
    static String family(SqlType from, String to) {
        return from.isVariant() && List.of("TEXT", "BYTES", "ARRAY").contains(to) ? "VARIANT" : family(from.kind());
    }

    static List<Function> rows() {
        Rows rows = new Rows();
        numbers(rows);
        texts(rows);
        documents(rows);
        MomentConversions.add(rows);
        years(rows);
        ofDoris(rows);
        Stream.of(Kind.values()).map(ConversionRows::family).distinct().forEach(to -> row(rows, "NULL AS " + to, ANY)
                .duckdb(ConversionRows::cast));
        row(rows, "ARRAY AS ARRAY", ANY).duckdb(ConversionRows::cast);
        row(rows, "ARRAY AS TEXT", ANY).duckdb("CAST(#1 AS VARCHAR)");
        row(rows, "TEXT AS ARRAY", ANY)
                .duckdb(call -> Bounds.elements(call, "TRY_CAST(" + call.text(0) + " AS " + call.resultType() + ")"));
        row(rows, "CAST ARRAY AS ARRAY", ANY).duckdb(call -> Bounds.elements(call, call.text(0)));
        return rows.functions();
    }

    static Row row(Rows rows, String name, Want value) {
        return rows.row(name, ResultRule.same(0), value, INTEGER, INTEGER).nullable();
    }

    static Row row(Rows rows, String name, SqlType type, Want value) {
        return rows.row(name, type, value, INTEGER, INTEGER).nullable();
    }

    private static void numbers(Rows rows) {
        for (String from : List.of("INTEGER", "DECIMAL", "DOUBLE", "FLOAT", "BOOL")) {
            Want want = from.equals("DOUBLE") || from.equals("FLOAT") ? DOUBLE : NUMBER;
            for (String to : NUMBERS) {
                row(rows, from + " AS " + to, ANY).duckdb(ConversionRows::cast).strict(ConvertedNumbers.to(to));
            }
            row(rows, from + " AS BOOL", ANY).duckdb("(#1 <> 0)").strict(ConvertedNumbers.to("BOOL"));
            for (String to : List.of("INTEGER", "DECIMAL")) {
                row(rows, "CAST " + from + " AS " + to, SqlType.of(Kind.LARGEINT), want)
                        .duckdb(Bounds::clamped)
                        .strict(ConvertedNumbers.to(to));
            }
        }
        row(rows, "BOOL AS BOOL", ANY).duckdb("#1");
        for (String to : List.of("INTEGER", "DECIMAL", "DOUBLE", "FLOAT", "BOOL")) {
            SqlType given = to.equals("BOOL")
                    ? SqlType.of(Kind.BOOL)
                    : to.equals("DOUBLE") || to.equals("FLOAT") ? REAL : SqlType.of(Kind.LARGEINT);
            ofText(rows, to, given, ConvertedNumbers.ofText(to));
            row(rows, "JSON AS " + to, given, JSON).strict(ConvertedNumbers.ofJson(to));
            // A literal of bytes is a number beside numbers; bytes of rows are read as text.
            row(rows, "BYTES AS " + to, given, ANY)
                    .duckdb(call -> "CAST(fn_text_as_" + to.toLowerCase(Locale.ROOT) + "_3(CAST(" + call.text(0)
                            + " AS VARCHAR), " + call.text(1) + ", " + call.text(2) + ") AS " + call.resultType() + ")")
                    .strict(ConvertedNumbers.ofText(to));
        }
    }

    private static void years(Rows rows) {
        SqlType year = SqlType.of(Kind.YEAR);
        Computation ofNumber = a -> YearNumber.of(ConvertedNumbers.exact(a.get(0)));
        Computation ofText = a -> YearNumber.ofText(a.text(0));
        Computation ofMoment = a -> YearNumber.of((Temporal) a.known(0));
        row(rows, "CAST INTEGER AS YEAR", year, NUMBER)
                .shortly(
                        "CASE WHEN #1 = 0 OR #1 BETWEEN 1901 AND 2155 THEN CAST(#1 AS BIGINT) WHEN #1 BETWEEN 1 AND 69"
                                + " THEN CAST(#1 AS BIGINT) + 2000 WHEN #1 BETWEEN 70 AND 99 THEN CAST(#1 AS BIGINT) + 1900 END")
                .strict(ofNumber);
        row(rows, "CAST BOOL AS YEAR", year, NUMBER)
                .duckdb("(CAST(#1 AS BIGINT) * 2001)")
                .strict(ofNumber);
        row(rows, "CAST DECIMAL AS YEAR", year, NUMBER).strict(ofNumber);
        row(rows, "CAST DOUBLE AS YEAR", year, DOUBLE).strict(ofNumber);
        row(rows, "CAST FLOAT AS YEAR", year, DOUBLE).strict(ofNumber);
        row(rows, "CAST TEXT AS YEAR", year, TEXT).strict(ofText);
        row(rows, "CAST JSON AS YEAR", year, JSON).strict(ofText);
        // A literal of bytes is a number, bytes of rows are read as text.
        row(rows, "CAST BYTES AS YEAR", year, ANY)
                .duckdb("fn_cast_text_as_year_3(CAST(#1 AS VARCHAR), #2, #3)")
                .strict(ofNumber);
        String ofDay = "CASE WHEN year(#1) BETWEEN 1901 AND 2155 THEN year(#1) END";
        row(rows, "CAST DATE AS YEAR", year, Want.DATE).shortly(ofDay).strict(ofMoment);
        row(rows, "CAST DATETIME AS YEAR", year, Want.DATETIME).shortly(ofDay).strict(ofMoment);
        row(rows, "NULL AS YEAR", ANY).duckdb(ConversionRows::cast);
    }

    /** What Doris casts to its whole numbers and truth values: a fraction is cut off, and what is no such value is NULL. */
    private static void ofDoris(Rows rows) {
        SqlType whole = SqlType.of(Kind.LARGEINT);
        Computation ofNumber = ConvertedNumbers.ofDoris();
        row(rows, "DORIS BOOL AS INTEGER", ANY).duckdb(ConversionRows::cast).strict(ConvertedNumbers.to("INTEGER"));
        row(rows, "DORIS INTEGER AS INTEGER", ANY)
                .duckdb(call -> Bounds.tried(call, call.text(0)))
                .strict(ofNumber);
        for (String from : List.of("DECIMAL", "DOUBLE", "FLOAT")) {
            row(rows, "DORIS " + from + " AS INTEGER", ANY)
                    .duckdb(call -> Bounds.tried(call, "trunc(" + call.shown(0) + ")"))
                    .strict(ofNumber);
        }
        for (String from : List.of("DATE", "DATETIME")) {
            String form = from.equals("DATE") ? "'%Y%m%d')" : "'%Y%m%d%H%M%S')";
            row(rows, "DORIS " + from + " AS INTEGER", ANY)
                    .duckdb(call -> Bounds.tried(call, "CAST(strftime(" + call.text(0) + ", " + form + " AS BIGINT)"))
                    .strict(ofNumber);
        }
        row(rows, "DORIS TIME AS INTEGER", whole, Want.TIME).strict(ofNumber);
        row(rows, "DORIS TEXT AS INTEGER", whole, TEXT).strict(ConvertedNumbers::textOfDoris);
        row(rows, "DORIS JSON AS INTEGER", whole, JSON)
                .strict(a -> ConvertedNumbers.textOfDoris(a.with(ConvertedNumbers.digits(a.text(0)))));
        row(rows, "DORIS BYTES AS INTEGER", ANY)
                .duckdb(call -> "CAST(fn_doris_text_as_integer_3(CAST(" + call.text(0) + " AS VARCHAR), " + call.text(1)
                        + ", " + call.text(2) + ") AS " + call.resultType() + ")")
                .strict(ofNumber);
        row(rows, "DORIS TEXT AS BOOL", SqlType.of(Kind.BOOL), TEXT).strict(a -> DorisNumber.truth(a.text(0)));
        row(rows, "DORIS JSON AS BOOL", SqlType.of(Kind.BOOL), JSON)
                .strict(a -> DorisNumber.truth(ConvertedNumbers.characters(a.text(0))));
    }

    /** Adds the conversion of texts, and the one that fails where the whole text is no such value. */
    static void ofText(Rows rows, String to, SqlType type, Computation body) {
        Spelling spelling = plain(to);
        row(rows, "TEXT AS " + to, type, TEXT).duckdb(spelling).strict(body);
        row(rows, "STRICT TEXT AS " + to, type, TEXT).duckdb(spelling).strict(ConvertedNumbers.ofWholeText(to, body));
    }

    /** Returns how the engine reads the texts that it reads as MySQL does, in a tenth of the time of a call. */
    private static Spelling plain(String to) {
        String condition =
                switch (to) {
                    case "DOUBLE" ->
                        "isfinite(TRY_CAST(#1 AS DOUBLE)) AND NOT contains(#1, '_') AND NOT contains(#1, '+-')";
                    case "INTEGER" -> "CAST(TRY_CAST(#1 AS BIGINT) AS VARCHAR) = #1";
                    case "DATE" -> "length(#1) = 10 AND CAST(TRY_CAST(#1 AS DATE) AS VARCHAR) = #1";
                    case "DATETIME" -> "length(#1) = 19 AND CAST(TRY_CAST(#1 AS TIMESTAMP) AS VARCHAR) = #1";
                    default -> "";
                };
        // A number without a sign keeps the bits of one below zero.
        return call -> condition.isEmpty()
                        || !call.isShort(0)
                        || call.result().precision() == ConvertedNumbers.DIGITS_OF_UNSIGNED
                ? call.java()
                : "CASE WHEN " + condition.replace("#1", call.text(0)) + " THEN " + cast(call) + " ELSE " + call.java()
                        + " END";
    }

    private static String cast(Written call) {
        return "CAST(" + call.text(0) + " AS " + call.resultType() + ")";
    }

    private static void texts(Rows rows) {
        text(rows, "TEXT", TEXT, call -> call.text(0));
        text(rows, "INTEGER", ANY, Spelling.of("CAST(@1 AS VARCHAR)"));
        text(rows, "BOOL", ANY, Spelling.of("CAST(CAST(#1 AS BIGINT) AS VARCHAR)"));
        text(rows, "DECIMAL", ANY, ConversionRows::shown);
        for (String from : List.of("DOUBLE", "FLOAT")) {
            row(rows, from + " AS TEXT", SqlType.text(22), DOUBLE)
                    .strict(ConvertedNumbers.printed(from.equals("FLOAT")));
            String printed = "fn_" + from.toLowerCase(Locale.ROOT) + "_as_text_3(CAST(#1 AS DOUBLE), #2, #3)";
            row(rows, "CAST " + from + " AS TEXT", DOUBLE)
                    .duckdb(call -> left(call, Spelling.of(printed).write(call)))
                    .strict(ConvertedNumbers::printed);
            row(rows, from + " AS BYTES", DOUBLE).duckdb("encode(" + printed + ")");
        }
        rows.row("CARRIED DIGITS", SqlType.text(0), ANY).duckdb("CAST(#1 AS VARCHAR)");
        rows.row("MOMENT TEXT", ResultRule.same(0), TEXT).moments().duckdb("#1").strict(a -> a.get(0));
        rows.row("DIGITS OF MOMENT", SqlType.text(22), TEXT)
                .strict(a -> NumericTime.of(a.text(0)).toPlainString());
        rows.row("DOUBLE DIGITS", SqlType.text(0), DOUBLE, INTEGER)
                .strict(a -> PrintedNumber.of(a.real(0), (int) a.whole(1)));
        rows.row("FITTING DOUBLE", SqlType.text(0), DOUBLE, INTEGER)
                .strict(a -> PrintedNumber.within(a.real(0), (int) a.whole(1)));
        row(rows, "BYTES AS TEXT", SqlType.text(0), Want.BYTES).strict(ConvertedNumbers::decoded);
        row(rows, "BYTES AS BYTES", ANY).duckdb(ConversionRows::cutBytes);
        row(rows, "TEXT AS BYTES", ANY).duckdb("encode(#1)").strict(ConvertedNumbers::encoded);
        row(rows, "CAST TEXT AS BYTES", ANY).duckdb(call -> cut(call, "encode(" + call.text(0) + ")"));
        row(rows, "JSON AS BYTES", ANY).duckdb("encode(#1)");
    }

    /** A quotient is printed with the digits that it shows. */
    private static String shown(Written call) {
        return "CAST(" + call.shown(0) + " AS VARCHAR)";
    }

    /** Adds the conversion to text, and CAST, which cuts what is longer than its type. */
    static void text(Rows rows, String from, Want value, Spelling spelling) {
        row(rows, from + " AS TEXT", SqlType.text(0), value).duckdb(spelling).strict(ConvertedNumbers::printed);
        row(rows, "CAST " + from + " AS TEXT", SqlType.text(0), value)
                .duckdb(call -> left(call, spelling.write(call)))
                .strict(ConvertedNumbers::printed);
        if (!from.equals("TEXT")) {
            row(rows, from + " AS BYTES", value).duckdb(call -> "encode(" + spelling.write(call) + ")");
        }
    }

    static String left(Written call, String text) {
        int most = call.result().precision();
        int longest = Unification.characters(call.type(0));
        return most > 0 && (longest == 0 || longest > most) ? "left(" + text + ", " + most + ")" : text;
    }

    private static String cutBytes(Written call) {
        return cut(call, call.text(0));
    }

    private static String cut(Written call, String bytes) {
        int most = call.result().precision();
        return most == 0 ? bytes : bytes + "[1:" + most + "]";
    }

    private static String printed(Written call) {
        return (call.type(0).isWritten() ? "fn_json_of_text_1(" : "fn_json_print_1(") + call.text(0) + ")";
    }

    /** A string of Doris' VARIANT is the text without quotes. */
    static String characters(Written call) {
        return (call.type(0).isWritten() ? "fn_written_variant_1(" : "fn_variant_text_1(") + call.text(0) + ")";
    }

    private static void documents(Rows rows) {
        row(rows, "JSON AS TEXT", SqlType.text(0), JSON).duckdb(ConversionRows::printed);
        row(rows, "CAST TEXT AS JSON", SqlType.of(Kind.JSON), TEXT)
                .duckdb("fn_json_of_text_1(#1)")
                .strict(a -> JsonLookups.parsed(a.text(0)));
        row(rows, "JSON AS JSON", JSON).duckdb(call -> call.type(0).isWritten() ? printed(call) : call.text(0));
        row(rows, "VARIANT AS TEXT", SqlType.text(0), JSON).duckdb(ConversionRows::characters);
        row(rows, "CAST VARIANT AS TEXT", SqlType.text(0), JSON).duckdb(call -> left(call, characters(call)));
        row(rows, "VARIANT AS BYTES", ANY).duckdb(call -> "encode(" + characters(call) + ")");
        row(rows, "VARIANT AS ARRAY", ANY)
                .duckdb(call ->
                        Bounds.elements(call, "TRY_CAST(" + characters(call) + " AS " + call.resultType() + ")"));
        rows.row("VARIANT TEXT", SqlType.text(0), TEXT).partial(a -> JsonLookups.characters(a.text(0)));
        rows.row("WRITTEN VARIANT", SqlType.text(0), TEXT)
                .partial(a -> JsonLookups.characters(JsonLookups.parsed(a.text(0))));
        rows.row("JSON DOCUMENT", SqlType.of(Kind.JSON), JSON).duckdb("('" + JsonText.PRINTED + "' || #1)");
        row(rows, "TEXT AS JSON", ANY).duckdb("CAST(to_json(#1) AS VARCHAR)");
        row(rows, "DATE AS JSON", ANY).duckdb("('\"' || CAST(#1 AS VARCHAR) || '\"')");
        row(rows, "DATETIME AS JSON", ANY).duckdb("strftime(#1, '\"%Y-%m-%d %H:%M:%S.%f\"')");
        row(rows, "TIME AS JSON", ANY).duckdb("('\"' || fn_time_text_2(#1, CAST(6 AS BIGINT)) || '\"')");
        for (String from : List.of("INTEGER", "BOOL")) {
            row(rows, from + " AS JSON", ANY).duckdb("CAST(#1 AS VARCHAR)");
        }
        row(rows, "DECIMAL AS JSON", ANY).duckdb(ConversionRows::shown);
        for (String from : List.of("DOUBLE", "FLOAT", "ARRAY")) {
            row(rows, from + " AS JSON", ANY).duckdb("fn_json_of_text_1(CAST(to_json(#1) AS VARCHAR))");
        }
        rows.row("JSON PRINT", SqlType.of(Kind.JSON), TEXT).strict(a -> JsonText.printed(a.text(0)));
        rows.row("JSON OF TEXT", SqlType.of(Kind.JSON), TEXT).strict(a -> JsonLookups.parsed(a.text(0)));
    }
}
