package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code group_commit_read_your_writes}. */
final class OwnWritesTest {
    private static final String COUNT = "SELECT count(*) FROM t";

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(FrontendFixture.MANUAL + "&sessionVariables=group_commit=async_mode");
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    @Test
    void aSelectSeesWhatItsSessionWroteIfItWantsTo() throws Exception {
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        assertThat(rows(connection, COUNT)).containsExactly("0");

        run(connection, "SET group_commit_read_your_writes = true");
        assertThat(rows(connection, COUNT)).containsExactly("1");
        run(connection, "INSERT INTO t VALUES (2, 'b', 2)");
        try (PreparedStatement select = connection.prepareStatement("SELECT count(*) FROM t WHERE id > ?")) {
            select.setInt(1, 0);
            try (ResultSet result = select.executeQuery()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1)).isEqualTo(2);
            }
        }

        run(connection, "SET group_commit_read_your_writes = OFF");
        run(connection, "INSERT INTO t VALUES (3, 'c', 2)");
        assertThat(rows(connection, COUNT)).containsExactly("2");
    }

    @Test
    void onlyTheFirstReadBehindAWriteWaits() throws Exception {
        run(connection, "SET group_commit_read_your_writes = ON");
        rows(connection, COUNT);
        assertThat(syncs()).isEmpty();

        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        run(connection, "INSERT INTO t VALUES (2, 'a', 2)");
        rows(connection, COUNT);
        rows(connection, COUNT);

        assertThat(syncs()).containsExactly("sync 1 within 60000");
    }

    @Test
    void everythingThatReadsTablesWaits() throws Exception {
        run(connection, "SET group_commit_read_your_writes = 1, insert_visible_timeout_ms = 2000");
        for (String reading : List.of(
                "SELECT count(*) FROM u",
                "INSERT INTO u SELECT id FROM t",
                "UPDATE u SET id = (SELECT max(id) FROM t)",
                "DELETE FROM u WHERE id IN (SELECT id FROM t)",
                "BEGIN; SELECT count(*) FROM t; COMMIT")) {
            run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
            frontend.backend.forgetCalls();

            for (String statement : reading.split("; ", -1)) {
                run(connection, statement);
            }

            assertThat(syncs()).as(reading).containsExactly("sync 1 within 2000");
        }
    }

    @Test
    void aReadThatMayNotSeeItsWritesFailsAndTheNextOneWaitsAgain() throws Exception {
        run(connection, "SET group_commit_read_your_writes = ON");
        run(connection, "INSERT INTO t VALUES (1, 'a', 2)");
        frontend.backend.failNext(
                "sync",
                new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "not visible after insert_visible_timeout_ms"));

        SQLException refused = catchThrowableOfType(SQLException.class, () -> rows(connection, COUNT));

        assertThat(refused.getErrorCode()).isEqualTo(1205);
        assertThat(refused.getMessage()).contains("insert_visible_timeout_ms");
        assertThat(rows(connection, COUNT)).containsExactly("1");
    }

    private List<String> syncs() {
        return frontend.backend.calls().stream()
                .filter(call -> call.startsWith("sync"))
                .toList();
    }
}
