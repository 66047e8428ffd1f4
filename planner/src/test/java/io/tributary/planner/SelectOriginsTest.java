package io.tributary.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.plan.PassThroughPlan;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the plans of {@code plans.txt} do not show of where a result's columns come from. */
final class SelectOriginsTest {
    private static final String[] WORDS = {
        "select",
        "from",
        "from",
        "dt",
        "ut",
        "x",
        "id",
        "name",
        "`score`",
        ".",
        ".",
        ",",
        ",",
        "*",
        "(",
        ")",
        "as",
        "join",
        "left",
        "natural",
        "using",
        "on",
        "=",
        "1",
        "'a'",
        "where",
        "union",
        "order by",
        "use index",
        "lateral",
        "partition",
        "distinct",
        "count",
        "db",
        "@a",
        "?",
        "for update",
        ";"
    };

    private final Planner planner = new Planner(Tables::snapshot);
    private final PlanCache cache = new PlanCache(new SharedPlanCache(1 << 20), 10);

    private List<ColumnOrigin> origins(String database, String sql) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        PassThroughPlan plan = (PassThroughPlan)
                planner.plan(bytes, 0, bytes.length, new PlanContext(database, SqlMode.DEFAULT), cache);
        return plan.origins();
    }

    @Test
    void aResultOfMoreColumnsThanATableMayHaveHasNone() {
        String items = "id, ".repeat(4_095);

        assertThat(origins("db", "select " + items + "id from dt")).hasSize(4_096);
        assertThat(origins("db", "select " + items + "id, id from dt")).isEmpty();
    }

    @Test
    void theNameInTheResultIsKnownUnlessTheStatementGivesOne() {
        assertThat(origins("db", "select id, ID as x, name n, dt.id as 'y', 1 from dt"))
                .extracting(ColumnOrigin::name)
                .containsExactly("id", "", "", "", "");
        assertThat(origins("db", "select *, dt.* from dt").get(0).name()).isEqualTo("id");
    }

    @Test
    void withoutACurrentDatabaseOnlyAWrittenOneIsLookedInto() {
        assertThat(origins("", "select id from dt")).containsExactly(ColumnOrigin.COMPUTED);
        assertThat(origins("", "select id from db.dt"))
                .extracting(ColumnOrigin::originalName)
                .containsExactly("id");
    }

    /** Whatever the words, a plan or an error for the client comes of them. */
    @Test
    @Timeout(60)
    void anyOrderOfWordsIsReadToAnEnd() {
        int seed = Seeds.drawn(SelectOriginsTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 50_000; i++) {
            StringBuilder sql = new StringBuilder("select");
            int words = random.nextInt(16);
            for (int word = 0; word < words; word++) {
                sql.append(' ').append(WORDS[random.nextInt(WORDS.length)]);
            }
            byte[] bytes = sql.toString().getBytes(StandardCharsets.UTF_8);
            try {
                planner.prepare(bytes, 0, bytes.length, new PlanContext("db", SqlMode.DEFAULT), cache);
            } catch (TributaryException e) {
                assertThat(e.getMessage()).as("seed %d: %s", seed, sql).isNotEmpty();
            }
        }
    }
}
