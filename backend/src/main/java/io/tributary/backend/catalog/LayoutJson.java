package io.tributary.backend.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stored form of a table's indexes, rollups and constraints, under {@link CatalogJson}'s rules. */
final class LayoutJson {
    private LayoutJson() {}

    static void write(ObjectNode table, TableSchema.Layout layout) {
        for (TableIndex index : layout.indexes()) {
            ObjectNode node = table.withArray("indexes").addObject();
            node.put("name", index.name());
            index.columns().forEach(node.putArray("columns")::add);
            node.put("type", index.type());
            index.properties().forEach(node.putObject("properties")::put);
            node.put("comment", index.comment());
            node.put("unique", index.unique());
            index.endings().forEach(node.putArray("endings")::add);
        }
        layout.clusterColumns().forEach(table.putArray("cluster_columns")::add);
        table.put("options", layout.options());
        for (Rollup rollup : layout.rollups()) {
            ObjectNode node = table.withArray("rollups").addObject();
            node.put("name", rollup.name());
            rollup.columns().forEach(node.putArray("columns")::add);
            rollup.duplicateKey().forEach(node.putArray("duplicate_key")::add);
            rollup.properties().forEach(node.putObject("properties")::put);
        }
    }

    static void write(ObjectNode table, Constraints constraints) {
        for (ForeignKey key : constraints.foreignKeys()) {
            ObjectNode node = table.withArray("foreign_keys").addObject();
            node.put("name", key.name());
            key.columns().forEach(node.putArray("columns")::add);
            node.put("database", key.database());
            node.put("table", key.table());
            key.referenced().forEach(node.putArray("referenced")::add);
            node.put("on_delete", key.rules().onDelete().name());
            node.put("on_update", key.rules().onUpdate().name());
        }
        for (Check check : constraints.checks()) {
            ObjectNode node = table.withArray("checks").addObject();
            node.put("name", check.name());
            check.steps().forEach(node.putArray("steps")::add);
        }
    }

    static Constraints constraints(JsonNode table) {
        List<ForeignKey> keys = new ArrayList<>();
        for (JsonNode node : table.path("foreign_keys")) {
            keys.add(new ForeignKey(
                    node.path("name").asText(),
                    texts(node.path("columns")),
                    node.path("database").asText(),
                    node.path("table").asText(),
                    texts(node.path("referenced")),
                    new ForeignKey.Rules(action(node.path("on_delete")), action(node.path("on_update")))));
        }
        List<Check> checks = new ArrayList<>();
        for (JsonNode node : table.path("checks")) {
            checks.add(new Check(node.path("name").asText(), texts(node.path("steps"))));
        }
        return new Constraints(keys, checks);
    }

    private static ForeignKey.Action action(JsonNode node) {
        return ForeignKey.Action.valueOf(node.asText());
    }

    static List<TableIndex> indexes(JsonNode table) {
        List<TableIndex> indexes = new ArrayList<>();
        for (JsonNode node : table.path("indexes")) {
            List<String> columns = texts(node.path("columns"));
            indexes.add(new TableIndex(
                    node.path("name").asText(),
                    node.path("unique").asBoolean(),
                    columns,
                    node.has("endings") ? texts(node.path("endings")) : Collections.nCopies(columns.size(), ""),
                    node.path("type").asText(),
                    properties(node),
                    node.path("comment").asText()));
        }
        return indexes;
    }

    static List<Rollup> rollups(JsonNode table) {
        List<Rollup> rollups = new ArrayList<>();
        for (JsonNode node : table.path("rollups")) {
            rollups.add(new Rollup(
                    node.path("name").asText(),
                    texts(node.path("columns")),
                    texts(node.path("duplicate_key")),
                    properties(node)));
        }
        return rollups;
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Map<String, String> properties(JsonNode node) {
        Map<String, String> properties = new HashMap<>();
        node.path("properties")
                .properties()
                .forEach(property ->
                        properties.put(property.getKey(), property.getValue().asText()));
        return properties;
    }
}
