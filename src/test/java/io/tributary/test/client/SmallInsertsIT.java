package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Batches of some milliseconds, which end while rows for the next one come in. */
@Tag("clients")
final class SmallInsertsIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @Test
    void everyRowOfManyWritersIsThereOnceWithAnIntervalOfFiveMillis() throws Exception {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE t (id INT, name VARCHAR(20)) PROPERTIES ('group_commit_interval_ms' = '5')");

            SmallInserts.write(SERVER.port(), database);

            sql.run("SYNC t");
            assertThat(sql.query("SELECT id, name FROM t ORDER BY id"))
                    .isEqualTo(IntStream.range(0, SmallInserts.ROWS)
                            .mapToObj(id -> id + "|kept")
                            .toList());
        }
    }
}
