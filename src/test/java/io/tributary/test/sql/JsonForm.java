package io.tributary.test.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The form in which MySQL prints JSON. */
final class JsonForm {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final Comparator<String> NAMES = Comparator.comparing(
            (String name) -> name.getBytes(StandardCharsets.UTF_8),
            Comparator.<byte[]>comparingInt(bytes -> bytes.length).thenComparing(Arrays::compareUnsigned));
    private static final Pattern MOMENT =
            Pattern.compile("(\"|^)((?:\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d:\\d\\d)([.]\\d{1,6})?(\"|$)");

    private JsonForm() {}

    /** Returns a text that is an object or an array in that form, and any other as it is. */
    static String normal(String text) {
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return text;
        }
        try {
            return write(MAPPER.readTree(text));
        } catch (JsonProcessingException none) {
            return text;
        }
    }

    /** Returns an array of names in the order in which MySQL has them. */
    static String sorted(String text) {
        return text.matches("\\[\".*\"]")
                ? Stream.of(text.substring(1, text.length() - 1).split(", "))
                        .sorted(NAMES)
                        .collect(Collectors.joining(", ", "[", "]"))
                : text;
    }

    /** Returns the same with six digits of a second in each moment. */
    static String withMicroseconds(String text) {
        return MOMENT.matcher(normal(text)).replaceAll(moment -> {
            String digits = moment.group(3) == null ? "." : moment.group(3);
            return moment.group(1) + moment.group(2) + digits + "0".repeat(7 - digits.length()) + moment.group(4);
        });
    }

    private static String write(JsonNode node) {
        if (node.isArray()) {
            List<String> elements = new ArrayList<>();
            node.forEach(each -> elements.add(write(each)));
            return "[" + String.join(", ", elements) + "]";
        }
        if (!node.isObject()) {
            return node.isBigDecimal() ? node.decimalValue().toPlainString() : node.toString();
        }
        return node.properties().stream()
                .sorted(Map.Entry.comparingByKey(NAMES))
                .map(each -> MAPPER.valueToTree(each.getKey()) + ": " + write(each.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
