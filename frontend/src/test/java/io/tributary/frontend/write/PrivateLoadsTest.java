package io.tributary.frontend.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.MemoryBackend;
import io.tributary.frontend.TwoBackends;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PrivateLoadsTest {
    private final MemoryBackend backend = new MemoryBackend();
    private final RowBlock block = block();
    /** Two blocks a message. */
    private final PrivateLoads loads =
            new PrivateLoads(new BackendRouter(List.of(backend), new RemoteCatalog(backend)), 2L * block.length() + 1);

    private TableSchema table;

    @BeforeEach
    void create() throws Exception {
        get(backend.change(new CatalogChange.CreateDatabase("ads", false)));
        TableSchema asked = new TableSchema(
                0,
                "ads",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        table = get(backend.change(new CatalogChange.CreateTable(asked, false)))
                .tables()
                .get(0);
    }

    @AfterEach
    void close() {
        backend.close();
    }

    @Test
    void whatOneMessageCarriesIsOneInsert() throws Exception {
        LoadResult result = get(loads.commit(table, List.of(block, block), "mine"));

        assertThat(result.label()).isEqualTo("mine");
        assertThat(backend.calls()).endsWith("insert ads.t 'mine' 2");
    }

    @Test
    void whatIsLongerGoesInPiecesAndIsCommittedAsOne() throws Exception {
        LoadResult result = get(loads.commit(table, Collections.nCopies(5, block), "mine"));

        assertThat(result.label()).isEqualTo("mine");
        assertThat(backend.calls())
                .endsWith("begin", "appendTo ads.t 2", "appendTo ads.t 2", "appendTo ads.t 1", "commit");
        assertThat(backend.visibleRows("ads", "t")).isEqualTo(5);
    }

    @Test
    void thePiecesOfALoadGoToTheOwnerOfTheirTableAsOnePieceDoes() throws Exception {
        try (TwoBackends both = new TwoBackends()) {
            PrivateLoads toOwners = new PrivateLoads(both.router, 2L * block.length() + 1);

            get(toOwners.commit(both.schema("u"), List.of(block), "one"));
            get(toOwners.commit(both.schema("u"), Collections.nCopies(3, block), "two"));

            assertThat(both.first.calls()).isEmpty();
            assertThat(both.second.calls())
                    .containsExactly("insert ads.u 'one' 1", "begin", "appendTo ads.u 2", "appendTo ads.u 1", "commit");
        }
    }

    @Test
    void aLoadInPiecesHasNoTimeout() throws Exception {
        get(loads.commit(table, Collections.nCopies(3, block), ""));

        assertThat(backend.lastTimeout()).isEqualTo(TransactionTimeout.NONE);
    }

    @Test
    void aPieceThatIsRefusedTakesTheOthersBack() {
        backend.failNext("appendTo", new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "transaction_bytes"));

        Throwable error = catchThrowable(() -> get(loads.commit(table, Collections.nCopies(5, block), "")));

        assertThat(error).cause().hasMessage("transaction_bytes");
        assertThat(backend.calls()).endsWith("begin", "appendTo ads.t 2", "rollback");
        assertThat(backend.openTransactions()).isZero();
        assertThat(backend.visibleRows("ads", "t")).isZero();
    }

    private static RowBlock block() {
        RowBlockWriter writer =
                new RowBlockWriter(List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)));
        writer.reset();
        writer.beginRow();
        writer.putLong(0, 7);
        writer.endRow();
        return writer.finish();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(10, TimeUnit.SECONDS);
    }
}
