package io.tributary.dialect.function;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path of MySQL's functions to places of a document: members, elements, and, with wildcards or ranges, many of them.
 * The paths of a load are another language, Doris'.
 *
 * @param legs from the outermost one
 */
record JsonPath(List<Leg> legs) {
    private static final String INDEX = "(\\d{1,9}|last(?:\\s*-\\s*\\d{1,9})?)";
    private static final Pattern LEG = Pattern.compile("\\s*(?:(\\*\\*)|\\.\\s*(?:(\\*)|([A-Za-z_$][\\w$]*+)"
            + "|\"((?:[^\"\\\\]|\\\\.)*+)\")|\\[\\s*(?:(\\*)|" + INDEX + "(?:\\s+to\\s+" + INDEX + ")?)\\s*\\])");
    private static final Pattern FROM_LAST = Pattern.compile("last(?:\\s*-\\s*(\\d+))?");
    /** Places that a path with wildcards leads to, of all documents of one call. */
    private static final int PLACES_MAX = 1_000_000;

    /** One step. */
    sealed interface Leg {}

    record Member(String name) implements Leg {}

    /** @param index from the beginning, or, negative, from the end */
    record Element(int index) implements Leg {
        /** Negative for a place before the beginning. */
        int in(JsonNode array) {
            return index < 0 ? array.size() + index : index;
        }
    }

    record Range(Element first, Element last) implements Leg {}

    /** {@code .*}, {@code [*]}, and {@code **}, which stands for any number of steps. */
    enum Wildcard implements Leg {
        MEMBERS,
        ELEMENTS,
        DEEP
    }

    JsonPath {
        legs = List.copyOf(legs);
    }

    /** @throws TributaryException 3143 for what is no path */
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
        boolean open = !legs.isEmpty() && legs.get(legs.size() - 1) == Wildcard.DEEP;
        if (!path.startsWith("$") || at < path.length() || open) {
            throw ErrorCode.INVALID_JSON_PATH.error("Invalid JSON path expression: '" + path + "'");
        }
        return new JsonPath(legs);
    }

    /** The same for a function that needs one place. @throws TributaryException 3149 for a path to many */
    static JsonPath parseSingle(String text) {
        JsonPath path = parse(text);
        if (path.isMany()) {
            throw ErrorCode.JSON_PATH_WILDCARD.error(
                    "In this situation, path expressions may not contain the * and ** tokens or an array range.");
        }
        return path;
    }

    private static Leg leg(Matcher matcher) {
        if (matcher.group(1) != null) {
            return Wildcard.DEEP;
        }
        if (matcher.group(2) != null) {
            return Wildcard.MEMBERS;
        }
        if (matcher.group(3) != null) {
            return new Member(matcher.group(3));
        }
        if (matcher.group(4) != null) {
            return new Member(JsonText.parse("\"" + matcher.group(4) + "\"").textValue());
        }
        if (matcher.group(5) != null) {
            return Wildcard.ELEMENTS;
        }
        Element first = element(matcher.group(6));
        return matcher.group(7) == null ? first : new Range(first, element(matcher.group(7)));
    }

    private static Element element(String index) {
        Matcher last = FROM_LAST.matcher(index);
        if (!last.matches()) {
            return new Element(Integer.parseInt(index));
        }
        return new Element(-1 - (last.group(1) == null ? 0 : Integer.parseInt(last.group(1))));
    }

    /** Whether it may lead to several places. */
    boolean isMany() {
        return legs.stream().anyMatch(leg -> leg instanceof Wildcard || leg instanceof Range);
    }

    Leg last() {
        return legs.get(legs.size() - 1);
    }

    /** Returns the path to what holds the place. */
    JsonPath parent() {
        return new JsonPath(legs.subList(0, legs.size() - 1));
    }

    /** The one place, or the first of several. */
    Optional<JsonNode> find(JsonNode document) {
        List<JsonNode> found = findAll(document);
        return found.isEmpty() ? Optional.empty() : Optional.of(found.get(0));
    }

    /** Returns the places in the order of the document. */
    List<JsonNode> findAll(JsonNode document) {
        List<JsonNode> places = List.of(document);
        for (Leg leg : legs) {
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode place : places) {
                step(leg, place, next);
            }
            places = next;
        }
        return places;
    }

    private static void step(Leg leg, JsonNode node, List<JsonNode> found) {
        if (found.size() > PLACES_MAX) {
            throw TributaryException.notSupported("a JSON path to more than " + PLACES_MAX + " places");
        }
        if (leg instanceof Member member) {
            add(node.isObject() ? node.get(member.name()) : null, found);
        } else if (leg instanceof Element element) {
            add(element(node, element), found);
        } else if (leg instanceof Range range) {
            range(node, range, found);
        } else if (leg == Wildcard.DEEP) {
            deep(node, found);
        } else if (leg == Wildcard.MEMBERS ? node.isObject() : node.isArray()) {
            JsonText.children(node).forEach(found::add);
        }
    }

    private static void add(@Nullable JsonNode node, List<JsonNode> found) {
        if (node != null) {
            found.add(node);
        }
    }

    /** What is no array is its own first and last element. */
    private static @Nullable JsonNode element(JsonNode node, Element element) {
        if (!node.isArray()) {
            return (element.index() == 0 || element.index() == -1) ? node : null;
        }
        return node.get(element.in(node));
    }

    private static void range(JsonNode node, Range range, List<JsonNode> found) {
        if (!node.isArray()) {
            if (range.first().index() == 0 || range.first().index() == -1) {
                found.add(node);
            }
            return;
        }
        int last = Math.min(range.last().in(node), node.size() - 1);
        for (int i = Math.max(0, range.first().in(node)); i <= last; i++) {
            found.add(node.get(i));
        }
    }

    private static void deep(JsonNode node, List<JsonNode> found) {
        found.add(node);
        for (JsonNode child : JsonText.children(node)) {
            deep(child, found);
        }
    }
}
