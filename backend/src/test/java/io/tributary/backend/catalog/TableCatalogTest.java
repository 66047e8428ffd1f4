package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.catalog.clock.DynamicTables;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCatalogTest {
    @TempDir
    Path directory;

    private TableEngine engine;
    private TableCatalog catalog;

    @BeforeEach
    void open() {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        catalog = TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void restart() {
        engine.close();
        open();
    }

    private static Partitioning partitions() {
        PartitionValue one = new PartitionValue(PartitionValue.Kind.VALUE, "1");
        return new Partitioning(
                Partitioning.Kind.RANGE,
                false,
                "",
                List.of("id"),
                List.of(Partition.range("p1", List.of(PartitionValue.MIN), List.of(one))));
    }

    private static TableSchema dt() {
        return new TableSchema(
                0,
                "db",
                "dt",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        new Column(
                                "id", ColumnType.of(Kind.INT), false, true, DefaultValue.none(), false, "the \"key\""),
                        new Column("name", ColumnType.varchar(50), true, false, DefaultValue.literal("n/a"), false, ""),
                        Column.of("price", ColumnType.decimal(15, 2), true).aggregatedBy(Aggregation.MAX),
                        new Column(
                                "at",
                                ColumnType.datetime(3),
                                true,
                                false,
                                DefaultValue.none(),
                                false,
                                "",
                                Aggregation.NONE,
                                "COLLATE utf8mb4_bin",
                                new Column.Declared(
                                        "timestamp(3)", new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, "3"))),
                        Column.of("tags", ColumnType.arrayOf(ColumnType.decimal(10, 2)), true),
                        Column.of("twice", ColumnType.decimal(16, 2), true)
                                .as(Column.Declared.NONE.as(new Column.Generated("`price` * 2", true)))),
                TableProperties.defaults()
                        .with("group_commit_mode", "async_mode")
                        .with("replication_num", "1"),
                new TableSchema.Layout(
                        List.of("id"),
                        "PRIMARY",
                        "a table",
                        partitions(),
                        "DISTRIBUTED BY HASH(`id`) BUCKETS 1",
                        List.of(
                                new TableIndex("i", List.of("at"), "INVERTED", Map.of("parser", "none"), "words"),
                                new TableIndex("u", true, List.of("at", ""), List.of("", "((id))"), "", Map.of(), "")),
                        List.of(new Rollup("r", List.of("at", "id"), List.of("at"), Map.of("k", "v"))),
                        List.of("at"),
                        "ROW_FORMAT=DYNAMIC",
                        new Constraints(
                                List.of(new ForeignKey(
                                        "fk",
                                        List.of("id"),
                                        "shop",
                                        "t",
                                        List.of("k"),
                                        new ForeignKey.Rules(ForeignKey.Action.CASCADE, ForeignKey.Action.SET_NULL))),
                                List.of(new Check("c", List.of("COLUMN id", "NUMBER 0", "GREATER"))))));
    }

    private CatalogState createDt() {
        catalog.apply(new CatalogChange.CreateDatabase("db", false));
        return catalog.apply(new CatalogChange.CreateTable(dt(), false));
    }

    @Test
    void aTableComesBackAfterRestartAsItWasDefined() {
        CatalogState before = createDt();

        restart();

        TableSchema table = catalog.state().tables().get(0);
        assertThat(table).isEqualTo(dt().withTableId(1));
        assertThat(catalog.table(1)).isEqualTo(table);
        assertThat(catalog.find("db", "dt")).isEqualTo(table);
        assertThat(catalog.find("db", "DT")).isNull();
        assertThat(catalog.state().version()).isGreaterThan(before.version());
        assertThat(catalog.state().databases()).containsExactly("db");
    }

    @Test
    void everyRefusalHasMySqlsNumber() {
        createDt();

        refused(new CatalogChange.CreateDatabase("db", false), ErrorCode.DATABASE_EXISTS);
        refused(new CatalogChange.CreateDatabase("DB", true), ErrorCode.DATABASE_EXISTS);
        refused(new CatalogChange.DropDatabase("nope", false), ErrorCode.DATABASE_UNKNOWN_ON_DROP);
        refused(new CatalogChange.CreateDatabase("Tributary", true), ErrorCode.DATABASE_ACCESS_DENIED);
        refused(new CatalogChange.DropDatabase("information_schema", true), ErrorCode.DATABASE_ACCESS_DENIED);
        refused(new CatalogChange.CreateTable(dt(), false), ErrorCode.TABLE_EXISTS);
        refused(new CatalogChange.CreateTable(renamed("nope", "t", dt().columns()), true), ErrorCode.UNKNOWN_DATABASE);
        refused(
                new CatalogChange.CreateTable(renamed("mysql", "t", dt().columns()), true),
                ErrorCode.DATABASE_ACCESS_DENIED);
        refused(new CatalogChange.CreateTable(renamed("db", "DT", dt().columns()), true), ErrorCode.TABLE_EXISTS);
        refused(new CatalogChange.CreateTable(renamed("db", "e", List.of()), true), ErrorCode.TABLE_MUST_HAVE_COLUMNS);
        refused(
                new CatalogChange.CreateTable(
                        renamed(
                                "db",
                                "e",
                                List.of(
                                        Column.of("a", ColumnType.of(Kind.INT), true),
                                        Column.of("A", ColumnType.of(Kind.INT), true))),
                        true),
                ErrorCode.DUPLICATE_COLUMN);
        refused(new CatalogChange.DropTable("db", "nope", false), ErrorCode.UNKNOWN_TABLE_ON_DROP);
        refused(new CatalogChange.DropTable("nope", "t", false), ErrorCode.UNKNOWN_DATABASE);
        refused(new CatalogChange.TruncateTable("db", "nope"), ErrorCode.UNKNOWN_TABLE);
        refused(new CatalogChange.AlterProperties("db", "nope", Map.of()), ErrorCode.UNKNOWN_TABLE);
        refused(
                new CatalogChange.AlterProperties("db", "dt", Map.of("group_commit_interval_ms", "0")),
                ErrorCode.INVALID_STATEMENT);
        refused(new CatalogChange.DropUser("nope", false), ErrorCode.USER_OPERATION_FAILED);
        refused(new CatalogChange.DropUser("root", true), ErrorCode.USER_OPERATION_FAILED);
        refused(new CatalogChange.PutUser(user("root"), false, false), ErrorCode.USER_OPERATION_FAILED);
        refused(new CatalogChange.PutUser(user("bob"), true, false), ErrorCode.USER_OPERATION_FAILED);
    }

    private void refused(CatalogChange change, ErrorCode code) {
        CatalogState before = catalog.state();
        assertThatThrownBy(() -> catalog.apply(change))
                .as("%s", change)
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(code));
        assertThat(catalog.state()).isSameAs(before);
    }

    private static TableSchema renamed(String database, String name, List<Column> columns) {
        return new TableSchema(0, database, name, 1, dt().keyModel(), columns, dt().properties(), dt().layout());
    }

    private static UserAccount user(String name) {
        return new UserAccount(name, "caching_sha2_password", "0123", "$A$005$x");
    }

    @Test
    void ifExistsAndIfNotExistsChangeNothing() {
        CatalogState before = createDt();

        assertThat(catalog.apply(new CatalogChange.CreateDatabase("db", true))).isSameAs(before);
        assertThat(catalog.apply(new CatalogChange.CreateTable(dt(), true))).isSameAs(before);
        assertThat(catalog.apply(new CatalogChange.DropTable("db", "nope", true)))
                .isSameAs(before);
        assertThat(catalog.apply(new CatalogChange.DropDatabase("nope", true))).isSameAs(before);
        assertThat(catalog.apply(new CatalogChange.DropUser("nope", true))).isSameAs(before);
        assertThat(catalog.apply(new CatalogChange.PutUser(user("root"), false, true)))
                .isSameAs(before);
    }

    @Test
    void tableIdsAreNeverUsedAgain() {
        createDt();
        catalog.apply(new CatalogChange.DropTable("db", "dt", false));
        restart();
        assertThat(catalog.wasDropped(1)).isTrue();
        assertThat(catalog.wasDropped(2)).isFalse();

        TableSchema second = catalog.apply(new CatalogChange.CreateTable(dt(), false))
                .tables()
                .get(0);
        catalog.apply(new CatalogChange.DropDatabase("db", false));

        assertThat(second.tableId()).isEqualTo(2);
        assertThat(catalog.wasDropped(2)).isTrue();
        assertThat(catalog.table(2)).isNull();
        restart();
        assertThat(catalog.wasDropped(2)).isTrue();
        assertThat(catalog.state().databases()).isEmpty();
        assertThat(catalog.state().tables()).isEmpty();
    }

    @Test
    void droppedTablesAreKnownForEverAndTakeOneEntry() {
        List<Long> ids = new ArrayList<>();
        catalog.apply(new CatalogChange.CreateDatabase("db", false));
        for (int i = 0; i < 5; i++) {
            ids.add(createdTable());
            catalog.apply(new CatalogChange.DropTable("db", "dt", false));
        }
        long present = createdTable();
        assertThat(engine.systemStore().list(CatalogStore.TABLES)).hasSize(6);

        assertThat(catalog.forgetDropped()).isEqualTo(5);
        assertThat(catalog.forgetDropped()).isZero();

        assertThat(engine.systemStore().list(CatalogStore.TABLES)).containsOnlyKeys(Long.toString(present));
        for (int restarts = 0; restarts < 2; restarts++) {
            assertThat(ids).allMatch(catalog::wasDropped);
            assertThat(catalog.wasDropped(present)).isFalse();
            assertThat(catalog.wasDropped(present + 1)).isFalse();
            assertThat(catalog.droppedRanges()).isEqualTo(1);
            restart();
        }
        catalog.apply(new CatalogChange.DropTable("db", "dt", false));
        assertThat(createdTable()).isGreaterThan(present);
        assertThat(catalog.forgetDropped()).isEqualTo(1);
    }

    private long createdTable() {
        return catalog.apply(new CatalogChange.CreateTable(dt(), false))
                .tables()
                .get(0)
                .tableId();
    }

    @Test
    void propertiesUsersAndVariablesAreDurable() {
        createDt();
        catalog.apply(new CatalogChange.AlterProperties(
                "db", "dt", Map.of("group_commit_interval_ms", "2000", "group_commit_policy", "interval")));
        catalog.apply(new CatalogChange.PutUser(user("bob"), false, false));
        catalog.apply(new CatalogChange.PutUser(user("eve"), false, false));
        catalog.apply(new CatalogChange.DropUser("eve", false));
        catalog.apply(new CatalogChange.SetGlobalVariable("group_commit", "sync_mode"));
        catalog.apply(new CatalogChange.SetGlobalVariable("x", "1"));
        catalog.apply(new CatalogChange.SetGlobalVariable("x", null));

        restart();

        TableProperties properties = catalog.state().tables().get(0).properties();
        assertThat(properties.groupCommitIntervalMillis()).isEqualTo(2000);
        assertThat(properties.groupCommitPolicy()).isEqualTo(GroupCommitPolicy.INTERVAL);
        assertThat(properties.groupCommitMode()).isEqualTo(GroupCommitMode.ASYNC_MODE);
        assertThat(properties.other()).containsEntry("replication_num", "1");
        assertThat(catalog.state().tables().get(0).schemaVersion()).isEqualTo(1);
        assertThat(catalog.state().users())
                .containsExactly(user("bob"), new UserAccount("root", "mysql_native_password", "", ""));
        assertThat(catalog.state().globalVariables()).containsExactly(Map.entry("group_commit", "sync_mode"));
    }

    @Test
    void anAlteredTableIsDurableAndAgreesWithTheEngine() {
        createDt();
        TableChange change = altered(2);

        CatalogState state = catalog.apply(new CatalogChange.AlterTable(change));

        assertThat(state.tables()).containsExactly(change.table());
        assertThat(catalog.table(1)).isEqualTo(change.table());
        restart();
        assertThat(catalog.state().tables()).containsExactly(change.table());
        // Its version is no longer the one that the change was made for.
        refused(new CatalogChange.AlterTable(change), ErrorCode.SCHEMA_VERSION_MISMATCH);
        refused(new CatalogChange.AlterTable(altered(7)), ErrorCode.SCHEMA_VERSION_MISMATCH);
    }

    @Test
    void aTableThatIsGoneIsNotAltered() {
        createDt();
        catalog.apply(new CatalogChange.DropTable("db", "dt", false));

        refused(new CatalogChange.AlterTable(altered(2)), ErrorCode.UNKNOWN_TABLE);
    }

    /** Takes out the name, and puts a column between the first and the price. */
    private static TableChange altered(int version) {
        TableSchema dt = dt();
        List<Column> columns = List.of(
                dt.columns().get(0),
                Column.of("added", ColumnType.of(Kind.BIGINT), true),
                dt.columns().get(2),
                dt.columns().get(3));
        return new TableChange(
                new TableSchema(1, "db", "moved", version, dt.keyModel(), columns, dt.properties(), dt.layout()),
                List.of(
                        new TableChange.Kept(0),
                        new TableChange.Filled("7"),
                        new TableChange.Kept(2),
                        new TableChange.Kept(3)));
    }

    @Test
    void aTableWithoutAPolicyFollowsTheEngine() {
        createDt();

        TableCatalog other = TableCatalog.load(engine, GroupCommitPolicy.INTERVAL);

        assertThat(other.state().tables().get(0).properties().groupCommitPolicy())
                .isEqualTo(GroupCommitPolicy.INTERVAL);
        assertThat(other.state().tables().get(0).properties().policyExplicit()).isFalse();
    }

    @Test
    void partitionsThatAnOlderVersionLeftToNobodyExpireWhenSomebodySetsThem() {
        TableProperties properties = TableProperties.defaults()
                .with("dynamic_partition.enable", "true")
                .with("dynamic_partition.time_unit", "DAY")
                .with("dynamic_partition.time_zone", "UTC")
                .with("dynamic_partition.start", "-2")
                .with("dynamic_partition.end", "1")
                .with("dynamic_partition.prefix", "p");
        TableSchema old = new TableSchema(
                7,
                "db",
                "old",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("d", ColumnType.of(Kind.DATE), true)),
                properties,
                TableSchema.Layout.none()
                        .withPartitioning(
                                new Partitioning(Partitioning.Kind.RANGE, false, "", List.of("d"), List.of())));
        catalog.apply(new CatalogChange.CreateDatabase("db", false));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.createTable(old);
            CatalogStore.putTable(transaction, old);
            int today = (int) LocalDate.now(ZoneOffset.UTC).toEpochDay();
            transaction.append(old, List.of(dates(old, today - 3, today - 2, today, today + 90)));
            transaction.commit();
        }
        restart();
        TableSchema read = catalog.state().tables().get(0);
        assertThat(DynamicTables.isUnconfirmed(read)).isTrue();
        assertThat(read.limitsRows()).isFalse();

        catalog.apply(new CatalogChange.AlterProperties("db", "old", Map.of("comment", "x")));
        assertThat(DynamicTables.isUnconfirmed(catalog.state().tables().get(0))).isTrue();
        catalog.apply(new CatalogChange.AlterProperties("db", "old", Map.of("dynamic_partition.enable", "true")));
        restart();

        TableSchema now = catalog.state().tables().get(0);
        assertThat(now.layout().partitioning().partitions()).hasSize(4);
        assertThat(now.layout().partitioning().byClock()).isTrue();
        assertThat(now.limitsRows()).isTrue();
        assertThat(now.wasAt(read.schemaVersion())).isTrue();
        try (EngineTransaction transaction = engine.begin()) {
            assertThat(transaction.execute(
                            "DELETE FROM old", new RowRules(now), new QueryContext("db", SqlMode.NONE, "UTC", 0)))
                    .as("the row before the start is gone")
                    .isEqualTo(3);
        }
    }

    private static RowBlock dates(TableSchema table, int... days) {
        RowBlockWriter writer = new RowBlockWriter(table);
        for (int day : days) {
            byte[] text = LocalDate.ofEpochDay(day).toString().getBytes(StandardCharsets.US_ASCII);
            writer.beginRow();
            writer.putText(0, text, 0, text.length);
            writer.endRow();
        }
        return writer.finish();
    }

    @Test
    void listenersHearEverySnapshotInOrderUntilClosed() {
        List<Long> heard = new ArrayList<>();
        TableCatalog.Subscription subscription =
                catalog.onChange(state -> heard.add(state.version() - (state.version() >> 32 << 32)));
        createDt();
        subscription.close();
        subscription.close();
        catalog.apply(new CatalogChange.DropDatabase("db", false));

        assertThat(heard).containsExactly(1L, 2L);
    }

    /** A crash, or a failure after which the process went on and the table took rows. */
    @Test
    void whatAnEarlierVersionLeftHalfDoneIsUndone() {
        createDt();
        for (String database : List.of("gone", "there")) {
            catalog.apply(new CatalogChange.CreateDatabase(database, false));
            catalog.apply(new CatalogChange.CreateTable(renamed(database, "t", dt().columns()), false));
        }
        // The crashes came after the intent to create; after the engine's CREATE; after the intent to drop; after the
        // engine's DROP.
        step(CatalogStore.DATABASES, "half", "CREATING");
        step("CREATING", renamed("db", "early", dt().columns()).withTableId(4));
        TableSchema late = renamed("db", "late", dt().columns()).withTableId(5);
        step("CREATING", late);
        engine.createTable(late);
        step("DROPPING", dt().withTableId(1));
        TableSchema lost = renamed("db", "lost", dt().columns()).withTableId(6);
        step("DROPPING", lost);
        step(CatalogStore.DATABASES, "there", "DROPPING");
        step(CatalogStore.DATABASES, "gone", "DROPPING");
        engine.dropDatabase("gone");

        restart();

        assertThat(catalog.state().databases()).containsExactly("db", "there");
        assertThat(catalog.state().tables()).extracting(TableSchema::tableId).containsExactly(1L, 3L);
        for (long id : List.of(2L, 4L, 5L, 6L)) {
            assertThat(catalog.wasDropped(id)).as("table %d", id).isTrue();
        }
        catalog.apply(new CatalogChange.CreateTable(late, false));
        assertThat(catalog.table(7)).isEqualTo(late.withTableId(7));
        catalog.apply(new CatalogChange.CreateDatabase("half", false));
    }

    private void step(String step, TableSchema table) {
        step(CatalogStore.TABLES, Long.toString(table.tableId()), step + " " + CatalogJson.write(table));
    }

    private void step(String space, String key, String value) {
        engine.systemStore().put(space, key, value);
    }

    @Test
    void aCreationThatTheEngineRefusesLeavesNothing() {
        catalog.apply(new CatalogChange.CreateDatabase("db", false));
        engine.createTable(renamed("db", "dt", dt().columns()));

        assertThatThrownBy(() -> catalog.apply(new CatalogChange.CreateTable(dt(), false)))
                .isInstanceOf(TributaryException.class);

        assertThat(catalog.state().tables()).isEmpty();
        engine.dropTable("db", "dt");
        catalog.apply(new CatalogChange.CreateTable(dt(), false));
    }

    @Test
    void aDirectoryOfANewerFormatIsRefusedWithBothVersionsAndOneWithoutAStampIsStamped() {
        SystemStore store = engine.systemStore();
        assertThat(store.get("format", "version")).contains("" + DataFormat.CURRENT);
        store.remove("format", "version");
        restart();
        assertThat(engine.systemStore().get("format", "version")).contains("" + DataFormat.CURRENT);
        engine.systemStore().put("format", "version", "" + (DataFormat.CURRENT + 1));
        Map<String, String> starts = engine.systemStore().list("catalog.counters");

        assertThatThrownBy(() -> TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE))
                .hasMessageContaining(
                        "has format " + (DataFormat.CURRENT + 1) + ", this version of Tributary reads formats "
                                + DataFormat.OLDEST + " to " + DataFormat.CURRENT + " only");
        assertThat(engine.systemStore().list("catalog.counters")).isEqualTo(starts);
    }

    @Test
    void aTableThatDiffersFromTheEnginesIsRefusedAtStart() {
        createDt();
        engine.dropTable("db", "dt");
        engine.createTable(renamed("db", "dt", dt().columns().subList(0, 3)));

        assertThatThrownBy(() -> TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE))
                .hasMessage("table db.dt has 6 columns in the catalog and 3 in the engine");

        engine.dropTable("db", "dt");
        assertThatThrownBy(() -> TableCatalog.load(engine, GroupCommitPolicy.ADAPTIVE))
                .hasMessage("table db.dt is in the catalog, but: Table 'db.dt' doesn't exist");
    }
}
