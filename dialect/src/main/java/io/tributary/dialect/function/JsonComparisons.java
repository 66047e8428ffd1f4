package io.tributary.dialect.function;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Documents compared as MySQL does it: by the kinds of their values first, by the values then. For the engine's use alone;
 * a statement comes to them by its operators.
 */
public final class JsonComparisons {
    private JsonComparisons() {}

    /** Returns -1, 0 or 1. */
    public static long compare(String left, String right) {
        return compare(JsonText.parse(left), JsonText.parse(right));
    }

    /** The higher, the greater. */
    private static int rank(JsonNode node) {
        return switch (node.getNodeType()) {
            case NULL, MISSING, BINARY, POJO -> 0;
            case NUMBER -> 1;
            case STRING -> 2;
            case OBJECT -> 3;
            case ARRAY -> 4;
            case BOOLEAN -> 5;
        };
    }

    private static int compare(JsonNode left, JsonNode right) {
        int ranks = Integer.compare(rank(left), rank(right));
        if (ranks != 0) {
            return ranks;
        }
        return switch (rank(left)) {
            case 1 -> left.decimalValue().compareTo(right.decimalValue());
            case 2 -> Integer.signum(Arrays.compareUnsigned(bytes(left), bytes(right)));
            case 3 -> Integer.signum(JsonText.print(left).compareTo(JsonText.print(right)));
            case 4 -> elements(left, right);
            case 5 -> Boolean.compare(left.booleanValue(), right.booleanValue());
            default -> 0;
        };
    }

    private static byte[] bytes(JsonNode text) {
        return text.textValue().getBytes(StandardCharsets.UTF_8);
    }

    private static int elements(JsonNode left, JsonNode right) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int order = compare(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    /** Whether the first is one of the others; unknown where one of those is NULL and none is it. */
    public static @Nullable Long in(List<@Nullable String> arguments) {
        String sought = arguments.get(0);
        if (sought == null) {
            return null;
        }
        JsonNode document = JsonText.parse(sought);
        boolean unknown = false;
        for (String each : arguments.subList(1, arguments.size())) {
            if (each == null) {
                unknown = true;
            } else if (compare(document, JsonText.parse(each)) == 0) {
                return 1L;
            }
        }
        return unknown ? null : (Long) 0L;
    }

    /** A text whose bytes sort as the documents do, except that objects and arrays sort by their texts. */
    public static String key(String document) {
        JsonNode node = JsonText.parse(document);
        String value =
                switch (rank(node)) {
                    case 1 -> digits(node.doubleValue());
                    case 2 -> node.textValue();
                    case 0 -> "";
                    default -> JsonText.print(node);
                };
        return rank(node) + value;
    }

    private static String digits(double number) {
        long bits = Double.doubleToLongBits(number == 0 ? 0 : number);
        return String.format("%016x", bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
    }
}
