package io.tributary.backend.txn;

import static io.tributary.backend.txn.EngineFixture.CONTEXT;
import static io.tributary.backend.txn.EngineFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.ResultCursor;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that take their snapshot while a start commits what the log holds of another table. */
class RecoveryTransactionsTest {
    @TempDir
    Path directory;

    private EngineFixture fixture;
    private volatile Set<Long> recovering = Set.of();

    @BeforeEach
    void open() {
        fixture = new EngineFixture(directory);
        fixture.registry.snapshotsBy(() -> recovering, Snapshots.OF_ANY_MOMENT);
        fixture.committer.insert(rows(fixture.orders, 1), "");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aTransactionNeverReadsATableWithoutTheRowsThatItsSnapshotLacks() {
        List<Consumer<LoadTransaction>> readers = List.of(
                transaction -> select(transaction, "order_lines"),
                transaction -> transaction.execute("DELETE FROM order_lines WHERE id < 9", fixture.lines, CONTEXT),
                transaction -> transaction.execute(
                        "DELETE FROM orders WHERE id IN (SELECT id FROM `Order_Lines`)", fixture.orders, CONTEXT));
        for (Consumer<LoadTransaction> reader : readers) {
            recovering = Set.of(fixture.lines.tableId());
            long id = fixture.begin("");
            assertThat(read(id, "orders")).isEqualTo("1");

            fixture.committer.insert(rows(fixture.lines, 7), "");
            recovering = Set.of();

            TributaryException refused = errorOf(id, reader);
            assertThat(refused.code()).isEqualTo(ErrorCode.WRITE_CONFLICT);
            assertThat(refused).hasMessageContaining("shop.order_lines was being recovered");
            assertThat(errorOf(id, LoadTransaction::commit).code()).isEqualTo(ErrorCode.WRITE_CONFLICT);
            fixture.registry.rollback(id);
        }
        long anew = fixture.begin("");
        assertThat(read(anew, "order_lines")).isEqualTo("7 7 7");
    }

    @Test
    void aTransactionThatReadsOtherTablesAndWritesThatOneGoesOn() {
        recovering = Set.of(fixture.lines.tableId());
        long id = fixture.begin("");
        read(id, "orders");
        in(id, transaction -> transaction.append(rows(fixture.lines, 8)));
        fixture.committer.insert(rows(fixture.lines, 7), "");
        recovering = Set.of();

        assertThat(read(id, "orders")).isEqualTo("1");
        in(id, LoadTransaction::commit);
        assertThat(fixture.ids(fixture.lines)).isEqualTo("7 8");
    }

    private void in(long id, Consumer<LoadTransaction> body) {
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            body.accept(use.transaction());
        }
    }

    private String read(long id, String table) {
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            return select(use.transaction(), table);
        }
    }

    private TributaryException errorOf(long id, Consumer<LoadTransaction> body) {
        return catchThrowableOfType(TributaryException.class, () -> in(id, body));
    }

    private static String select(LoadTransaction transaction, String table) {
        try (ResultCursor cursor = transaction.query("SELECT id FROM " + table + " ORDER BY id", CONTEXT)) {
            return EngineFixture.ids(cursor);
        }
    }
}
