package io.tributary.backend.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stored form of definitions. Written out field by field: it outlives releases, so renaming a record's component
 * must not change it. A reader ignores fields it does not know and takes a missing one as empty.
 */
final class CatalogJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CatalogJson() {}

    private static final String COLLATION = "compared_by";
    /** What was written as long as a column's COLLATE had no effect. */
    private static final String FORMER_COLLATION = "collation";

    static String write(TableSchema table) {
        ObjectNode node = JSON.createObjectNode();
        node.put("table_id", table.tableId());
        node.put("database", table.database());
        node.put("name", table.name());
        node.put("schema_version", table.schemaVersion());
        node.put("key_model", table.keyModel().name());
        ArrayNode columns = node.putArray("columns");
        for (Column column : table.columns()) {
            writeColumn(columns.addObject(), column);
        }
        writeProperties(node.putObject("properties"), table.properties());
        TableSchema.Layout layout = table.layout();
        layout.keyColumns().forEach(node.putArray("key_columns")::add);
        node.put("key_name", layout.keyName());
        node.put("comment", layout.comment());
        PartitionJson.write(node.putObject("partitioning"), layout.partitioning());
        node.put("distribution_clause", layout.distributionClause());
        LayoutJson.write(node, layout);
        LayoutJson.write(node, layout.constraints());
        return node.toString();
    }

    private static void writeColumn(ObjectNode node, Column column) {
        node.put("name", column.name());
        node.put("type", column.type().kind().name());
        node.put("length", column.type().length());
        node.put("scale", column.type().scale());
        ColumnType.Kind element = column.type().elementKind();
        if (element != null) {
            node.put("element", element.name());
        }
        node.put("nullable", column.nullable());
        node.put("key", column.key());
        node.put("default_kind", column.defaultValue().kind().name());
        node.put("default_text", column.defaultValue().text());
        node.put("auto_increment", column.autoIncrement());
        node.put("comment", column.comment());
        if (!column.collation().isEmpty()) {
            node.put(COLLATION, column.collation());
        }
        if (!column.declared().type().isEmpty()) {
            node.put("declared_type", column.declared().type());
        }
        if (column.isUpdatedByClock()) {
            node.put("on_update_digits", column.declared().onUpdate().text());
        }
        if (column.isGenerated()) {
            node.put("generated_expression", column.declared().generated().expression());
            node.put("generated_virtual", column.declared().generated().virtual());
        }
        if (column.aggregation() != Aggregation.NONE) {
            node.put("aggregation", column.aggregation().name());
        }
    }

    /** Properties as users write them, so that reading validates them by the same code. */
    private static void writeProperties(ObjectNode node, TableProperties properties) {
        properties.other().forEach(node::put);
        node.put("group_commit_mode", properties.groupCommitMode().text());
        node.put("group_commit_interval_ms", Integer.toString(properties.groupCommitIntervalMillis()));
        node.put("group_commit_data_bytes", Integer.toString(properties.groupCommitDataBytes()));
        if (properties.policyExplicit()) {
            node.put("group_commit_policy", properties.groupCommitPolicy().text());
        }
    }

    static TableSchema readTable(String text) {
        JsonNode node = parse(text);
        List<Column> columns = new ArrayList<>();
        node.path("columns").forEach(column -> columns.add(readColumn(column)));
        TableProperties properties = TableProperties.defaults();
        for (Map.Entry<String, JsonNode> property : node.path("properties").properties()) {
            properties = properties.with(property.getKey(), property.getValue().asText());
        }
        List<String> keyColumns = new ArrayList<>();
        node.path("key_columns").forEach(column -> keyColumns.add(column.asText()));
        return new TableSchema(
                node.path("table_id").asLong(),
                node.path("database").asText(),
                node.path("name").asText(),
                node.path("schema_version").asInt(),
                TableSchema.KeyModel.valueOf(node.path("key_model").asText()),
                columns,
                properties,
                new TableSchema.Layout(
                        keyColumns,
                        node.path("key_name").asText(),
                        node.path("comment").asText(),
                        PartitionJson.read(node.path("partitioning")),
                        node.path("distribution_clause").asText(),
                        LayoutJson.indexes(node),
                        LayoutJson.rollups(node),
                        LayoutJson.texts(node.path("cluster_columns")),
                        node.path("options").asText(),
                        LayoutJson.constraints(node)));
    }

    /** Columns of that time compare by bytes, and are shown so from now on. */
    private static String withoutEffect(String collation) {
        return collation.replaceFirst(" ?COLLATE .*", "");
    }

    private static Column readColumn(JsonNode node) {
        return new Column(
                node.path("name").asText(),
                new ColumnType(
                        ColumnType.Kind.valueOf(node.path("type").asText()),
                        node.path("length").asInt(),
                        node.path("scale").asInt(),
                        node.has("element")
                                ? ColumnType.Kind.valueOf(node.path("element").asText())
                                : null),
                node.path("nullable").asBoolean(),
                node.path("key").asBoolean(),
                new DefaultValue(
                        DefaultValue.Kind.valueOf(node.path("default_kind").asText("NONE")),
                        node.path("default_text").asText()),
                node.path("auto_increment").asBoolean(),
                node.path("comment").asText(),
                Aggregation.named(node.path("aggregation").asText()).orElse(Aggregation.NONE),
                node.has(COLLATION)
                        ? node.path(COLLATION).asText()
                        : withoutEffect(node.path(FORMER_COLLATION).asText()),
                new Column.Declared(
                        node.path("declared_type").asText(),
                        node.has("on_update_digits")
                                ? new DefaultValue(
                                        DefaultValue.Kind.CURRENT_TIMESTAMP,
                                        node.path("on_update_digits").asText())
                                : DefaultValue.none(),
                        new Column.Generated(
                                node.path("generated_expression").asText(),
                                node.path("generated_virtual").asBoolean())));
    }

    /** The table as it is to be, and for each column its position before, or -1 and what it is filled with. */
    static String write(TableChange change) {
        ObjectNode node = JSON.createObjectNode();
        node.put("table", write(change.table()));
        ArrayNode origins = node.putArray("origins");
        for (TableChange.Origin origin : change.origins()) {
            ObjectNode each = origins.addObject();
            if (origin instanceof TableChange.Kept kept) {
                each.put("position", kept.position());
            } else if (origin instanceof TableChange.Filled filled) {
                each.put("position", -1).put("text", filled.text());
            }
        }
        return node.toString();
    }

    static TableChange readChange(String text) {
        JsonNode node = parse(text);
        List<TableChange.Origin> origins = new ArrayList<>();
        for (JsonNode each : node.get("origins")) {
            int position = each.get("position").asInt();
            origins.add(
                    position < 0
                            ? new TableChange.Filled(
                                    each.get("text").isNull()
                                            ? null
                                            : each.get("text").asText())
                            : new TableChange.Kept(position));
        }
        return new TableChange(readTable(node.get("table").asText()), origins);
    }

    static String write(DatabaseEngine engine) {
        ObjectNode node = JSON.createObjectNode();
        engine.properties().forEach(node::put);
        return node.toString();
    }

    static DatabaseEngine readEngine(String text) {
        JsonNode node = parse(text);
        Map<String, String> properties = new HashMap<>();
        node.properties()
                .forEach(
                        field -> properties.put(field.getKey(), field.getValue().asText()));
        return DatabaseEngine.of(properties);
    }

    static String write(ViewSchema view) {
        return JSON.createObjectNode()
                .put("query", view.query())
                .put("sql_mode", view.sqlMode().toString())
                .put("definer", view.definer())
                .put("table", write(view.table()))
                .toString();
    }

    static ViewSchema readView(String text) {
        JsonNode node = parse(text);
        return new ViewSchema(
                readTable(node.path("table").asText()),
                node.path("query").asText(),
                SqlMode.known(node.path("sql_mode").asText()),
                node.path("definer").asText());
    }

    static String write(UserAccount account) {
        return JSON.createObjectNode()
                .put("name", account.name())
                .put("plugin", account.plugin())
                .put("native_verifier", account.nativeVerifier())
                .put("sha2_verifier", account.sha2Verifier())
                .toString();
    }

    static UserAccount readUser(String text) {
        JsonNode node = parse(text);
        return new UserAccount(
                node.path("name").asText(),
                node.path("plugin").asText(),
                node.path("native_verifier").asText(),
                node.path("sha2_verifier").asText());
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("catalog entry is not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
