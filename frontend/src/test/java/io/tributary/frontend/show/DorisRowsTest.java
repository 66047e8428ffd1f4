package io.tributary.frontend.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.information.ToldRows;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.AlterJobs;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.DecisionCounters;
import io.tributary.frontend.execution.Rejections;
import io.tributary.frontend.execution.ServerFacts;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.ShowPlan.Limit;
import io.tributary.planner.plan.ShowPlan.Proc;
import io.tributary.planner.plan.ShowPlan.SortKey;
import io.tributary.planner.plan.part.TableName;
import io.tributary.session.Sessions;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** SHOW of what Doris has: what is known is told, all else is NULL. */
final class DorisRowsTest {
    private static final CatalogTables TABLES = new CatalogTables(new CatalogSnapshot(
            7,
            List.of("db", "empty"),
            List.of(table("own", TableProperties.defaults()), table("told", told())),
            List.of(),
            Map.of()));

    private static TableSchema table(String name, TableProperties properties) {
        return new TableSchema(
                1,
                "db",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("id", ColumnType.of(ColumnType.Kind.INT), true)),
                properties,
                new TableSchema.Layout(List.of(), "", "", Partitioning.NONE, ""));
    }

    private static TableProperties told() {
        TableSchema tables = SystemTables.find("information_schema", "TABLES").orElseThrow();
        List<@Nullable String> row =
                new ArrayList<>(Collections.nCopies(tables.columns().size(), "x"));
        row.set(tables.indexOf("TABLE_ROWS"), "12");
        row.set(tables.indexOf("DATA_LENGTH"), "1536");
        return TableProperties.defaults().with(ToldRows.property("TABLES"), ToldRows.text(List.of(row)));
    }

    private static List<String> names(Answer.LocalRows rows) {
        return rows.columns().stream().map(ResultColumn::name).toList();
    }

    @Test
    void rowsAndBytesAreThoseOfInformationSchema() {
        Answer.LocalRows all = DataRows.of(new ShowPlan.Data("db", null), TABLES);
        assertThat(names(all)).containsExactly("TableName", "Size", "ReplicaCount", "RemoteSize");
        assertThat(all.rows())
                .containsExactly(Arrays.asList("own", null, null, null), Arrays.asList("told", "1.500 KB", null, null));

        Answer.LocalRows one = DataRows.of(new ShowPlan.Data("db", new TableName("db", "told")), TABLES);
        assertThat(one.rows()).containsExactly(Arrays.asList("told", "told", "1.500 KB", null, "12", null));

        assertThat(DataRows.of(new ShowPlan.Data("", null), TABLES).rows())
                .contains(Arrays.asList(null, "empty", null, null, null, null));
        assertThat(DataRows.size(0)).isEqualTo("0.000 ");
        assertThat(DataRows.size(3L << 40)).isEqualTo("3.000 TB");
    }

    @Test
    void statisticsAreToldWhereThereAreAny() {
        assertThat(DataRows.statistics(TABLES.require(new TableName("db", "own")))
                        .rows())
                .isEmpty();
        assertThat(DataRows.statistics(TABLES.require(new TableName("db", "told")))
                        .rows())
                .containsExactly(Arrays.asList(null, null, "12", null, null, null, null, null));
    }

    @Test
    void aFrontendTellsOfItself() {
        ServerFacts facts = new ServerFacts(
                "8.0.36",
                System.nanoTime(),
                new DecisionCounters(new SimpleMeterRegistry()),
                new AlterJobs(),
                new Rejections(),
                ServerFacts.Address.of("127.0.0.1", () -> 9031, () -> 8031));

        Answer.LocalRows rows = FrontendRows.of(facts, 7, ZoneOffset.UTC);

        assertThat(names(rows)).hasSize(19).startsWith("Name", "Host", "EditLogPort", "HttpPort", "QueryPort");
        assertThat(rows.rows().get(0))
                .hasSize(19)
                .startsWith("127.0.0.1_9031", "127.0.0.1", null, "8031", "9031", null, null)
                .endsWith("8.0.36", "Yes");
        assertThat(ServerFacts.Address.of("0.0.0.0", () -> 1, () -> 2).host()).isNotEqualTo("0.0.0.0");
    }

    @Test
    void procCountsWhatTheCatalogKnows() {
        Sessions sessions = new Sessions(1);

        assertThat(ProcRows.of(Proc.Path.ROOT, TABLES, sessions).rows()).contains(List.of("frontends"));
        assertThat(ProcRows.of(Proc.Path.DATABASES, TABLES, sessions).rows())
                .contains(
                        Arrays.asList(null, "db", "2", null, null, null, null, null),
                        Arrays.asList(null, "empty", "0", null, null, null, null, null));
        assertThat(ProcRows.of(Proc.Path.STATISTIC, TABLES, sessions).rows())
                .containsExactly(
                        Arrays.asList(null, "db", "2", "2", null, null, null),
                        Arrays.asList(null, "empty", "0", "0", null, null, null),
                        Arrays.asList("Total", "2", "2", "2", null, null, null));
        assertThat(ProcRows.of(Proc.Path.CURRENT_QUERIES, TABLES, sessions).rows())
                .isEmpty();
    }

    @Test
    void whatIsNeverHereHasDorisColumnsAndNoRows() {
        assertThat(names(NoRows.of(ShowPlan.Absent.Kind.ROUTINE_LOADS)))
                .hasSize(22)
                .startsWith("Id", "Name");
        assertThat(names(NoRows.of(ShowPlan.Absent.Kind.LOADS))).hasSize(19).startsWith("JobId", "Label", "State");
        assertThat(names(NoRows.of(ShowPlan.Absent.Kind.STREAM_LOADS)))
                .hasSize(16)
                .startsWith("Label", "Db", "Table");
        assertThat(names(NoRows.of(ShowPlan.Absent.Kind.TABLETS))).hasSize(23).startsWith("TabletId", "ReplicaId");
        for (ShowPlan.Absent.Kind kind : ShowPlan.Absent.Kind.values()) {
            assertThat(NoRows.of(kind).rows()).isEmpty();
        }
    }

    @Test
    void rowsAreOrderedAndCut() {
        Answer.LocalRows rows = new Answer.LocalRows(
                Answer.LocalRows.texts("a", "b"),
                List.of(List.of("1", "x"), List.of("10", "y"), List.of("2", "y"), Arrays.asList(null, "z")));
        List<SortKey> order = List.of(new SortKey("B", true), new SortKey("a", false));

        assertThat(RowOrder.of(rows, order, new Limit(1, 2)).rows())
                .containsExactly(List.of("2", "y"), List.of("10", "y"));
        assertThatThrownBy(() -> RowOrder.of(rows, List.of(new SortKey("c", false)), Limit.NONE))
                .isInstanceOfSatisfying(TributaryException.class, error -> assertThat(error.code())
                        .isEqualTo(ErrorCode.UNKNOWN_COLUMN));
    }
}
