package io.tributary.planner.sql.definition;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.SqlLiterals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes a table as the CREATE TABLE that makes it again, in the form it was written in: MySQL's, which a MySQL takes as well, or
 * Doris'.
 */
public final class TableDdl {
    private final char quote;

    private TableDdl(char quote) {
        this.quote = quote;
    }

    /** The text SHOW CREATE TABLE answers with; it names no database. */
    public static String show(TableSchema table) {
        return isInDorisForm(table.layout())
                ? new TableDdl('"').inDorisForm(table)
                : new TableDdl('\'').inMySqlForm(table);
    }

    /** Whether it was made with a clause that MySQL has not. */
    public static boolean isInDorisForm(TableSchema.Layout layout) {
        return hasDorisKey(layout)
                || isPartitioned(layout)
                || !layout.clusterColumns().isEmpty()
                || !layout.distributionClause().isEmpty()
                || !layout.rollups().isEmpty();
    }

    private static boolean hasDorisKey(TableSchema.Layout layout) {
        return !layout.keyColumns().isEmpty() && layout.keyName().isEmpty();
    }

    private static boolean isPartitioned(TableSchema.Layout layout) {
        return layout.partitioning().kind() != Partitioning.Kind.NONE;
    }

    private String head(TableSchema table) {
        String options = table.layout().options();
        return "CREATE TABLE " + SqlLiterals.identifier(table.name()) + " (\n" + definitions(table) + "\n) ENGINE=OLAP"
                + (options.isEmpty() ? "" : " " + options);
    }

