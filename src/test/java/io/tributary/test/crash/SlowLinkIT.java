package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A link on which a load takes many times as long as the frontend waits for a silent backend. {@code bin/prove network}; not
 * in {@code bin/test}, for it takes more than a minute.
 */
@Tag("proof")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class SlowLinkIT {
    private static final int ROWS = 16;
    private static final int ROW_BYTES = 1_000_000;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void aLoadThatIsOnItsWayForLongIsNotTakenForSilence() throws Exception {
        try (Cluster cluster = Cluster.linked(directory, "backend_silence_ms=20000")) {
            FaultWriters.createTable(cluster.mysqlPort());
            try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
                sql.run("CREATE TABLE wide (a INT NOT NULL, v STRING) DUPLICATE KEY(a)");
            }
            cluster.link().slow(200_000);
            long began = System.nanoTime();
            try (Connection connection = Sql.open(
                            cluster.mysqlPort(),
                            LoadCheck.DATABASE,
                            "rewriteBatchedStatements=true&sessionVariables=group_commit=sync_mode");
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO wide VALUES (?, ?)")) {
                for (int row = 0; row < ROWS; row++) {
                    insert.setInt(1, row);
                    insert.setString(2, "x".repeat(ROW_BYTES));
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            System.out.println("crash network slow: " + ROWS + " MB at 200 KB/s took "
                    + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began) + " s");
            cluster.link().heal();
            try (Sql sql = Sql.connect(cluster.mysqlPort(), LoadCheck.DATABASE)) {
                assertThat(sql.number("SELECT count(*) FROM wide")).isEqualTo(ROWS);
            }
        }
    }
}
