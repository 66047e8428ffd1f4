package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** go-sql-driver: the manual's program, which groups by the table's property, and the driver's daily job. */
@Tag("clients")
final class GoIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    /** Times are bound as text with nine fraction digits, or put into the statement by the driver. */
    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void theProgramOfTheManualLoadsAllItsRowsInGroups(String interpolated) throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(
                    Tables.LINEITEM.replace("lineitem", "async_lineitem"),
                    "ALTER TABLE async_lineitem SET (\"group_commit_mode\" = \"async_mode\")");
            long before = SERVER.groupedInserts("async_mode");

            String said = ClientProgram.go(
                    SERVER,
                    database,
                    ".",
                    Map.of("TEST_STATEMENTS", "5", "TEST_PARAMETERS", "interpolateParams=" + interpolated));

            assertThat(said).contains("Total inserted rows: 10000");
            assertThat(SERVER.groupedInserts("async_mode")).isEqualTo(before + 100);
            sql.run("SYNC " + database + ".async_lineitem");
            assertThat(sql.number("SELECT count(*) FROM async_lineitem")).isEqualTo(10_000);
            assertThat(sql.number("SELECT count(*) FROM async_lineitem WHERE L_SHIPDATE >= '2020-01-01'"))
                    .isEqualTo(10_000);
        }
    }

    @Test
    void everyTypeErrorsTransactionsAndCancelledQueries() throws SQLException {
        assertThat(ClientProgram.go(SERVER, SERVER.newDatabase(), "./daily", Map.of()))
                .endsWith("ok\n");
    }
}
