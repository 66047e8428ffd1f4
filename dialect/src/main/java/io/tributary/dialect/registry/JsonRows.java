package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.many;
import static io.tributary.dialect.registry.Function.Signature.optional;
import static io.tributary.dialect.registry.Want.JSON;
import static io.tributary.dialect.registry.Want.JSON_VALUE;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.dialect.function.JavaFunctions;
import io.tributary.dialect.function.JsonLookups;
import io.tributary.dialect.registry.Function.Nulls;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.registry.Rows.Row;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Functions of JSON, which are computed from the texts of documents.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/json-functions.html">JSON Functions</a>
 */
final class JsonRows {
    private static final SqlType DOCUMENT = SqlType.of(Kind.JSON);
    private static final SqlType COUNT = SqlType.integer(10);
    private static final SqlType TRUE_OR_FALSE = SqlType.of(Kind.BOOL);
    private static final SqlType LONG_TEXT = SqlType.text(0);

    /** What Doris makes of a place in a document. */
    private interface Lookup {
        @Nullable
        Object of(String document, String path);
    }

    private JsonRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        row(rows, "JSON_OBJECT", Signature.of(), DOCUMENT).nulls(Nulls.NEVER);
        row(rows, "JSON_ARRAY", Signature.of(), DOCUMENT).nulls(Nulls.NEVER);
        row(rows, "JSON_OBJECT", pairs(0, TEXT), DOCUMENT).nulls(Nulls.NEVER);
        row(rows, "JSON_ARRAY", many(JSON_VALUE), DOCUMENT).nulls(Nulls.NEVER);
        for (String change :
                List.of("JSON_SET", "JSON_INSERT", "JSON_REPLACE", "JSON_ARRAY_APPEND", "JSON_ARRAY_INSERT")) {
            row(rows, change, pairs(1, Want.DOCUMENT), DOCUMENT);
        }
        row(rows, "JSON_REMOVE", many(Want.DOCUMENT, TEXT), DOCUMENT);
        row(rows, "JSON_EXTRACT|JSONB_EXTRACT", many(Want.DOCUMENT, TEXT), DOCUMENT);
        row(rows, "JSON_VALUE", Signature.of(Want.DOCUMENT, TEXT), LONG_TEXT);
        condition(rows, "JSON_VALID", Signature.of(JSON));
        row(rows, "JSON_LENGTH", optional(1, JSON, TEXT), COUNT);
        row(rows, "JSON_DEPTH", Signature.of(JSON), COUNT);
        row(rows, "JSON_TYPE", Signature.of(JSON), SqlType.text(51));
        row(rows, "JSON_KEYS", optional(1, JSON, TEXT), DOCUMENT);
        row(rows, "JSON_QUOTE", Signature.of(TEXT), LONG_TEXT);
        condition(rows, "JSON_CONTAINS", optional(1, JSON, JSON, TEXT));
        condition(rows, "JSON_CONTAINS_PATH", many(JSON, TEXT, TEXT));
        condition(rows, "JSON_OVERLAPS", Signature.of(JSON, JSON));
        row(rows, "JSON_MERGE_PATCH", many(Want.DOCUMENT, Want.DOCUMENT), DOCUMENT);
        row(rows, "JSON_MERGE_PRESERVE|JSON_MERGE", many(Want.DOCUMENT, Want.DOCUMENT), DOCUMENT);
        rows.row("JSON_UNQUOTE", LONG_TEXT, JSON).nullable().strict(a -> JsonLookups.unquoted((String) a[0]));
        doris(rows);
        return rows.functions();
    }

    /** A function that is computed from texts under MySQL's name. */
    private static Row row(Rows rows, String names, Signature signature, SqlType type) {
        return rows.row(names, type, signature).nullable().java(names.split("\\|", 2)[0].toLowerCase(Locale.ROOT));
    }

    /** One that gives 1 or 0. */
    private static void condition(Rows rows, String name, Signature signature) {
        Function.Body number = JavaFunctions.get(name.toLowerCase(Locale.ROOT))::apply;
        rows.row(name, TRUE_OR_FALSE, signature).nullable().java(a -> {
            Object value = number.apply(a);
            return value == null ? null : !value.equals(0L);
        });
    }

    /** Paths or names and values by turns behind some other arguments. */
    private static Signature pairs(int before, Want first) {
        return new Signature(
                before + 2, Signature.MANY, i -> i < before ? first : (i - before) % 2 == 0 ? TEXT : JSON_VALUE);
    }

    /**
     * Doris' functions of a document and a path, which give NULL for what is of another type.
     *
     * @see <a href="https://doris.apache.org/docs/sql-manual/sql-functions/scalar-functions/json-functions/">JSON Functions</a>
     */
    private static void doris(Rows rows) {
        lookup(rows, "STRING", LONG_TEXT, JsonLookups::text);
        lookup(rows, "INT", SqlType.of(Kind.INT), (document, path) -> JsonLookups.whole(document, path, Integer.SIZE));
        lookup(
                rows,
                "BIGINT",
                SqlType.of(Kind.BIGINT),
                (document, path) -> JsonLookups.whole(document, path, Long.SIZE));
        lookup(rows, "DOUBLE", SqlType.of(Kind.DOUBLE), JsonLookups::number);
        lookup(rows, "BOOL", TRUE_OR_FALSE, JsonLookups::truth);
        lookup(rows, "ISNULL", TRUE_OR_FALSE, JsonLookups::isNull);
        lookup(rows, "NO_QUOTES", LONG_TEXT, JsonLookups::unquotedAt);
        place(rows, "JSON_EXISTS_PATH|JSONB_EXISTS_PATH", TRUE_OR_FALSE, JsonLookups::exists);
        place(rows, "JSON_TYPE|JSONB_TYPE", SqlType.text(10), JsonLookups::type);
        rows.row("JSON_PARSE|JSONB_PARSE", DOCUMENT, TEXT).strict(a -> JsonLookups.parsed((String) a[0]));
        rows.row("JSON_PARSE_ERROR_TO_NULL|JSONB_PARSE_ERROR_TO_NULL", DOCUMENT, TEXT)
                .nullable()
                .strict(a -> JsonLookups.isDocument((String) a[0]) ? JsonLookups.parsed((String) a[0]) : null);
        rows.row("JSON_PARSE_ERROR_TO_VALUE|JSONB_PARSE_ERROR_TO_VALUE", DOCUMENT, optional(1, TEXT, TEXT))
                .strict(a -> JsonLookups.parsed(
                        JsonLookups.isDocument((String) a[0]) ? (String) a[0] : a.length > 1 ? (String) a[1] : "{}"));
    }

    private static void lookup(Rows rows, String what, SqlType type, Lookup lookup) {
        place(rows, "JSON_EXTRACT_%1$s|JSONB_EXTRACT_%1$s|GET_JSON_%1$s".formatted(what), type, lookup);
    }

    private static void place(Rows rows, String names, SqlType type, Lookup lookup) {
        rows.row(names, type, JSON, TEXT).nullable().strict(a -> lookup.of((String) a[0], (String) a[1]));
    }
}
