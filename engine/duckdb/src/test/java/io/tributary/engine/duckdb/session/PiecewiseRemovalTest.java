package io.tributary.engine.duckdb.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.duckdb.RootSession;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.Positions;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PiecewiseRemovalTest {
    private static final int KEYS = PiecewiseRemoval.ROWS + 5000;

    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() throws SQLException {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
        RootSession.of(engine)
                .execute("INSERT INTO \"$store\".tributary.idempotency_keys SELECT 1 + i % 2, 'key' || i, 0, 0, 7, i, i"
                        + " FROM range(" + 2 * KEYS + ") r(i)");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private List<Long> tables() {
        List<Long> tables = new ArrayList<>();
        engine.keyStore().readSince(-1, kept -> tables.add(kept.tableId()));
        return tables;
    }

    @Test
    void keysOfADroppedTableGoWhateverTheirNumberAndOthersStay() {
        assertThat(engine.forgetTables(id -> id == 1)).isEqualTo(KEYS);

        assertThat(tables()).hasSize(KEYS).containsOnly(2L);
    }

    @Test
    void keysOfATimeGoWhateverTheirNumberAndLaterOnesStay() {
        assertThat(engine.keyStore().removeUntil(2 * KEYS - 11)).isEqualTo(2 * KEYS - 10);

        assertThat(tables()).hasSize(10);
    }

    /** Somebody else has just deleted one of the rows of the third piece, which conflicts. */
    @Test
    void aTransactionDeletesAtMostAHundredThousandRows() throws SQLException {
        DuckDbSession other = RootSession.of(engine);
        other.begin();
        other.execute("DELETE FROM \"$store\".tributary.idempotency_keys WHERE committed_millis = 205000");

        assertThat(catchThrowableOfType(TributaryException.class, () -> engine.keyStore()
                                .removeUntil(2 * KEYS))
                        .code())
                .isEqualTo(ErrorCode.WRITE_CONFLICT);

        other.execute("ROLLBACK");
        assertThat(tables()).hasSize(10_000);
    }

    @Test
    void positionsOfADroppedTableGoButThoseOfTheLastBatches() {
        engine.keyStore().removeUntil(Long.MAX_VALUE);
        for (int i = 1; i <= 10; i++) {
            try (EngineTransaction transaction = engine.begin()) {
                Positions.set(engine, transaction, i % 2 + 1, 7, i);
                Positions.set(engine, transaction, new AppliedBatch(3, 7, i, i, 1, 0));
                transaction.keepKeys(List.of(new KeptKey(3, new IdempotencyKey("k" + i, 0, 0), 7, i, i)));
                transaction.commit();
            }
        }

        engine.forgetTables(id -> id == 1 || id == 3);

        assertThat(engine.systemStore().appliedPositions(7))
                .containsOnlyKeys(2L, 3L)
                .containsEntry(2L, 9L);
        assertThat(engine.systemStore().lastBatches(100)).hasSize(10);
        assertThat(tables()).isEmpty();
    }
}
