package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.many;
import static io.tributary.dialect.registry.Function.Signature.optional;
import static io.tributary.dialect.registry.Want.JSON;
import static io.tributary.dialect.registry.Want.JSON_VALUE;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.dialect.function.JsonChanges;
import io.tributary.dialect.function.JsonChanges.Change;
import io.tributary.dialect.function.JsonFunctions;
import io.tributary.dialect.function.JsonLookups;
import io.tributary.dialect.function.JsonText;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.List;
import java.util.Objects;
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
    /** Characters of all documents of a call. */
    private static final int DOCUMENT_CHARACTERS_MAX = 16 << 20;

    /** What Doris makes of a place in a document. */
    private interface Lookup {
        @Nullable
        Object of(String document, String path);
    }

    private JsonRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        for (int pairs : List.of(0, 1)) {
            rows.row("JSON_OBJECT", DOCUMENT, pairs == 0 ? Signature.of() : pairs(0, TEXT))
                    .nullable()
                    .java(a -> JsonChanges.object(a.texts(0)));
            rows.row("JSON_ARRAY", DOCUMENT, pairs == 0 ? Signature.of() : many(JSON_VALUE))
                    .nullable()
                    .java(a -> JsonChanges.array(a.texts(0)));
        }
        for (Change change : Change.values()) {
            rows.row("JSON_" + change, DOCUMENT, pairs(1, Want.DOCUMENT))
                    .nullable()
                    .java(a -> JsonChanges.changed(change, a.texts(0)));
        }
        of(rows, "JSON_REMOVE", DOCUMENT, many(Want.DOCUMENT, TEXT), JsonChanges::remove);
        of(rows, "JSON_EXTRACT|JSONB_EXTRACT", DOCUMENT, many(Want.DOCUMENT, TEXT), JsonFunctions::extract);
        of(rows, "JSON_LENGTH", COUNT, optional(1, JSON, TEXT), JsonFunctions::length);
        of(rows, "JSON_KEYS", DOCUMENT, optional(1, JSON, TEXT), JsonFunctions::keys);
        of(rows, "JSON_CONTAINS", TRUE_OR_FALSE, optional(1, JSON, JSON, TEXT), JsonFunctions::contains);
        of(rows, "JSON_CONTAINS_PATH", TRUE_OR_FALSE, many(JSON, TEXT, TEXT), JsonFunctions::containsPath);
        of(rows, "JSON_OVERLAPS", TRUE_OR_FALSE, Signature.of(JSON, JSON), JsonFunctions::overlaps);
        Signature documents = many(Want.DOCUMENT, Want.DOCUMENT);
        of(rows, "JSON_MERGE_PRESERVE|JSON_MERGE", DOCUMENT, documents, JsonFunctions::preserved);
        rows.row("JSON_MERGE_PATCH", DOCUMENT, documents).nullable().java(a -> JsonFunctions.patched(a.texts(0)));
        place(rows, "JSON_VALUE", LONG_TEXT, Want.DOCUMENT, JsonFunctions::scalar);
        rows.row("JSON_VALID", TRUE_OR_FALSE, JSON).partial(a -> JsonText.isDocument(a.text(0)));
        rows.row("JSON_DEPTH", COUNT, JSON).partial(a -> JsonFunctions.depth(a.text(0)));
        rows.row("JSON_TYPE", SqlType.text(51), JSON).partial(a -> JsonFunctions.type(a.text(0)));
        rows.row("JSON_QUOTE", LONG_TEXT, TEXT).partial(a -> JsonFunctions.quoted(a.text(0)));
        rows.row("JSON_UNQUOTE", LONG_TEXT, JSON).partial(a -> JsonLookups.unquoted(a.text(0)));
        doris(rows);
        return rows.functions().stream().map(JsonRows::bounded).toList();
    }

    /** Documents that are parsed take several times as much as their text: of longer ones nothing is computed, NULL. */
    private static Function bounded(Function function) {
        Function.Body body = Objects.requireNonNull(function.body());
        return new Function(
                function.names(),
                function.role(),
                function.signature(),
                function.result(),
                function.traits(),
                function.duckdb(),
                arguments -> characters(arguments) > DOCUMENT_CHARACTERS_MAX ? null : body.apply(arguments));
    }

    private static long characters(@Nullable Object[] arguments) {
        long characters = 0;
        for (Object argument : arguments) {
            characters += argument instanceof String text ? text.length() : 0;
        }
        return characters;
    }

    /** Adds a function that is computed from the texts of its arguments. */
    private static void of(
            Rows rows,
            String names,
            SqlType type,
            Signature signature,
            java.util.function.Function<List<@Nullable String>, @Nullable Object> body) {
        rows.row(names, type, signature).partial(a -> body.apply(a.texts(0)));
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
        lookup(rows, "INT", SqlType.of(Kind.INT), (json, path) -> JsonLookups.whole(json, path, Integer.SIZE));
        lookup(rows, "BIGINT", SqlType.of(Kind.BIGINT), (json, path) -> JsonLookups.whole(json, path, Long.SIZE));
        lookup(rows, "DOUBLE", SqlType.of(Kind.DOUBLE), JsonLookups::number);
        lookup(rows, "BOOL", TRUE_OR_FALSE, JsonLookups::truth);
        lookup(rows, "ISNULL", TRUE_OR_FALSE, JsonLookups::isNull);
        lookup(rows, "NO_QUOTES", LONG_TEXT, JsonLookups::unquotedAt);
        place(rows, "JSON_EXISTS_PATH|JSONB_EXISTS_PATH", TRUE_OR_FALSE, JSON, JsonLookups::exists);
        place(rows, "JSON_TYPE|JSONB_TYPE", SqlType.text(10), JSON, JsonLookups::type);
        rows.row("JSON ELEMENT", SqlType.variant(), JSON, Want.INTEGER)
                .partial(a -> JsonLookups.element(a.text(0), a.whole(1)));
        rows.row("JSON_PARSE|JSONB_PARSE", DOCUMENT, TEXT).strict(a -> JsonLookups.parsed(a.text(0)));
        rows.row("JSON_PARSE_ERROR_TO_NULL|JSONB_PARSE_ERROR_TO_NULL", DOCUMENT, TEXT)
                .partial(a -> JsonText.isDocument(a.text(0)) ? JsonLookups.parsed(a.text(0)) : null);
        rows.row("JSON_PARSE_ERROR_TO_VALUE|JSONB_PARSE_ERROR_TO_VALUE", DOCUMENT, optional(1, TEXT, TEXT))
                .strict(a -> JsonLookups.parsed(JsonText.isDocument(a.text(0)) ? a.text(0) : a.text(1, "{}")));
    }

    private static void lookup(Rows rows, String what, SqlType type, Lookup lookup) {
        place(rows, "JSON_EXTRACT_%1$s|JSONB_EXTRACT_%1$s|GET_JSON_%1$s".formatted(what), type, JSON, lookup);
    }

    private static void place(Rows rows, String names, SqlType type, Want document, Lookup lookup) {
        rows.row(names, type, document, TEXT).partial(a -> lookup.of(a.text(0), a.text(1)));
    }
}
