package io.tributary.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class AnyWordsTest {
    private static final String[] WORDS =
            ("select from from dt ut x id name `score` . . , , * ( ) as join left natural using on = 1 'a' where union"
                            + " order by use index lateral partition distinct count db @a ? for update ;")
                    .split(" ", -1);

    private final Planner planner = new Planner(Tables::snapshot);
    private final PlanCache cache = new PlanCache(new SharedPlanCache(1 << 20), 10);

    /** Whatever the words, a plan or an error for the client comes of them. */
    @Test
    @Timeout(60)
    void anyOrderOfWordsIsReadToAnEnd() {
        int seed = Seeds.drawn(AnyWordsTest.class);
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
