package io.tributary.dialect.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a JSON document holds, and documents put together. Their arguments are texts of documents. */
public final class JsonFunctions {
    /** Product of the characters of two documents: some seconds. */
    private static final long COMPARED_MAX = 4_000_000_000L;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonFunctions() {}

    /** Returns how many elements or members there are in a document, or where a path that is the second argument leads to. */
    public static @Nullable Long length(List<@Nullable String> arguments) {
        return inside(arguments)
                .map(node -> node.isContainerNode() ? (long) node.size() : 1L)
                .orElse(null);
    }

    public static long depth(String document) {
        return depth(JsonText.parse(document));
    }

    /** Returns MySQL's name of its type. */
    public static String type(String document) {
        return type(JsonText.parse(document));
    }

    public static @Nullable String keys(List<@Nullable String> arguments) {
        return inside(arguments)
                .filter(JsonNode::isObject)
                .map(JsonFunctions::keys)
                .orElse(null);
    }

    public static String quoted(String text) {
        return JsonText.print(TextNode.valueOf(text));
    }

    /** The document, or what a path that is the second argument leads to. */
    private static Optional<JsonNode> inside(List<@Nullable String> arguments) {
        JsonNode document = JsonText.parse(arguments.get(0));
        return arguments.size() < 2
                ? Optional.of(document)
                : JsonPath.parseSingle(arguments.get(1)).find(document);
    }

    private static int depth(JsonNode node) {
        int deepest = 0;
        for (JsonNode child : node) {
            deepest = Math.max(deepest, depth(child));
        }
        return deepest + 1;
    }

