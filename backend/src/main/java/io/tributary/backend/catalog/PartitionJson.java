package io.tributary.backend.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import java.util.ArrayList;
import java.util.List;

/** The stored form of partitions, a part of {@link CatalogJson}. */
final class PartitionJson {
    private PartitionJson() {}

    static void write(ObjectNode node, Partitioning partitioning) {
        node.put("kind", partitioning.kind().name());
        node.put("automatic", partitioning.automatic());
        node.put("expression", partitioning.expression());
        if (partitioning.byClock()) {
            node.put("by_clock", true);
        }
        partitioning.columns().forEach(node.putArray("columns")::add);
        ArrayNode partitions = node.putArray("partitions");
        for (Partition partition : partitioning.partitions()) {
            ObjectNode to = partitions.addObject();
            to.put("name", partition.name());
            ArrayNode bounds = to.putArray("bounds");
            for (List<PartitionValue> bound : partition.bounds()) {
                ArrayNode values = bounds.addArray();
                for (PartitionValue value : bound) {
                    values.addObject().put("kind", value.kind().name()).put("text", value.text());
                }
            }
        }
    }

    static Partitioning read(JsonNode node) {
        if (node.isMissingNode()) {
            return Partitioning.NONE;
        }
        List<String> columns = new ArrayList<>();
        node.path("columns").forEach(column -> columns.add(column.asText()));
        List<Partition> partitions = new ArrayList<>();
        node.path("partitions").forEach(partition -> {
            List<List<PartitionValue>> bounds = new ArrayList<>();
            partition.path("bounds").forEach(bound -> {
                List<PartitionValue> values = new ArrayList<>();
                bound.forEach(value -> values.add(new PartitionValue(
                        PartitionValue.Kind.valueOf(value.path("kind").asText()),
                        value.path("text").asText())));
                bounds.add(values);
            });
            partitions.add(new Partition(partition.path("name").asText(), bounds));
        });
        return new Partitioning(
                Partitioning.Kind.valueOf(node.path("kind").asText()),
                node.path("automatic").asBoolean(),
                node.path("expression").asText(),
                columns,
                partitions,
                node.path("by_clock").asBoolean());
    }
}
