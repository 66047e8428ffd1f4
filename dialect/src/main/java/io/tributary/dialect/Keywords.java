package io.tributary.dialect;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words of statements, in upper case, by what they are in MySQL's grammar and in the engine's. */
final class Keywords {
    /** Words that stand before a parenthesis without being a function. */
    static final Set<String> NOT_FUNCTIONS = Set.of(
            "ALL",
            "AND",
            "ANY",
            "AS",
            "BETWEEN",
            "BY",
            "CASE",
            "DISTINCT",
            "DIV",
            "ELSE",
            "ESCAPE",
            "EXCEPT",
            "EXISTS",
            "FROM",
            "HAVING",
            "IN",
            "INTERSECT",
            "INTO",
            "IS",
            "JOIN",
            "LATERAL",
            "LIKE",
            "LIMIT",
            "NOT",
            "REGEXP",
            "RLIKE",
            "XOR",
            "OFFSET",
            "ON",
            "OR",
            "OVER",
            "SELECT",
            "SET",
            "SOME",
            "THEN",
            "UNION",
            "USING",
            "VALUES",
            "WHEN",
            "WHERE",
            "INTERVAL",
            "PARTITION",
            "ORDER",
            "BINARY",
            "WINDOW");

    /** No keywords in MySQL, but words with a meaning in DuckDB: here they are names. */
    static final Set<String> NAMES = Set.of(
            "ANALYSE",
            "ANTI",
            "ASOF",
            "AT",
            "COLLATION",
            "COLUMNS",
            "CURRENT_CATALOG",
            "CURRENT_ROLE",
            "CURRENT_SCHEMA",
            "DO",
            "EXCLUDE",
            "FREEZE",
            "GLOB",
            "ILIKE",
            "INITIALLY",
            "ISNULL",
            "LAMBDA",
            "MACRO",
            "MAP",
            "NOTNULL",
            "OVERLAPS",
            "PIVOT",
            "PIVOT_LONGER",
            "PIVOT_WIDER",
            "PLACING",
            "POSITIONAL",
            "QUALIFY",
            "RETURNING",
            "SAMPLE",
            "SEMI",
            "SESSION_USER",
            "SIMILAR",
            "STRUCT",
            "SUMMARIZE",
            "SYMMETRIC",
            "TABLESAMPLE",
            "TRY_CAST",
            "UNPIVOT",
            "USER",
            "VARIADIC",
            "VERBOSE");

    static final Set<String> UNSUPPORTED = Set.of("XOR", "SOUNDS", "ROLLUP");

    /** Hints that change no result. */
    static final Set<String> DROPPED_AFTER_SELECT = Set.of(
            "SQL_NO_CACHE",
            "SQL_CACHE",
            "SQL_CALC_FOUND_ROWS",
            "SQL_SMALL_RESULT",
            "SQL_BIG_RESULT",
            "SQL_BUFFER_RESULT",
            "HIGH_PRIORITY");

    /** Words that are neither an operand nor its end. */
    static final Set<String> NO_OPERANDS = Stream.of(
                    NOT_FUNCTIONS, DROPPED_AFTER_SELECT, Set.of("ASC", "DESC", "DISTINCTROW", "MOD", "STRAIGHT_JOIN"))
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private Keywords() {}
}
