package io.tributary.backend.engine.duckdb.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path to one place of a document: members and elements.
 *
 * @param legs from the outermost one
 */
record JsonPath(List<Leg> legs) {
    private static final Pattern LEG =
            Pattern.compile("\\s*(?:\\.\\s*(?:([A-Za-z_$][\\w$]*+)|\"((?:[^\"\\\\]|\\\\.)*+)\")"
                    + "|\\[\\s*(?:(\\d{1,9})|last(?:\\s*-\\s*(\\d{1,9}))?)\\s*\\])");

    /**
     * One step.
     *
     * @param name of a member, or null for an element
     * @param element from the beginning, or, negative, from the end
     */
    record Leg(@Nullable String name, int element) {
        @Nullable
        JsonNode of(JsonNode node) {
            if (name != null) {
                return node.isObject() ? node.get(name) : null;
            }
            if (!node.isArray()) {
                // What is no array is its own first and last element.
                return (element == 0 || element == -1) ? node : null;
            }
            return node.get(index(node));
        }

        int index(JsonNode array) {
            return element < 0 ? array.size() + element : element;
        }
    }

    JsonPath {
        legs = List.copyOf(legs);
    }

    /** @throws TributaryException 3143 for what is no path, 1235 for one with wildcards or ranges */
    static JsonPath parse(String text) {
        String path = text.strip();
        List<Leg> legs = new ArrayList<>();
        Matcher matcher = LEG.matcher(path);
        int at = 1;
        while (path.startsWith("$") && at < path.length()) {
            matcher.region(at, path.length());
            if (!matcher.lookingAt()) {
                break;
            }
            legs.add(leg(matcher));
            at = matcher.end();
        }
        if (!path.startsWith("$") || at < path.length()) {
            throw refused(path);
        }
        return new JsonPath(legs);
    }

    private static Leg leg(Matcher matcher) {
        if (matcher.group(1) != null) {
            return new Leg(matcher.group(1), 0);
        }
        if (matcher.group(2) != null) {
            return new Leg(JsonText.parse("\"" + matcher.group(2) + "\"").textValue(), 0);
        }
        if (matcher.group(3) != null) {
            return new Leg(null, Integer.parseInt(matcher.group(3)));
        }
        return new Leg(null, -1 - (matcher.group(4) == null ? 0 : Integer.parseInt(matcher.group(4))));
    }

    private static TributaryException refused(String path) {
        boolean wild = path.contains("*") || path.contains(" to ");
        return wild
                ? new TributaryException(
                        ErrorCode.NOT_SUPPORTED,
                        "This version of Tributary doesn't yet support 'the JSON path " + path + "'")
                : new TributaryException(ErrorCode.INVALID_JSON_PATH, "Invalid JSON path expression: '" + path + "'");
    }

    Optional<JsonNode> find(JsonNode document) {
        @Nullable JsonNode node = document;
        for (Leg leg : legs) {
            node = node == null ? null : leg.of(node);
        }
        return Optional.ofNullable(node);
    }

    /** Where there is such a place. */
    void remove(JsonNode document) {
        if (legs.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.JSON_PATH_IS_DOCUMENT, "The path expression '$' is not allowed in this context.");
        }
        Leg last = legs.get(legs.size() - 1);
        new JsonPath(legs.subList(0, legs.size() - 1)).find(document).ifPresent(parent -> {
            if (last.name() != null && parent instanceof ObjectNode object) {
                object.remove(last.name());
            } else if (last.name() == null && parent instanceof ArrayNode array) {
                int index = last.index(array);
                if (index >= 0 && index < array.size()) {
                    array.remove(index);
                }
            }
        });
    }
}
