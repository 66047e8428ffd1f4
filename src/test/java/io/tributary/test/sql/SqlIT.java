package io.tributary.test.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small run of {@code bin/prove sql}, from another seed each time: {@code bin/prove sql QUERIES SEED} repeats it. */
@Tag("clients")
final class SqlIT {
    private static final int QUERIES = 600;
    private static final int SEEDS = 1 << 30;

    /** What may be refused of well-typed queries, and of those with operands of other types. */
    private static final double REFUSED_MAX = 0.03;

    private static final double REFUSED_OF_MIXED_MAX = 0.10;

    /**
     * How many answers are known to differ from MariaDB's: none is meant to. Some are MySQL 8's by a rule that the proof does not
     * know, and some are wrong in expressions that nobody writes; each run of 20,000 finds others.
     */
    private static final double WRONG_KNOWN = 0.005;

    @TempDir
    Path directory;

    @Test
    void randomQueriesAreAnsweredAsMariaDbDoesOrRefusedByName() throws Exception {
        assumeTrue(
                Stream.of("/usr/sbin/mariadbd", "/usr/bin/mariadbd")
                        .map(Path::of)
                        .anyMatch(Files::isExecutable),
                "there is no mariadbd (package mariadb-server)");
        long seed = new SplittableRandom().nextInt(SEEDS);
        System.out.println("random queries: bin/prove sql " + QUERIES + " " + seed);

        Findings findings = SqlProof.ask(directory, QUERIES, seed);

        String told = "seed " + seed + "\n" + String.join("\n", findings.lines(Integer.MAX_VALUE));
        for (boolean mixed : new boolean[] {false, true}) {
            int asked = findings.count(mixed);
            for (Outcome never : List.of(Outcome.HANG, Outcome.DOWN, Outcome.FOREIGN)) {
                assertThat(findings.count(never, mixed)).as(told).isZero();
            }
            assertThat(findings.count(Outcome.REFUSED, mixed))
                    .as(told)
                    .isLessThanOrEqualTo(atMost(asked, mixed ? REFUSED_OF_MIXED_MAX : REFUSED_MAX));
            assertThat(findings.count(Outcome.WRONG, mixed)).as(told).isLessThanOrEqualTo(atMost(asked, WRONG_KNOWN));
        }
        assertThat(findings.count(Outcome.SAME, false)).as(told).isGreaterThan(QUERIES / 4);
    }

    /** What so many of a rate come to in all but one of 30,000 runs. */
    private static int atMost(int asked, double rate) {
        return (int) Math.round(asked * rate + 4 * Math.sqrt(asked * rate * (1 - rate)));
    }
}
