package io.tributary.dialect.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.contract.error.ErrorCode;
import io.tributary.dialect.function.JsonPath.Element;
import io.tributary.dialect.function.JsonPath.Leg;
import io.tributary.dialect.function.JsonPath.Member;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Documents that are made of values, and documents with values put into them or taken out. */
public final class JsonChanges {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** What is done with a value at a place. */
    public enum Change {
        SET,
        INSERT,
        REPLACE,
        ARRAY_APPEND,
        ARRAY_INSERT;

        /** Returns the document, which may be another one now. */
        private JsonNode apply(JsonNode document, JsonPath path, JsonNode value) {
            return switch (this) {
                case SET -> put(document, path, value, true, true);
                case INSERT -> put(document, path, value, true, false);
                case REPLACE -> put(document, path, value, false, true);
                case ARRAY_APPEND -> append(document, path, value);
                case ARRAY_INSERT -> insertElement(document, path, value);
            };
        }
    }

    private JsonChanges() {}

    private static JsonNode value(@Nullable String text) {
        return text == null ? NODES.nullNode() : JsonText.parsePrinted(text);
    }

    public static String object(List<@Nullable String> arguments) {
        requirePairs("json_object", arguments.size());
        ObjectNode object = NODES.objectNode();
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i);
            if (name == null) {
                throw ErrorCode.JSON_NULL_NAME.error("JSON documents may not contain NULL member names.");
            }
            object.set(name, value(arguments.get(i + 1)));
        }
        return JsonText.print(object);
    }

    private static void requirePairs(String name, int count) {
        if (count % 2 != 0) {
            throw ErrorCode.WRONG_PARAMETER_COUNT.error(
                    "Incorrect parameter count in the call to native function '" + name + "'");
        }
    }

    public static String array(List<@Nullable String> arguments) {
        ArrayNode array = NODES.arrayNode();
        arguments.forEach(argument -> array.add(value(argument)));
        return JsonText.print(array);
    }

    /** @param arguments a document, paths and values by turns */
    public static @Nullable String changed(Change change, List<@Nullable String> arguments) {
        requirePairs("json_" + change.name().toLowerCase(Locale.ROOT), arguments.size() - 1);
        String text = arguments.get(0);
        if (text == null) {
            return null;
        }
        JsonNode document = JsonText.parse(text);
        for (int i = 1; i < arguments.size(); i += 2) {
            String path = arguments.get(i);
            if (path == null) {
                return null;
            }
            document = change.apply(document, JsonPath.parseSingle(path), value(arguments.get(i + 1)));
        }
        return JsonText.print(document);
    }

    private static JsonNode put(JsonNode document, JsonPath path, JsonNode value, boolean insert, boolean replace) {
        boolean exists = path.find(document).isPresent();
        if (exists ? !replace : !insert) {
            return document;
        }
        if (path.legs().isEmpty()) {
            return value;
        }
        Optional<JsonNode> parent = path.parent().find(document);
        Leg last = path.last();
        if (parent.isEmpty()) {
            return document;
        }
        if (last instanceof Member member) {
            if (parent.get() instanceof ObjectNode object) {
                object.set(member.name(), value);
            }
            return document;
        }
        Element element = (Element) last;
        if (!(parent.get() instanceof ArrayNode array)) {
            // What is no array counts as one of it alone.
            if (exists) {
                return put(document, path.parent(), value, insert, replace);
            }
            ArrayNode wrapped = NODES.arrayNode().add(parent.get());
            return element.index() < 0 ? document : put(document, path.parent(), wrapped.add(value), true, true);
        }
        int index = element.in(array);
        if (exists) {
            array.set(index, value);
        } else if (index >= 0) {
            array.add(value);
        } else {
            array.insert(0, value);
        }
        return document;
    }

    private static JsonNode append(JsonNode document, JsonPath path, JsonNode value) {
        Optional<JsonNode> target = path.find(document);
        if (target.isEmpty()) {
            return document;
        }
        if (target.get() instanceof ArrayNode array) {
            array.add(value);
            return document;
        }
        return put(document, path, NODES.arrayNode().add(target.get()).add(value), false, true);
    }

    private static JsonNode insertElement(JsonNode document, JsonPath path, JsonNode value) {
        if (path.legs().isEmpty() || !(path.last() instanceof Element element)) {
            throw ErrorCode.JSON_PATH_IS_NO_ELEMENT.error("A path expression is not a path to a cell in an array.");
        }
        path.parent().find(document).ifPresent(parent -> {
            if (parent instanceof ArrayNode array) {
                array.insert(Math.max(0, Math.min(element.in(array), array.size())), value);
            }
        });
        return document;
    }

    public static String remove(List<@Nullable String> arguments) {
        JsonNode document = JsonText.parse(arguments.get(0));
        for (String text : arguments.subList(1, arguments.size())) {
            JsonPath path = JsonPath.parseSingle(String.valueOf(text));
            if (path.legs().isEmpty()) {
                throw ErrorCode.JSON_PATH_IS_DOCUMENT.error("The path expression '$' is not allowed in this context.");
            }
            path.parent().find(document).ifPresent(parent -> removeFrom(parent, path.last()));
        }
        return JsonText.print(document);
    }

    private static void removeFrom(JsonNode parent, Leg last) {
        if (last instanceof Member member && parent instanceof ObjectNode object) {
            object.remove(member.name());
        } else if (last instanceof Element element && parent instanceof ArrayNode array) {
            int index = element.in(array);
            if (index >= 0 && index < array.size()) {
                array.remove(index);
            }
        }
    }
}
