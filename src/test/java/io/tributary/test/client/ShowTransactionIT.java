package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What became of a load: SHOW GROUP COMMIT while it waits, SHOW TRANSACTION then and later. */
@Tag("clients")
final class ShowTransactionIT {
    private static final Pattern INFO = Pattern.compile("'label':'(.*?)'.*'txnId':'(\\d+)'");

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @Test
    void aGroupedLoadIsPreparedAndThenVisible() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE t (a INT) PROPERTIES ('group_commit_interval_ms' = '3600000')");
            sql.run("SET group_commit = async_mode");
            Matcher info = info(sql.info("INSERT INTO t VALUES (1), (2)"));
            String label = info.group(1);
            String id = info.group(2);

            assertThat(sql.query("SHOW GROUP COMMIT WHERE Label = '" + label + "'"))
                    .singleElement()
                    .asString()
                    .contains("|t|" + label + "|" + id + "|OPEN|1|2|");
            assertThat(sql.query("SHOW TRANSACTION WHERE id = " + id))
                    .singleElement()
                    .asString()
                    .startsWith(id + "|" + label + "|PREPARE|GROUP_COMMIT|")
                    .contains("|t|2|")
                    .endsWith("|null|");

            sql.run("SYNC");

            assertThat(sql.query("SHOW GROUP COMMIT WHERE Label = '" + label + "'"))
                    .isEmpty();
            assertThat(sql.query("SHOW TRANSACTION WHERE label = '" + label + "'"))
                    .singleElement()
                    .asString()
                    .startsWith(id + "|" + label + "|VISIBLE|GROUP_COMMIT|")
                    .doesNotContain("|null|");
        }
    }

    @Test
    void aLabelledLoadIsVisibleAndAFailedOneIsAbortedWithItsReason() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE t (a INT NOT NULL, b VARCHAR(3))");
            Matcher info = info(sql.info("INSERT INTO t WITH LABEL mine VALUES (1, 'x')"));
            assertThat(sql.query("SHOW TRANSACTION WHERE label = 'mine'"))
                    .singleElement()
                    .asString()
                    .startsWith(info.group(2) + "|mine|VISIBLE|INSERT_STREAMING|")
                    .contains("|t|1|");

            String refusal = refusal(sql, "INSERT INTO t WITH LABEL bad SELECT a, concat(b, 'long') FROM t");
            assertThat(refusal).contains("Data too long for column 'b'");
            assertThat(sql.query("SHOW TRANSACTION WHERE label = 'bad'"))
                    .singleElement()
                    .asString()
                    .contains("|bad|ABORTED|")
                    .contains("Data too long for column 'b'");
        }
    }

    @Test
    void whatWasNeverThereIsSaid() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            assertThat(refusal(sql, "SHOW TRANSACTION WHERE id = 4611686018427387904"))
                    .isEqualTo("transaction with id 4611686018427387904 does not exist");
            assertThat(refusal(sql, "SHOW TRANSACTION WHERE label = 'never'"))
                    .isEqualTo("transaction with label never does not exist");
            assertThat(refusal(sql, "SHOW TRANSACTION"))
                    .isEqualTo("Where clause should looks like one of them: id = 123 or label = 'label'");
            assertThat(refusal(sql, "SHOW TRANSACTION WHERE id = 'x'")).isEqualTo("Invalid id: x");
        }
    }

    private static String refusal(Sql sql, String text) {
        return String.valueOf(
                catchThrowableOfType(SQLException.class, () -> sql.rows(text)).getMessage());
    }

    private static Matcher info(String info) {
        Matcher matcher = INFO.matcher(info);
        assertThat(matcher.find()).as(info).isTrue();
        return matcher;
    }
}
