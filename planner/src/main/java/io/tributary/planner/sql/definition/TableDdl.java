package io.tributary.planner.sql.definition;

import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.SqlLiterals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes a table as the CREATE TABLE that makes it again, its key in the form it was written in: MySQL's or Doris'. */
public final class TableDdl {
    private TableDdl() {}

    /** The text SHOW CREATE TABLE answers with; it names no database. */
    public static String show(TableSchema table) {
        StringBuilder ddl = new StringBuilder("CREATE TABLE ")
                .append(SqlLiterals.identifier(table.name()))
                .append(" (\n");
        ddl.append(table.visibleColumns().stream()
                .map(column -> "  " + column(column))
                .collect(Collectors.joining(",\n")));
        TableSchema.Layout layout = table.layout();
        if (!layout.keyName().isEmpty()) {
            ddl.append(",\n  ").append(key(layout));
        }
        for (TableIndex index : layout.indexes()) {
            ddl.append(",\n  ").append(index(index));
        }
        ddl.append("\n) ENGINE=OLAP");
        ddl.append(layout.options().isEmpty() ? "\n" : " " + layout.options() + "\n");
        if (!layout.keyColumns().isEmpty() && layout.keyName().isEmpty()) {
            ddl.append(table.keyModel())
                    .append(" KEY(")
                    .append(names(layout.keyColumns()))
                    .append(")\n");
        }
        if (!layout.clusterColumns().isEmpty()) {
            ddl.append("CLUSTER BY (").append(names(layout.clusterColumns())).append(")\n");
        }
        if (!layout.comment().isEmpty()) {
            ddl.append("COMMENT ").append(quoted(layout.comment())).append('\n');
        }
        if (layout.partitioning().kind() != Partitioning.Kind.NONE) {
            ddl.append(PartitionDdl.clause(layout.partitioning())).append('\n');
        }
        if (!layout.distributionClause().isEmpty()) {
            ddl.append(layout.distributionClause()).append('\n');
        }
        if (!layout.rollups().isEmpty()) {
            ddl.append("ROLLUP (\n")
                    .append(layout.rollups().stream().map(TableDdl::rollup).collect(Collectors.joining(",\n")))
                    .append("\n)\n");
        }
        return ddl.append("PROPERTIES (\n")
                .append(list(properties(table.properties()), ",\n"))
                .append("\n)")
                .toString();
    }

    private static String list(Map<String, String> properties, String separator) {
        return properties.entrySet().stream()
                .map(property -> quoted(property.getKey()) + " = " + quoted(property.getValue()))
                .collect(Collectors.joining(separator));
    }

    private static String index(TableIndex index) {
        String kind = index.unique() ? "UNIQUE KEY " : index.isMySqls() ? "KEY " : "INDEX ";
        String parts = IntStream.range(0, index.columns().size())
                .mapToObj(i -> (index.columns().get(i).isEmpty()
                                ? ""
                                : SqlLiterals.identifier(index.columns().get(i)))
                        + index.endings().get(i))
                .collect(Collectors.joining(", "));
        return kind + SqlLiterals.identifier(index.name()) + " (" + parts + ")"
                + (index.type().isEmpty() ? "" : " USING " + index.type()) + propertyClause(index.properties())
                + (index.comment().isEmpty() ? "" : " COMMENT " + quoted(index.comment()));
    }

    private static String rollup(Rollup rollup) {
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

    private static String column(Column column) {
        StringBuilder text = new StringBuilder(SqlLiterals.identifier(column.name()))
                .append(' ')
                .append(column.type().ddl())
                .append(column.aggregation() == Aggregation.NONE ? "" : " " + column.aggregation())
                .append(column.collation().isEmpty() ? "" : " " + column.collation())
                .append(column.nullable() ? " NULL" : " NOT NULL");
        DefaultValue value = column.defaultValue();
        switch (value.kind()) {
            case NONE -> {}
            case NULL -> text.append(" DEFAULT NULL");
            case LITERAL -> text.append(" DEFAULT ").append(quoted(value.text()));
            case CURRENT_TIMESTAMP -> {
                text.append(" DEFAULT CURRENT_TIMESTAMP");
                if (!value.text().equals("0")) {
                    text.append('(').append(value.text()).append(')');
                }
            }
        }
        if (column.autoIncrement()) {
            text.append(" AUTO_INCREMENT");
        }
        if (!column.comment().isEmpty()) {
            text.append(" COMMENT ").append(quoted(column.comment()));
        }
        return text.toString();
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
        shown.putAll(new TreeMap<>(properties.other()));
        return shown;
    }

    static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\0", "\\0")
                        .replace("\n", "\\n")
                + '"';
    }
}
