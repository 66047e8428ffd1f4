package io.tributary.planner;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.planner.catalog.CatalogSnapshot;
import java.util.List;
import java.util.Map;

/**
 * The catalog of these tests: {@code db.dt(id, name, score)}, {@code db.value(value, set)}, {@code db.ut} as dt but with a
 * generated PRIMARY KEY, the view {@code db.names}, and an empty {@code other}.
 */
public final class Tables {
    private Tables() {}

    public static TableSchema dt(long id, int version, TableProperties properties) {
        return new TableSchema(
                id,
                "db",
                "dt",
                version,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        new Column("id", ColumnType.of(Kind.INT), false, true, DefaultValue.none(), false, ""),
                        Column.of("name", ColumnType.varchar(50), true),
                        Column.of("score", ColumnType.of(Kind.INT), true)),
                properties,
                TableSchema.Layout.none());
    }

    public static TableSchema dt() {
        return dt(7, 1, TableProperties.defaults());
    }

    public static TableSchema value() {
        return new TableSchema(
                8,
                "db",
                "value",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        Column.of("value", ColumnType.of(Kind.STRING), true),
                        Column.of("set", ColumnType.of(Kind.STRING), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    public static TableSchema ut() {
        return new TableSchema(
                9,
                "db",
                "ut",
                1,
                TableSchema.KeyModel.UNIQUE,
                List.of(
                        new Column("id", ColumnType.of(Kind.INT), false, true, DefaultValue.none(), true, ""),
                        Column.of("name", ColumnType.varchar(50), true),
                        Column.of("score", ColumnType.of(Kind.INT), true)),
                TableProperties.defaults(),
                new TableSchema.Layout(List.of("id"), TableSchema.PRIMARY, "", Partitioning.NONE, ""));
    }

    /** Keys that are texts: one is compared by its codes, the other without case. */
    private static TableSchema kt() {
        Column code = new Column("code", ColumnType.varchar(50), false, true, DefaultValue.none(), false, "");
        Column name = new Column("name", ColumnType.varchar(50), false, true, DefaultValue.none(), false, "");
        return new TableSchema(
                11,
                "db",
                "kt",
                1,
                TableSchema.KeyModel.UNIQUE,
                List.of(code, name.collatedBy("utf8mb4_general_ci"), Column.of("score", ColumnType.of(Kind.INT), true)),
                TableProperties.defaults(),
                new TableSchema.Layout(List.of("code", "name"), TableSchema.PRIMARY, "", Partitioning.NONE, ""));
    }

    public static TableSchema pt() {
        List<PartitionValue> least = List.of(PartitionValue.MIN);
        List<PartitionValue> ten = List.of(new PartitionValue(PartitionValue.Kind.VALUE, "10"));
        List<PartitionValue> greatest = List.of(PartitionValue.MAX);
        return new TableSchema(
                10,
                "db",
                "pt",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        Column.of("id", ColumnType.of(Kind.INT), true),
                        Column.of("score", ColumnType.of(Kind.INT), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none()
                        .withPartitioning(new Partitioning(
                                Partitioning.Kind.RANGE,
                                false,
                                "",
                                List.of("id"),
                                List.of(Partition.range("p1", least, ten), Partition.range("p2", ten, greatest)))));
    }

    private static ViewSchema names() {
        List<Column> columns = List.of(Column.of("name", ColumnType.varchar(50), true));
        return new ViewSchema(ViewSchema.table("db", "names", columns), "select name from dt", SqlMode.DEFAULT, "root");
    }

    public static CatalogSnapshot snapshot(TableSchema... tables) {
        return new CatalogSnapshot(1, List.of("db", "other"), List.of(tables), List.of(names()), Map.of());
    }

    public static CatalogSnapshot snapshot() {
        return snapshot(dt(), value(), ut(), kt(), pt());
    }
}
