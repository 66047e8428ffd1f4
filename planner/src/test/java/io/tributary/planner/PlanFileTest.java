package io.tributary.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.sql.insert.ValuesScanner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code plans.txt}: a statement, a line {@code ----}, its plan or error as text, an empty line. Regenerate it with
 * {@code -Dplans.regenerate=true} and read the difference.
 */
class PlanFileTest {
    private static final Path SOURCE = Path.of("src/test/resources/io/tributary/planner/plans.txt");
    private static final String SEPARATOR = "\n----\n";

    private final Planner planner = new Planner(Tables::snapshot);
    private final SharedPlanCache shared = new SharedPlanCache(1 << 20);

    record Case(String sql, String expected) {
        @Override
        public String toString() {
            return sql;
        }
    }

    static List<Case> cases() throws IOException {
        try (InputStream in = PlanFileTest.class.getResourceAsStream("plans.txt")) {
            if (in == null) {
                throw new IOException("plans.txt is not on the class path");
            }
            String file = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<Case> cases = new ArrayList<>();
            for (String block : file.split("\n\n", -1)) {
                if (!block.isBlank()) {
                    int at = block.indexOf(SEPARATOR);
                    cases.add(
                            at < 0
                                    ? new Case(block.strip(), "")
                                    : new Case(
                                            block.substring(0, at),
                                            block.substring(at + SEPARATOR.length())
                                                    .stripTrailing()));
                }
            }
            return cases;
        }
    }

    private String planned(String sql) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        try {
            return PlanText.of(plan(bytes, bytes.length), bytes);
        } catch (TributaryException e) {
            return "error " + e.code().number() + " " + e.getMessage();
        }
    }

    private Plan plan(byte[] sql, int to) {
        return planner.plan(sql, 0, to, new PlanContext("db", SqlMode.DEFAULT), new PlanCache(shared, 10));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyStatementGetsItsPlan(Case each) {
        assertThat(planned(each.sql())).isEqualTo(each.expected());
    }

    @AfterAll
    static void regenerate() throws IOException {
        if (!Boolean.getBoolean("plans.regenerate")) {
            return;
        }
        StringBuilder file = new StringBuilder();
        for (Case each : cases()) {
            file.append(each.sql())
                    .append(SEPARATOR)
                    .append(new PlanFileTest().planned(each.sql()))
                    .append("\n\n");
        }
        Files.writeString(SOURCE, file.toString());
    }

    static Stream<String> statements() throws IOException {
        return cases().stream().map(Case::sql);
    }

    @ParameterizedTest
    @MethodSource("statements")
    void everyPrefixOfAStatementIsAPlanOrAnErrorForTheClient(String sql) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);

        for (int to = 0; to <= bytes.length; to++) {
            readAll(bytes, to);
        }
    }

    private void readAll(byte[] sql, int to) {
        try {
            if (plan(sql, to) instanceof InsertPlan insert) {
                new ValuesScanner().scan(insert, sql, 0, to, SqlMode.DEFAULT, new Events());
            }
            planner.prepare(sql, 0, to, new PlanContext("db", SqlMode.DEFAULT), new PlanCache(shared, 10));
        } catch (TributaryException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }
}
