package io.tributary.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.Plan;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PlanCacheTest {
    private final SharedPlanCache shared = new SharedPlanCache(1 << 20);
    private final PlanCache first = new PlanCache(shared, 10);
    private final PlanCache second = new PlanCache(shared, 10);
    private CatalogSnapshot snapshot = Tables.snapshot();
    private final Planner planner = new Planner(() -> snapshot);

    private Plan plan(PlanCache cache, String sql) {
        return plan(cache, sql, new PlanContext("db", SqlMode.DEFAULT));
    }

    private Plan plan(PlanCache cache, String sql, PlanContext context) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        return planner.plan(bytes, 0, bytes.length, context, cache);
    }

    private Prepared prepare(PlanCache cache, String sql) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        return planner.prepare(bytes, 0, bytes.length, new PlanContext("db", SqlMode.DEFAULT), cache);
    }

    @Test
    void templatesOfAnyRowCountAndLiteralInsertsShareOnePlan() {
        Prepared one = prepare(first, "insert into dt(id,name) values(?,?)");
        Prepared two = prepare(first, "insert into dt(id,name) values(?,?),(?,?)");
        Prepared mixed = prepare(second, "insert into dt(id,name) values(1,?)");
        Plan literal = plan(second, "insert into dt(id,name) values (1,'a'), (2,'b')");
        Plan other = plan(second, "insert into dt(name,id) values ('a',1)");

        assertThat(two.plan()).isSameAs(one.plan());
        assertThat(mixed.plan()).isSameAs(one.plan());
        assertThat(literal).isSameAs(one.plan());
        assertThat(other).isNotSameAs(one.plan());
        assertThat(one.parameterCount()).isEqualTo(2);
        assertThat(two.parameterCount()).isEqualTo(4);
        assertThat(mixed.parameterCount()).isEqualTo(1);
        assertThat(shared.stats().hits()).isEqualTo(3);
        assertThat(shared.stats().misses()).isEqualTo(2);
        assertThat(shared.stats().entries()).isEqualTo(2);
    }

    @Test
    void aSessionThatAlternatesBetweenAThousandShapesStaysWithinItsBound() {
        for (int round = 0; round < 3; round++) {
            for (int shape = 1; shape <= 1_000; shape++) {
                assertThat(plan(first, "insert into dt" + " ".repeat(shape) + "values (1,'a',2)"))
                        .isNotNull();
            }
        }

        assertThat(first.stats().entries()).isLessThanOrEqualTo(10);
        assertThat(first.stats().hits() + first.stats().misses()).isEqualTo(3_000);
    }

    @Test
    void aNewSchemaVersionOrTableIdInvalidatesAndAPropertyDoesNot() {
        Plan before = plan(first, "insert into dt values (1,'a',2)");

        snapshot = Tables.snapshot(Tables.dt(7, 1, TableProperties.defaults().with("group_commit_mode", "async_mode")));
        assertThat(plan(first, "insert into dt values (2,'b',3)")).isSameAs(before);
        assertThat(plan(second, "insert into dt values (2,'b',3)")).isSameAs(before);

        snapshot = Tables.snapshot(Tables.dt(7, 2, TableProperties.defaults()));
        Plan after = plan(first, "insert into dt values (2,'b',3)");
        assertThat(after).isNotSameAs(before);
        assertThat(plan(second, "insert into dt values (2,'b',3)")).isSameAs(after);

        snapshot = Tables.snapshot(Tables.dt(9, 2, TableProperties.defaults()));
        assertThat(plan(first, "insert into dt values (2,'b',3)")).isNotSameAs(after);
    }

    @Test
    void thePresentTableHasTheNewestProperties() {
        var plan = (InsertPlan) plan(first, "insert into dt values (1,'a',2)");

        CatalogSnapshot changed =
                Tables.snapshot(Tables.dt(7, 1, TableProperties.defaults().with("group_commit_mode", "async_mode")));

        assertThat(Planner.current(plan, changed).orElseThrow().properties().groupCommitMode())
                .isEqualTo(GroupCommitMode.ASYNC_MODE);
        assertThat(Planner.current(plan, CatalogSnapshot.empty())).isEmpty();
    }

    @Test
    void valueIsNotTakenForTheBeginningOfValues() {
        Plan value = plan(first, "insert into dt value (1,'a',2)");
        Plan values = plan(first, "insert into dt values (1,'a',2)");

        assertThat(values).isNotSameAs(value);
        assertThat(plan(first, "insert into dt value(1,'a',2)")).isSameAs(value);
    }

    @Test
    void theDatabaseAndTheSqlModeArePartOfTheKey() {
        Plan plain = plan(first, "insert into db.dt values (1,'a',2)");

        assertThat(plan(first, "insert into db.dt values (1,'a',2)", new PlanContext("other", SqlMode.DEFAULT)))
                .isNotSameAs(plain);
        assertThat(plan(first, "insert into db.dt values (1,'a',2)", new PlanContext("db", SqlMode.of("ANSI_QUOTES"))))
                .isNotSameAs(plain);
    }

    @Test
    void modesThatReadTheTextAlikeShareItsPlan() {
        Plan plain = plan(first, "insert into db.dt values (1,'a',2)");
        PlanContext strict = new PlanContext("db", SqlMode.of("STRICT_ALL_TABLES,NO_ZERO_DATE"));

        assertThat(plan(first, "insert into db.dt values (1,'a',2)", strict)).isSameAs(plain);
        assertThat(plan(second, "insert into db.dt values (1,'a',2)", strict)).isSameAs(plain);
    }

    @Test
    void theSharedCacheKeepsToItsBytesAndCountsWhatItDrops() {
        SharedPlanCache small = new SharedPlanCache(2000);
        PlanCache cache = new PlanCache(small, 1);

        for (int i = 0; i < 100; i++) {
            plan(cache, "insert /* " + i + " */ into dt values (1,'a',2)");
        }

        assertThat(small.stats().bytes()).isLessThanOrEqualTo(2000);
        assertThat(small.stats().evictions()).isGreaterThan(80);
    }

    @Test
    void moreThan65535ParametersAreRefused() {
        String rows = "(?,?,?),".repeat(21846);

        assertThatThrownBy(() -> prepare(first, "insert into dt values " + rows.substring(0, rows.length() - 1)))
                .hasMessage("Prepared statement contains too many placeholders");
    }

    @Test
    void aPreparedQueryCountsItsParameters() {
        Prepared prepared = prepare(first, "select id from dt where id in (?, ?) and name = '?'");

        assertThat(prepared.parameterCount()).isEqualTo(2);
        assertThat(prepared.rows()).isNull();
    }
}