    private String inDorisForm(TableSchema table) {
        TableSchema.Layout layout = table.layout();
        String rollups = layout.rollups().stream().map(this::rollup).collect(Collectors.joining(",\n"));
        return Stream.of(
                        head(table),
                        hasDorisKey(layout) ? table.keyModel() + " KEY(" + names(layout.keyColumns()) + ")" : "",
                        layout.clusterColumns().isEmpty() ? "" : "CLUSTER BY (" + names(layout.clusterColumns()) + ")",
                        layout.comment().isEmpty() ? "" : "COMMENT " + text(layout.comment()),
                        isPartitioned(layout) ? PartitionDdl.clause(layout.partitioning()) : "",
                        layout.distributionClause(),
                        rollups.isEmpty() ? "" : "ROLLUP (\n" + rollups + "\n)",
                        "PROPERTIES (\n" + list(properties(table.properties()), ",\n") + "\n)")
                .filter(clause -> !clause.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private String inMySqlForm(TableSchema table) {
        String comment = table.layout().comment();
        return head(table) + (comment.isEmpty() ? "" : " COMMENT=" + text(comment)) + declared(table);
    }

    /**
     * What MySQL's form of a table lacks: the properties that were declared here. They stand in a comment that no MySQL and no MariaDB
     * carries out, so that the text makes the table there. Empty where nothing was declared.
     */
    public static String declared(TableSchema table) {
        Map<String, String> declared = properties(table.properties());
        declared.entrySet().removeAll(properties(TableProperties.defaults()).entrySet());
        // A comment that begins or ends in a text does not in this one.
        String written = list(declared, ",\n").replace("*/", "*\\/").replace("/*", "/\\*");
        return declared.isEmpty() ? "" : "\n/*!99001 PROPERTIES (\n" + written + "\n) */";
    }

    /** Columns, the key in MySQL's form, and indexes. */
    private String definitions(TableSchema table) {
        List<String> definitions = new ArrayList<>();
        table.visibleColumns().forEach(column -> definitions.add(column(column)));
        if (!table.layout().keyName().isEmpty()) {
            definitions.add(key(table.layout()));
        }
        table.layout().indexes().forEach(index -> definitions.add(index(index)));
        table.layout().constraints().foreignKeys().forEach(key -> definitions.add(foreignKey(key)));
        table.layout().constraints().checks().forEach(check -> definitions.add(check(check)));
        return "  " + String.join(",\n  ", definitions);
    }

    private static String list(Map<String, String> properties, String separator) {
        return properties.entrySet().stream()
                .map(property -> quoted(property.getKey()) + " = " + quoted(property.getValue()))
                .collect(Collectors.joining(separator));
    }

    private String index(TableIndex index) {
        String kind = index.unique() ? "UNIQUE KEY " : index.isMySqls() ? "KEY " : "INDEX ";
        String parts = IntStream.range(0, index.columns().size())
                .mapToObj(i -> (index.columns().get(i).isEmpty()
                                ? ""
                                : SqlLiterals.identifier(index.columns().get(i)))
                        + index.endings().get(i))
                .collect(Collectors.joining(", "));
        return kind + SqlLiterals.identifier(index.name()) + " (" + parts + ")"
                + (index.type().isEmpty() ? "" : " USING " + index.type()) + propertyClause(index.properties())
                + (index.comment().isEmpty() ? "" : " COMMENT " + text(index.comment()));
    }

    private static String foreignKey(ForeignKey key) {
        String database = key.database().isEmpty() ? "" : SqlLiterals.identifier(key.database()) + ".";
        return "CONSTRAINT " + SqlLiterals.identifier(key.name()) + " FOREIGN KEY (" + names(key.columns())
                + ") REFERENCES " + database + SqlLiterals.identifier(key.table()) + " (" + names(key.referenced())
                + ")" + rule("DELETE", key.rules().onDelete())
                + rule("UPDATE", key.rules().onUpdate());
    }

    private static String rule(String event, ForeignKey.Action action) {
        return action == ForeignKey.Action.NO_ACTION ? "" : " ON " + event + " " + action.text();
    }

    private static String check(Check check) {
        return "CONSTRAINT " + SqlLiterals.identifier(check.name()) + " CHECK (" + check.text() + ")";
    }

    private String rollup(Rollup rollup) {
        return SqlLiterals.identifier(rollup.name()) + " (" + names(rollup.columns()) + ")"
                + (rollup.duplicateKey().isEmpty() ? "" : " DUPLICATE KEY (" + names(rollup.duplicateKey()) + ")")
                + propertyClause(rollup.properties());
    }

    private static String propertyClause(Map<String, String> properties) {
        return properties.isEmpty() ? "" : " PROPERTIES(" + list(new TreeMap<>(properties), ", ") + ")";
    }

    private static String key(TableSchema.Layout layout) {
        String kind = layout.keyName().equals(TableSchema.PRIMARY)
                ? "PRIMARY KEY"
                : "UNIQUE KEY " + SqlLiterals.identifier(layout.keyName());
        return kind + " (" + names(layout.keyColumns()) + ")";
    }

    private static String names(List<String> columns) {
        return columns.stream().map(SqlLiterals::identifier).collect(Collectors.joining(", "));
    }

    private String column(Column column) {
        DefaultValue value = column.defaultValue();
        String byDefault =
                switch (value.kind()) {
                    case NONE -> "";
                    case NULL -> " DEFAULT NULL";
                    case LITERAL ->
                        " DEFAULT "
                                + (column.declared().bits() > 0
                                        ? Column.Declared.bitLiteral(value.text())
                                        : text(value.text()));
                    case CURRENT_TIMESTAMP -> " DEFAULT " + value.clock();
                };
        return SqlLiterals.identifier(column.name()) + " " + column.typeDdl()
                + (column.aggregation() == Aggregation.NONE ? "" : " " + column.aggregation())
                + (column.collation().isEmpty() ? "" : " " + column.collation())
                + generated(column.declared().generated())
                + (!column.nullable() ? " NOT NULL" : column.isGenerated() ? "" : " NULL") + byDefault
                + (column.isUpdatedByClock()
                        ? " ON UPDATE " + column.declared().onUpdate().clock()
                        : "")
                + (column.autoIncrement() ? " AUTO_INCREMENT" : "")
                + (column.comment().isEmpty() ? "" : " COMMENT " + text(column.comment()));
    }

    private static String generated(Column.Generated generated) {
        return generated.expression().isEmpty()
                ? ""
                : " GENERATED ALWAYS AS (" + generated.expression() + ")"
                        + (generated.virtual() ? " VIRTUAL" : " STORED");
    }

    /** Group commit's own first, then the rest by name; what is at its default is shown where Doris shows it. */
    private static Map<String, String> properties(TableProperties properties) {
        Map<String, String> shown = new LinkedHashMap<>();
        if (properties.groupCommitMode() != GroupCommitMode.OFF_MODE) {
            shown.put("group_commit_mode", properties.groupCommitMode().text());
        }
        shown.put("group_commit_interval_ms", Integer.toString(properties.groupCommitIntervalMillis()));
        shown.put("group_commit_data_bytes", Integer.toString(properties.groupCommitDataBytes()));
        if (properties.policyExplicit()) {
            shown.put("group_commit_policy", properties.groupCommitPolicy().text());
        }
        new TreeMap<>(properties.other())
                .entrySet().stream()
                        .filter(AdoptedTable::isShown)
                        .forEach(property -> shown.put(property.getKey(), property.getValue()));
        return shown;
    }

    private String text(String text) {
        return quoted(text, quote);
    }

    static String quoted(String text) {
        return quoted(text, '"');
    }

    private static String quoted(String text, char quote) {
        String mark = String.valueOf(quote);
        return quote
                + text.replace("\\", "\\\\")
                        .replace(mark, quote == '"' ? "\\\"" : "''")
                        .replace("\0", "\\0")
                        .replace("\n", "\\n")
                + quote;
    }
}
