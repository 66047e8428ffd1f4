package io.tributary.test.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a value is, as far as functions ask for it, with literals of it. */
enum Kind {
    BOOL("TRUE | FALSE | (1 = 1)"),
    INT("0 | 1 | -1 | 2 | 3 | 7 | 10 | 42 | -5 | 100 | 2024 | 100000"),
    UINT("CAST(5 AS UNSIGNED) | CAST(0 AS UNSIGNED) | 3 | 1 | 255 | 4294967295"),
    DEC("1.5 | 0.05 | 10.50 | -2.25 | 123.456 | 0.0 | 99999999.99 | 1.00"),
    DBL("1e0 | 2.5e0 | 0.1e0 | -3e0 | 1e10 | 1e-3 | 0e0 | 1.5e15"),
    TEXT(
            "'a' | '' | 'Hello' | 'äöü' | '12' | '12abc' | 'b' | ' x ' | 'a_c' | '100%' | '2024-02-29' | 'it''s' | 'a\\\\b'"),
    DATE("DATE '2024-02-29' | DATE '1999-12-31' | CAST('2024-01-31' AS DATE) | DATE '2023-01-01'"),
    MOMENT("TIMESTAMP '2024-02-29 13:14:15' | TIMESTAMP '2024-02-29 23:59:59.678' | CAST('2000-01-01' AS DATETIME)"
            + " | CAST('2024-12-31 12:00:00.5' AS DATETIME(3)) | TIMESTAMP '1999-12-31 00:00:01.000001'"),
    TIME("TIME '10:11:12' | TIME '00:00:00' | TIME '23:59:59.5' | CAST('10:30:00' AS TIME)"),
    JSON(
            "'{\"a\": 1}' | '[1, 2, 3]' | '{\"b\": [1, {\"c\": \"x\"}], \"n\": null}' | JSON_ARRAY(1, 'a') | '\"Bob\"' | '1.5'"
                    + " | JSON_OBJECT('a', 2) | '[]' | 'null' | '{\"name\": \"Bob\"}'"),
    /** MariaDB has 0x… for what x'…' is in MySQL: a number beside numbers. */
    BIN("0x6162 | 0xFF00 | x'' | _binary'abc'");

    static final List<Kind> NUMBERS = List.of(INT, INT, UINT, DEC, DBL);
    static final List<Kind> EXACT = List.of(INT, INT, UINT, DEC);
    static final List<Kind> DAYS = List.of(DATE, MOMENT);
    /** Each of them as often as tables have such columns. */
    static final List<Kind> PLAIN = List.of(BOOL, INT, INT, UINT, DEC, DBL, TEXT, TEXT, DATE, MOMENT);

    static final List<Kind> IN_JSON = List.of(BOOL, INT, UINT, DEC, TEXT, DATE);

    /** All but JSON, which is a text in MariaDB: it cannot say how MySQL compares it. */
    static final List<Kind> COMPARABLE =
            Arrays.stream(values()).filter(each -> each != JSON).toList();

    /** The rarer ones besides, for what a query gives. */
    static final List<Kind> SELECTED =
            List.of(BOOL, INT, INT, INT, UINT, DEC, DEC, DBL, TEXT, TEXT, TEXT, DATE, MOMENT, MOMENT, TIME, JSON, BIN);

    private final String literals;

    Kind(String literals) {
        this.literals = literals;
    }

    List<String> literals() {
        return List.of(literals.split(" \\| "));
    }

    boolean isNumber() {
        return NUMBERS.contains(this);
    }

    /** Whether it is a number beside others. */
    boolean isCounted() {
        return isNumber() || this == BOOL;
    }

    boolean isMoment() {
        return isDay() || this == TIME;
    }

    /** Whether it has characters or bytes. */
    boolean isString() {
        return this == TEXT || this == BIN;
    }

    boolean isDay() {
        return DAYS.contains(this);
    }

    boolean isPlain() {
        return PLAIN.contains(this);
    }

    static Kind named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
