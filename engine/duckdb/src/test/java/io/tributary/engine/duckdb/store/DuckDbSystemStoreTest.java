package io.tributary.engine.duckdb.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.duckdb.RootSession;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.duckdb.session.PositionClaims;
import io.tributary.engine.duckdb.session.ResultMemory;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbSystemStoreTest {
    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void oneTransactionComparesAndPuts() throws SQLException {
        DuckDbSession session = RootSession.of(engine);
        DuckDbSessions sessions = new DuckDbSessions(session.connection(), "tests", 1, 0, new ResultMemory(1));
        DuckDbSystemStore store = new DuckDbSystemStore(sessions, new PositionClaims());

        assertThat(store.compareAndPut("s", "k", null, "1")).isTrue();
        assertThat(sessions.loansWhileNoneIsLent()).isEqualTo(1);
        assertThat(store.compareAndPut("s", "k", null, "2")).isFalse();
        assertThat(sessions.loansWhileNoneIsLent()).isEqualTo(2);

        assertThat(store.get("s", "k")).contains("1");
        sessions.close();
    }

    @Test
    void whatWasComparedAndNotPutIsNoCommit() {
        engine.unloggedCommits().countFromNowOn(() -> {});
        long before = engine.unloggedCommits().count();

        assertThat(engine.systemStore().compareAndPut("s", "k", "0", "1")).isFalse();
        assertThat(engine.unloggedCommits().count()).isEqualTo(before);
        assertThat(engine.systemStore().compareAndPut("s", "k", null, "1")).isTrue();
        assertThat(engine.unloggedCommits().count()).isEqualTo(before + 1);
    }
}
