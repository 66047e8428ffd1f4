package io.tributary.dialect.function;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Documents as MySQL reads and prints them: a blank behind commas and colons, short names of members first. */
public final class JsonText {
    /** What a document begins with that was printed here, so that a number in it with a point and no exponent is a DECIMAL. */
    public static final String PRINTED = " ";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final JsonMapper DECIMALS = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final Comparator<String> BY_LENGTH = Comparator.comparingInt(
                    (String name) -> name.getBytes(StandardCharsets.UTF_8).length)
            .thenComparing(Comparator.naturalOrder());

    /** A DOUBLE that is less is printed with an exponent, which a DECIMAL never has. */
    private static final BigDecimal LEAST = new BigDecimal("1e-15");

    private JsonText() {}

    /** @throws TributaryException 3141 for a text that is no document */
    static JsonNode parse(String text) {
        return parse(text, text.startsWith(PRINTED) ? DECIMALS : MAPPER);
    }

    /** The same of a document that was printed here. */
    static JsonNode parsePrinted(String text) {
        return parse(text, DECIMALS);
    }

    private static JsonNode parse(String text, JsonMapper mapper) {
        try {
            JsonNode node = mapper.readTree(text);
            if (!node.isMissingNode() && isFinite(node)) {
                return node;
            }
        } catch (JsonProcessingException e) {
            throw invalid(e);
        }
        throw invalid(null);
    }

    /** Whether a text is a document. */
    public static boolean isDocument(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return !node.isMissingNode() && isFinite(node);
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** Numbers are at most as large as a DOUBLE, as in MySQL. */
    private static boolean isFinite(JsonNode node) {
        if (node.isNumber()) {
            return Double.isFinite(node.doubleValue());
        }
        for (JsonNode child : node) {
            if (!isFinite(child)) {
                return false;
            }
        }
        return true;
    }

    private static TributaryException invalid(@org.jspecify.annotations.Nullable Exception cause) {
        return new TributaryException(
                ErrorCode.INVALID_JSON_TEXT, "Invalid JSON text in an argument of a function", cause);
    }

    static List<String> sortedNames(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        names.sort(BY_LENGTH);
        return names;
    }

    /** Returns a document that was printed here as MySQL prints it. */
    public static String printed(String text) {
        return print(parsePrinted(text));
    }

    /** Elements, or members in the order in which they are printed. */
    static List<JsonNode> children(JsonNode node) {
        List<JsonNode> children = new ArrayList<>();
        if (node.isObject()) {
            sortedNames(node).forEach(name -> children.add(node.get(name)));
        } else {
            node.forEach(children::add);
        }
        return children;
    }

    /** @throws TributaryException NOT_SUPPORTED of what is longer than a text may be */
    static String print(JsonNode node) {
        StringBuilder text = new StringBuilder();
        print(node, text);
        return text.toString();
    }

    private static void print(JsonNode node, StringBuilder out) {
        if (node.isObject()) {
            out.append('{');
            String separator = "";
            for (String name : sortedNames(node)) {
                out.append(separator).append(quoted(name)).append(": ");
                print(node.get(name), out);
                separator = ", ";
            }
            out.append('}');
        } else if (node.isArray()) {
            out.append('[');
            for (int i = 0; i < node.size(); i++) {
                print(node.get(i), out.append(i == 0 ? "" : ", "));
            }
            out.append(']');
        } else {
            out.append(
                    node.isFloatingPointNumber()
                            ? number(node)
                            : node.isTextual() ? quoted(node.textValue()) : node.asText());
        }
        if (out.length() > Substrings.BYTES_MAX) {
            throw TributaryException.notSupported(
                    "a JSON document of more than " + Substrings.BYTES_MAX + " characters");
        }
    }

    private static String number(JsonNode number) {
        if (!number.isBigDecimal()) {
            return number(number.doubleValue());
        }
        BigDecimal digits = number.decimalValue();
        boolean exponent =
                digits.scale() <= 0 || (digits.signum() != 0 && digits.abs().compareTo(LEAST) < 0);
        return exponent ? number(number.doubleValue()) : digits.toPlainString();
    }

    /** The shortest digits, an exponent from 15 places on. */
    private static String number(double value) {
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent > 14 || exponent < -15) {
            String unscaled = digits.unscaledValue().abs().toString();
            return (value < 0 ? "-" : "") + unscaled.charAt(0)
                    + (unscaled.length() > 1 ? "." + unscaled.substring(1) : "") + "e" + exponent;
        }
        return digits.scale() <= 0 ? digits.setScale(1).toPlainString() : digits.toPlainString();
    }

    private static String quoted(String text) {
        try {
            return MAPPER.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a text that cannot be written", e);
        }
    }
}
