package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.insertBatch;
import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The compressed protocol, spoken by Connector/J. */
class CompressionTest {
    private static final String COMPRESSED = "useCompression=true&" + FrontendFixture.MANUAL;

    private FrontendFixture frontend;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
    }

    @AfterEach
    void stop() {
        frontend.close();
    }

    @Test
    void preparedBatchesAndTheirAnswersAreCompressed() throws Exception {
        try (Connection connection = frontend.withTable(COMPRESSED)) {
            assertThat(rows(connection, "SHOW STATUS LIKE 'Compression'")).containsExactly("Compression|ON");
            insertBatch(connection, "t", 5_000);
            assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(5_000);
            assertThat(rows(connection, "SELECT * FROM t")).hasSize(5_000).contains("4999|name4999|4999");
        }
    }

    /** Longer than a packet's frame and than a compressed frame: both are split, at different places. */
    @Test
    void aStatementOfManyFramesArrivesWhole() throws Exception {
        try (Connection connection = frontend.withTable(COMPRESSED)) {
            String sql = "INSERT INTO t VALUES (1, 'a', 2) /* " + "x".repeat(17 << 20) + " */, (2, 'b', 3)";
            assertThat(run(connection, sql)).isEqualTo(2);
            assertThat(rows(connection, "SELECT 1")).containsExactly("1");
        }
    }
}
