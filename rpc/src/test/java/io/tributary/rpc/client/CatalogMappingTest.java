package io.tributary.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogOrigin;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.DatabaseSchema;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.rpc.proto.CatalogReply;
import io.tributary.rpc.proto.ChangeRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogMappingTest {
    private static final TableSchema TABLE = new TableSchema(
            1L << 40,
            "ads",
            "clicks",
            3,
            TableSchema.KeyModel.DUPLICATE,
            List.of(
                    new Column("id", ColumnType.of(ColumnType.Kind.INT), false, true, DefaultValue.none(), true, "key"),
                    new Column("price", ColumnType.decimal(15, 2), true, false, DefaultValue.literal("0.00"), false, "")
                            .aggregatedBy(Aggregation.REPLACE_IF_NOT_NULL),
                    new Column(
                            "at",
                            ColumnType.datetime(6),
                            false,
                            false,
                            new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, "6"),
                            false,
                            "",
                            Aggregation.NONE,
                            "COLLATE utf8mb4_bin",
                            new Column.Declared(
                                    "timestamp(6)", new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, "6"))),
                    Column.of("tags", ColumnType.arrayOf(ColumnType.decimal(10, 2)), true),
                    Column.of("twice", ColumnType.decimal(16, 2), true)
                            .as(Column.Declared.NONE.as(new Column.Generated("`price` * 2", true)))),
            TableProperties.defaults()
                    .with("group_commit_mode", "async_mode")
                    .with("group_commit_interval_ms", "2000")
                    .with("replication_num", "1"),
            new TableSchema.Layout(
                    List.of("id"),
                    "PRIMARY",
                    "clicks",
                    new Partitioning(
                            Partitioning.Kind.LIST,
                            true,
                            "date_trunc(at, 'day')",
                            List.of("id", "at"),
                            List.of(
                                    new Partition("p", List.of(List.of(PartitionValue.NULL, PartitionValue.MAX))),
                                    new Partition("rest", List.of())),
                            true),
                    "DISTRIBUTED BY HASH(id)",
                    List.of(
                            new TableIndex("i", List.of("at", "id"), "INVERTED", Map.of("parser", "none"), "words"),
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

    private static final ViewSchema VIEW = new ViewSchema(
            ViewSchema.table("ads", "v", List.of(Column.of("n", ColumnType.of(ColumnType.Kind.INT), true))),
            "SELECT \"n\" FROM t",
            SqlMode.of("ANSI_QUOTES"),
            "ann");

    @Test
    void aCatalogComesBackAsItWas() {
        CatalogState state = new CatalogState(
                new CatalogOrigin(-3, Long.MIN_VALUE),
                new TableOwner(32_767, 5),
                42,
                List.of(
                        DatabaseSchema.embedded("ads"),
                        new DatabaseSchema(
                                "far",
                                Optional.of(new DatabaseEngine("mysql", "mysql://h:3306", "env:LOGIN")),
                                new DatabaseSchema.Refreshed(List.of("table far.places: point"), List.of("t")))),
                new CatalogState.Relations(List.of(TABLE), List.of(VIEW)),
                List.of(new UserAccount("root", "mysql_native_password", "", "")),
                Map.of("group_commit", "sync_mode"));

        assertThat(CatalogMapping.fromProto(CatalogMapping.toProto(state))).isEqualTo(state);
    }

    @Test
    void theTablesOfABackendThatTellsNoOwnerAreThoseOfBackendZero() {
        CatalogReply told =
                CatalogMapping.toProto(new CatalogState(1, List.of("ads"), List.of(TABLE), List.of(), Map.of()));

        assertThat(CatalogMapping.fromProto(told.toBuilder().clearOwner().build())
                        .owner())
                .isEqualTo(new TableOwner(0, 0));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void everyChangeComesBackAsItWas(CatalogChange change) {
        assertThat(CatalogMapping.fromProto(CatalogMapping.toProto(change))).isEqualTo(change);
    }

    static Stream<CatalogChange> changes() {
        UserAccount account = new UserAccount("app", "caching_sha2_password", "a".repeat(40), "$A$005$salt");
        return Stream.of(
                new CatalogChange.CreateDatabase("ads", true),
                new CatalogChange.DropDatabase("ads", false),
                new CatalogChange.CreateTable(TABLE, true),
                new CatalogChange.DropTable("ads", "clicks", true),
                new CatalogChange.TruncateTable("ads", "clicks"),
                new CatalogChange.TruncateTable("ads", "clicks", List.of("p1", "p2")),
                new CatalogChange.AlterProperties("ads", "clicks", Map.of("group_commit_interval_ms", "2000")),
                new CatalogChange.AlterTable(new TableChange(TABLE, origins())),
                new CatalogChange.RefreshDatabase("ads"),
                new CatalogChange.RefreshTable("ads", "clicks"),
                new CatalogChange.CreateView(VIEW, "shop", ViewSchema.Existing.KEPT),
                new CatalogChange.DropView("ads", "v", true),
                new CatalogChange.PutUser(account, true, false),
                new CatalogChange.DropUser("app", true),
                new CatalogChange.SetGlobalVariable("group_commit", "async_mode"),
                new CatalogChange.SetGlobalVariable("group_commit", null));
    }

    /** Kept, filled, and filled with NULL. */
    private static List<TableChange.Origin> origins() {
        List<TableChange.Origin> origins = new ArrayList<>();
        for (int i = 0; i < TABLE.columns().size(); i++) {
            origins.add(i % 3 == 0 ? new TableChange.Kept(i) : new TableChange.Filled(i % 3 == 1 ? "it's" : null));
        }
        return origins;
    }

    @Test
    void everyMessageOfAChangeHasACase() {
        long permitted = CatalogChange.class.getPermittedSubclasses().length;

        assertThat(ChangeRequest.getDescriptor().getOneofs().get(0).getFieldCount())
                .isEqualTo((int) permitted);
        assertThat(changes().map(Object::getClass).distinct()).hasSize((int) permitted);
    }

    @Test
    void anEnginesOwnPolicyStaysImplicit() {
        TableProperties defaults = TableProperties.defaults();
        TableProperties engines = new TableProperties(
                GroupCommitMode.SYNC_MODE,
                defaults.groupCommitIntervalMillis(),
                defaults.groupCommitDataBytes(),
                GroupCommitPolicy.INTERVAL,
                false,
                Map.of());

        TableSchema table = TABLE.withProperties(engines);

        assertThat(CatalogMapping.fromProto(CatalogMapping.toProto(table))).isEqualTo(table);
    }
}
