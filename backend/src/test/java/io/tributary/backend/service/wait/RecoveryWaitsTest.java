package io.tributary.backend.service.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.record.RecoveryProgress;
import io.tributary.backend.service.FakeLog;
import io.tributary.backend.service.ManualTimer;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecoveryWaitsTest {
    private final FakeLog log = new FakeLog();
    private final ManualTimer timer = new ManualTimer();
    private final TableLookup tables = id -> id == 7 ? schema(7, "clicks") : id == 8 ? schema(8, "odd name") : null;
    private final RecoveryWaits waits = new RecoveryWaits(log, tables, timer, 50, 2);

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    private static TableSchema schema(long id, String name) {
        return new TableSchema(
                id,
                "ads",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    @Test
    void nobodyWaitsOnceNothingIsRecovered() {
        assertThat(waits.of(List.of(7L))).isCompleted();
        assertThat(waits.of(List.of(), reads("SELECT * FROM clicks"))).isCompleted();
        assertThat(waits.ofAll()).isCompleted();
    }

    @Test
    void whatAServerHasThatIsAwayIsNotWaitedFor() {
        log.recovering.put(7L, new CompletableFuture<>());
        TableLookup away = new TableLookup() {
            @Override
            public @Nullable TableSchema table(long tableId) {
                return tables.table(tableId);
            }

            @Override
            public TributaryException away(TableSchema table) {
                return new TributaryException(ErrorCode.ENGINE_DOWN, "Access denied");
            }
        };

        assertThat(new RecoveryWaits(log, away, timer, 50, 2).of(List.of(7L)))
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("Access denied");
    }

    @Test
    void whoNeedsTheTableWaitsUntilItIsRecoveredAndOthersDoNot() {
        log.recovering.put(7L, new CompletableFuture<>());

        CompletableFuture<Void> write = waits.of(List.of(7L));
        CompletableFuture<Void> read = waits.of(
                List.of(), new StatementReads("SELECT count(*) FROM ads.`CLICKS` WHERE v > 1", "other", 1_000));
        assertThat(waits.of(List.of(9L))).isCompleted();
        assertThat(waits.of(List.of(), new StatementReads("SELECT * FROM clicks", "other", 1_000)))
                .isCompleted();
        assertThat(waits.of(List.of(), reads("SELECT clicks_of_yesterday FROM myclicks")))
                .isCompleted();
        assertThat(write).isNotDone();
        assertThat(read).isNotDone();

        CompletableFuture<Void> recovered = log.recovering.remove(7L);
        recovered.complete(null);
        assertThat(write).isCompleted();
        assertThat(read).isCompleted();
    }

    @Test
    void moreThanTheBoundHearAtOnceHowFarTheRecoveryIsUntilOneHasEnded() {
        log.recovering.put(7L, new CompletableFuture<>());
        log.progress = new RecoveryProgress(3_400, 1_200);
        CompletableFuture<Void> given = waits.of(List.of(), reads("SELECT * FROM clicks"));
        assertThat(waits.of(List.of(7L))).isNotDone();

        for (int more = 0; more < 3; more++) {
            assertThatThrownBy(waits.of(List.of(7L), reads("SELECT 1"))::join)
                    .hasMessageContaining("engine_query_queue 2 statements wait")
                    .hasMessageContaining("1200 of 3400 bytes are committed");
        }
        assertThat(waits.of(List.of(9L))).isCompleted();

        given.cancel(false);
        assertThat(waits.of(List.of(7L))).isNotDone();
    }

    @Test
    void theWaitEndsWith1205AndTheProgress() {
        log.recovering.put(7L, new CompletableFuture<>());
        log.progress = new RecoveryProgress(3_400, 1_200);

        CompletableFuture<Void> read = waits.of(List.of(), reads("SELECT * FROM clicks"));
        assertThat(read).isNotDone();
        timer.elapse();

        assertThat(log.parts).allMatch(CompletableFuture::isCancelled);
        assertThatThrownBy(read::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT))
                .hasMessageContaining("ads.clicks is being recovered")
                .hasMessageContaining("1200 of 3400 bytes are committed")
                .hasMessageContaining("recovery_wait_ms 50");
    }

    private static StatementReads reads(String sql) {
        return new StatementReads(sql, "ads", 1_000);
    }
}