    private static String type(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "OBJECT";
            case ARRAY -> "ARRAY";
            case STRING -> "STRING";
            case BOOLEAN -> "BOOLEAN";
            case NUMBER -> numberType(node);
            case NULL, MISSING, BINARY, POJO -> "NULL";
        };
    }

    private static String numberType(JsonNode number) {
        if (number.isIntegralNumber() && number.canConvertToLong()) {
            return "INTEGER";
        }
        boolean unsigned = number.isIntegralNumber()
                && number.bigIntegerValue().signum() > 0
                && number.bigIntegerValue().bitLength() <= Long.SIZE;
        return unsigned ? "UNSIGNED INTEGER" : "DOUBLE";
    }

    private static String keys(JsonNode object) {
        ArrayNode keys = NODES.arrayNode();
        JsonText.sortedNames(object).forEach(keys::add);
        return JsonText.print(keys);
    }

    /** Two documents are compared element by element, each with each. */
    private static void checkSize(List<@Nullable String> arguments) {
        long left = arguments.get(0).length();
        if (left * arguments.get(1).length() > COMPARED_MAX) {
            throw TributaryException.notSupported(
                    "JSON_CONTAINS and JSON_OVERLAPS of documents whose lengths multiply to more than " + COMPARED_MAX);
        }
    }

    public static boolean overlaps(List<@Nullable String> arguments) {
        checkSize(arguments);
        return overlaps(JsonText.parse(arguments.get(0)), JsonText.parse(arguments.get(1)));
    }

    /** Returns null where a path that is the third argument leads nowhere. */
    public static @Nullable Boolean contains(List<@Nullable String> arguments) {
        checkSize(arguments);
        JsonNode document = JsonText.parse(arguments.get(0));
        JsonNode candidate = JsonText.parse(arguments.get(1));
        return arguments.size() < 3
                ? (Boolean) contains(document, candidate)
                : JsonPath.parseSingle(arguments.get(2))
                        .find(document)
                        .map(target -> contains(target, candidate))
                        .orElse(null);
    }

    /** An array holds what one of its elements holds, an object the members of an object. */
    private static boolean contains(JsonNode target, JsonNode candidate) {
        if (target.isArray()) {
            return elements(candidate).stream()
                    .allMatch(wanted -> elements(target).stream().anyMatch(element -> contains(element, wanted)));
        }
        if (target.isObject() && candidate.isObject()) {
            return candidate.properties().stream().allMatch(member -> {
                JsonNode same = target.get(member.getKey());
                return same != null && contains(same, member.getValue());
            });
        }
        return isSame(target, candidate);
    }

    /** Numbers compare by value, whatever they are written as. */
    private static boolean isSame(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return left.decimalValue().compareTo(right.decimalValue()) == 0;
        }
        if (left.isContainerNode() && right.isContainerNode()) {
            return left.equals((one, other) -> isSame(one, other) ? 0 : 1, right);
        }
        return left.equals(right);
    }

    private static boolean overlaps(JsonNode left, JsonNode right) {
        if (left.isObject() && right.isObject()) {
            return left.properties().stream().anyMatch(member -> {
                JsonNode same = right.get(member.getKey());
                return same != null && isSame(member.getValue(), same);
            });
        }
        List<JsonNode> others = elements(right);
        return elements(left).stream().anyMatch(one -> others.stream().anyMatch(other -> isSame(one, other)));
    }

    private static List<JsonNode> elements(JsonNode node) {
        List<JsonNode> elements = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(elements::add);
        } else {
            elements.add(node);
        }
        return elements;
    }

    public static boolean containsPath(List<@Nullable String> arguments) {
        JsonNode document = JsonText.parse(arguments.get(0));
        String how = arguments.get(1).toLowerCase(Locale.ROOT);
        if (!how.equals("one") && !how.equals("all")) {
            throw ErrorCode.JSON_ONE_OR_ALL.error(
                    "The oneOrAll argument to json_contains_path may take these values: 'one' or 'all'.");
        }
        List<JsonPath> paths = arguments.subList(2, arguments.size()).stream()
                .map(path -> JsonPath.parse(String.valueOf(path)))
                .toList();
        return how.equals("one")
                ? paths.stream().anyMatch(path -> path.find(document).isPresent())
                : paths.stream().allMatch(path -> path.find(document).isPresent());
    }

    public static String preserved(List<@Nullable String> arguments) {
        JsonNode result = JsonText.parse(arguments.get(0));
        for (int i = 1; i < arguments.size(); i++) {
            result = preserved(result, JsonText.parse(String.valueOf(arguments.get(i))));
        }
        return JsonText.print(result);
    }

    /** NULL and an object are NULL together; any other patch is the result, whatever it patches. */
    public static @Nullable String patched(List<@Nullable String> arguments) {
        JsonNode result = null;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            JsonNode patch = argument == null ? null : JsonText.parse(argument);
            boolean lost = i > 0 && result == null && patch != null && patch.isObject();
            result = patch == null || lost ? null : result == null ? patch : patched(result, patch);
        }
        return result == null ? null : JsonText.print(result);
    }

    /** RFC 7396. */
    private static JsonNode patched(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode result = target.isObject() ? (ObjectNode) target : NODES.objectNode();
        for (Map.Entry<String, JsonNode> member : patch.properties()) {
            if (member.getValue().isNull()) {
                result.remove(member.getKey());
            } else {
                JsonNode old = result.get(member.getKey());
                result.set(member.getKey(), patched(old == null ? NODES.nullNode() : old, member.getValue()));
            }
        }
        return result;
    }

    /** Members of the same name are merged, everything else becomes one array. */
    private static JsonNode preserved(JsonNode left, JsonNode right) {
        if (left.isObject() && right.isObject()) {
            ObjectNode result = (ObjectNode) left;
            for (Map.Entry<String, JsonNode> member : right.properties()) {
                JsonNode old = result.get(member.getKey());
                result.set(member.getKey(), old == null ? member.getValue() : preserved(old, member.getValue()));
            }
            return result;
        }
        ArrayNode result = NODES.arrayNode();
        elements(left).forEach(result::add);
        elements(right).forEach(result::add);
        return result;
    }

    /** The place of one path, or all places of several, or of one with wildcards, in an array. */
    public static @Nullable String extract(List<@Nullable String> arguments) {
        JsonNode document = JsonText.parse(arguments.get(0));
        List<JsonPath> paths = arguments.subList(1, arguments.size()).stream()
                .map(path -> JsonPath.parse(String.valueOf(path)))
                .toList();
        List<JsonNode> found = new ArrayList<>();
        paths.forEach(path -> found.addAll(path.findAll(document)));
        if (found.isEmpty()) {
            return null;
        }
        boolean one = paths.size() == 1 && !paths.get(0).isMany();
        return JsonText.print(one ? found.get(0) : NODES.arrayNode().addAll(found));
    }

    /** What is no scalar has no value. */
    public static @Nullable String scalar(String document, String path) {
        return JsonPath.parse(path)
                .find(JsonText.parse(document))
                .filter(node -> !node.isContainerNode() && !node.isNull())
                .map(node -> node.isTextual() ? node.textValue() : JsonText.print(node))
                .orElse(null);
    }
}
