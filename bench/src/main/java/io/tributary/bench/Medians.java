package io.tributary.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Medians of runs, figure by figure. */
public final class Medians {
    private Medians() {}

    /**
     * One object out of several with the same fields: numbers become their median, flags hold if all do, and what is
     * missing in one run is missing.
     *
     * @param runs 1 or more
     */
    public static ObjectNode of(List<ObjectNode> runs) {
        if (runs.size() == 1) {
            return runs.get(0).deepCopy();
        }
        ObjectNode medians = JsonNodeFactory.instance.objectNode();
        runs.get(0).fieldNames().forEachRemaining(name -> {
            List<JsonNode> values = runs.stream().map(run -> run.path(name)).toList();
            medians.set(name, median(values));
        });
        return medians;
    }

    private static JsonNode median(List<JsonNode> values) {
        JsonNode first = values.get(0);
        JsonNodeFactory factory = JsonNodeFactory.instance;
        if (first.isBoolean()) {
            return factory.booleanNode(values.stream().allMatch(JsonNode::asBoolean));
        }
        if (!values.stream().allMatch(JsonNode::isNumber)) {
            return factory.nullNode();
        }
        double median = ofNumbers(values.stream().map(JsonNode::asDouble).toList());
        return first.isIntegralNumber() ? factory.numberNode(Math.round(median)) : factory.numberNode(median);
    }

    /**
     * The middle one, or halfway between the two in the middle.
     *
     * @param values 1 or more
     */
    public static double ofNumbers(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
