package io.tributary.dialect.function;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What Doris finds at a place of a document: a value of a type, or null. */
public final class JsonLookups {
    private JsonLookups() {}

    private static Optional<JsonNode> find(String document, String path) {
        return JsonPath.parse(path).find(JsonText.parse(document));
    }

    public static @Nullable String text(String document, String path) {
        return find(document, path)
                .filter(node -> !node.isNull())
                .map(JsonLookups::print)
                .orElse(null);
    }

    public static @Nullable String unquotedAt(String document, String path) {
        return find(document, path).map(JsonLookups::print).orElse(null);
    }

    private static String print(JsonNode node) {
        return node.isTextual() ? node.textValue() : JsonText.print(node);
    }

    /** @param bits that the number fits, with its sign */
    public static @Nullable Long whole(String document, String path, int bits) {
        return find(document, path)
                .filter(node ->
                        node.isIntegralNumber() && node.bigIntegerValue().bitLength() < bits)
                .map(JsonNode::longValue)
                .orElse(null);
    }

    public static @Nullable Double number(String document, String path) {
        return find(document, path)
                .filter(JsonNode::isNumber)
                .map(JsonNode::doubleValue)
                .orElse(null);
    }

    public static @Nullable Boolean truth(String document, String path) {
        return find(document, path)
                .filter(JsonNode::isBoolean)
                .map(JsonNode::booleanValue)
                .orElse(null);
    }

    public static @Nullable Boolean isNull(String document, String path) {
        return find(document, path).map(JsonNode::isNull).orElse(null);
    }

    public static Boolean exists(String document, String path) {
        return find(document, path).isPresent();
    }

    /** Returns Doris' name of its type. */
    public static @Nullable String type(String document, String path) {
        return find(document, path).map(JsonLookups::type).orElse(null);
    }

    private static String type(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case STRING -> "string";
            case BOOLEAN -> "bool";
            case NUMBER ->
                !node.isIntegralNumber()
                        ? "double"
                        : node.canConvertToInt() ? "int" : node.canConvertToLong() ? "bigint" : "largeint";
            case NULL, MISSING, BINARY, POJO -> "null";
        };
    }

    /** Returns the document as it is printed. @throws io.tributary.contract.error.TributaryException 3141 for what is none */
    public static String parsed(String text) {
        return JsonText.print(JsonText.parse(text));
    }

    /** Returns an element of an array, from 1 on or from its end below 0; null of what is none and of another value. */
    public static @Nullable String element(String document, long number) {
        JsonNode array = JsonText.parse(document);
        long place = number < 0 ? array.size() + number : number - 1;
        return array.isArray() && place >= 0 && place < array.size() ? JsonText.print(array.get((int) place)) : null;
    }

    /** Returns a document that was computed as the text that it is to Doris as a VARIANT, null of a JSON null. */
    public static @Nullable String characters(String document) {
        return document.equals("null")
                ? null
                : document.startsWith("\"") ? unquoted(document) : JsonText.printed(document);
    }

    /** Returns the characters of a JSON string, any other text as it is. */
    public static String unquoted(String text) {
        boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? JsonText.parse(text).textValue() : text;
    }
}
