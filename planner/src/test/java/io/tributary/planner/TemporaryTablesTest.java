package io.tributary.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.contract.temporary.TemporaryTables;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.Plan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two sessions, each with a temporary table that hides {@code db.dt}, and a third one without. */
class TemporaryTablesTest {
    private static final String FIRST = new TemporaryName("aaaaa", 1, "dt").hidden();
    private static final String SECOND = new TemporaryName("aaaaa", 2, "dt").hidden();

    private final SharedPlanCache shared = new SharedPlanCache(1 << 20);
    private final PlanCache cache = new PlanCache(shared, 10);
    private CatalogSnapshot snapshot = snapshot(FIRST, SECOND);
    private final Planner planner = new Planner(() -> snapshot);

    private static CatalogSnapshot snapshot(String... hidden) {
        List<TableSchema> tables = new ArrayList<>(List.of(Tables.dt(), Tables.value()));
        for (String name : hidden) {
            tables.add(Tables.dt().named(name).withTableId(100 + tables.size()));
        }
        return new CatalogSnapshot(1, List.of("db"), tables, List.of(), Map.of());
    }

    private static PlanContext context(String hidden) {
        TemporaryTables tables = TemporaryTables.NONE;
        return new PlanContext("db", SqlMode.DEFAULT, hidden.isEmpty() ? tables : tables.with("db", "dt", hidden));
    }

    private Plan plan(String sql, String hidden) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        return planner.plan(bytes, 0, bytes.length, context(hidden), cache);
    }

    private String target(String sql, String hidden) {
        return ((InsertPlan) plan(sql, hidden)).table().name();
    }

    @Test
    void noPlanOfASessionServesAnother() {
        String sql = "INSERT INTO dt VALUES (1, 'a', 2)";
        for (int round = 0; round < 3; round++) {
            assertThat(target(sql, FIRST)).isEqualTo(FIRST);
            assertThat(target(sql, "")).isEqualTo("dt");
            assertThat(target(sql, SECOND)).isEqualTo(SECOND);
        }
        assertThat(shared.stats().entries()).isEqualTo(1);
        assertThat(new PlanCache(shared, 10).stats().entries()).isZero();
    }

    @Test
    void oneThatIsGoneWithoutItsSessionDoesNotGiveWayToTheTableThatItHides() {
        assertThat(target("INSERT INTO dt VALUES (1, 'a', 2)", FIRST)).isEqualTo(FIRST);
        snapshot = snapshot(SECOND);

        refused("INSERT INTO dt VALUES (1, 'a', 2)", FIRST, ErrorCode.UNKNOWN_TABLE);
        refused("TRUNCATE dt", FIRST, ErrorCode.UNKNOWN_TABLE);
        assertThat(target("INSERT INTO dt VALUES (1, 'a', 2)", "")).isEqualTo("dt");
    }

    @Test
    void nobodyNamesThemByTheirHiddenNames() {
        refused("INSERT INTO " + FIRST + " VALUES (1, 'a', 2)", "", ErrorCode.UNKNOWN_TABLE);
        refused("CREATE TABLE " + FIRST + " (a INT)", "", ErrorCode.WRONG_TABLE_NAME);
        assertThat(snapshot.tables("db").stream().map(TableSchema::name)).containsExactly("dt", "value");
        assertThat(snapshot.temporaries().stream().map(TableSchema::name)).containsExactly(FIRST, SECOND);
    }

    @Test
    void definitionsMeanThemFirst() {
        assertThat(plan("TRUNCATE TABLE dt", FIRST))
                .isInstanceOfSatisfying(
                        DefinitionPlan.TruncateTable.class,
                        truncate -> assertThat(truncate.table().name()).isEqualTo(FIRST));
        assertThat(plan("ALTER TABLE dt ADD COLUMN more INT", FIRST))
                .isInstanceOfSatisfying(
                        DefinitionPlan.AlterTable.class,
                        alter -> assertThat(alter.change().table().name()).isEqualTo(FIRST));
        refused("ALTER TABLE dt RENAME TO other", FIRST, ErrorCode.NOT_SUPPORTED);
        refused("RENAME TABLE dt TO other", FIRST, ErrorCode.NOT_SUPPORTED);
        assertThat(plan("DROP TEMPORARY TABLE IF EXISTS dt, db.b", FIRST))
                .isInstanceOfSatisfying(DefinitionPlan.Temporary.class, temporary -> assertThat(temporary.plan())
                        .isInstanceOf(DefinitionPlan.DropTables.class));
    }

    @Test
    void theirNamesAreShorter() {
        String longest = "n".repeat(TemporaryName.SHOWN_LENGTH_MAX);

        assertThat(plan("CREATE TEMPORARY TABLE " + longest + " (a INT)", ""))
                .isInstanceOf(DefinitionPlan.Temporary.class);
        refused("CREATE TEMPORARY TABLE " + longest + "n (a INT)", "", ErrorCode.IDENTIFIER_TOO_LONG);
        refused("CREATE TEMPORARY VIEW v AS SELECT 1", "", ErrorCode.SYNTAX);
        refused("DROP TEMPORARY VIEW v", "", ErrorCode.SYNTAX);
    }

    private void refused(String sql, String hidden, ErrorCode code) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> plan(sql, hidden))
                .matches(error -> error.code() == code, code.name());
    }
}
