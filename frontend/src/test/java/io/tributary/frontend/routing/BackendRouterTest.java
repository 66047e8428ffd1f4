package io.tributary.frontend.routing;

import static io.tributary.frontend.TwoBackends.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.BackendStatus;
import io.tributary.contract.calls.LogStatus;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.calls.TransactionIds;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.MemoryBackend;
import io.tributary.frontend.TwoBackends;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BackendRouterTest {
    private TwoBackends backends;
    private BackendRouter router;

    @BeforeEach
    void open() throws Exception {
        backends = new TwoBackends();
        router = backends.router;
    }

    @AfterEach
    void close() {
        backends.close();
    }

    @Test
    void aTableIsAskedOfItsOwner() {
        assertThat(router.ownerOf(backends.t)).isSameAs(backends.first);
        assertThat(router.ownerOf(backends.u)).isSameAs(backends.second);
        assertThat(router.ownerOf(List.of(backends.t, backends.t2))).isSameAs(backends.first);
        assertThat(router.ownerOf(List.of(backends.u))).isSameAs(backends.second);
    }

    @Test
    void tablesOfTwoOwnersAreRefusedByTheirNames() {
        assertThatThrownBy(() -> router.ownerOf(List.of(backends.t, backends.t2, backends.u)))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("table 'ads.t' is of backend 0 and table 'ads.u' of backend 1")
                .extracting(error -> ((TributaryException) error).code())
                .isEqualTo(ErrorCode.NOT_SUPPORTED);
    }

    @Test
    void aTransactionIsOfTheBackendThatBeganIt() throws Exception {
        long id = get(backends.second.begin("", TransactionTimeout.NONE));

        assertThat(id).isEqualTo(TransactionIds.of(1, 1));
        assertThat(router.ofTransaction(id)).isSameAs(backends.second);
        assertThat(router.queriesOf(id)).isSameAs(backends.second);
        assertThat(router.ofTransaction(101)).isSameAs(backends.first);
    }

    @Test
    void anIdOfABackendThatThereIsNotIsLeftToTheFirstWhoKnowsNoSuchId() {
        for (long id : new long[] {TransactionIds.of(2, 1), Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            assertThat(router.ofTransaction(id)).isSameAs(backends.first);
            assertThatThrownBy(() -> get(router.ofTransaction(id).commit(id)))
                    .cause()
                    .asInstanceOf(InstanceOfAssertFactories.type(TributaryException.class))
                    .extracting(TributaryException::code)
                    .isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        }
    }

    @Test
    void aTableOfAnotherOwnerIsRefusedToATransaction() {
        long id = TransactionIds.of(1, 1);

        assertThat(router.ownerOf(backends.u, id)).isSameAs(backends.second);
        assertThatThrownBy(() -> router.ownerOf(backends.t, id))
                .hasMessageContaining("the transaction is of backend 1 and table 'ads.t' of backend 0");
    }

    @Test
    void definitionsAndQueriesOfNoTransactionAreTheFirstOnes() {
        assertThat(router.catalog()).isSameAs(backends.first);
        assertThat(router.queries()).isSameAs(backends.first);
        assertThat(router.queriesOf(0)).isSameAs(backends.first);
        assertThat(router.all()).containsExactly(backends.first, backends.second);
    }

    @Test
    void whatAllAreAskedIsPutTogetherByTheirNumbers() throws Exception {
        assertThat(get(router.each(BackendClient::logStatus)))
                .extracting(LogStatus::address)
                .containsExactly("127.0.0.1:9050", "127.0.0.1:9051");
        assertThat(get(router.each(BackendClient::status)))
                .extracting(BackendStatus::state)
                .containsExactly(BackendStatus.State.NORMAL, BackendStatus.State.NORMAL);
    }

    @Test
    void whatOneOfThemFailsToAnswerFails() {
        backends.second.failNext("batches", new TributaryException(ErrorCode.BACKEND_UNAVAILABLE, "gone"));

        assertThatThrownBy(() -> get(router.eachOf(BackendClient::batches))).hasMessageContaining("gone");
    }

    @Test
    void aSyncAsksEachOwnerForItsOwnTables() throws Exception {
        get(router.sync(List.of(backends.u, backends.t, backends.t2), 700));

        assertThat(backends.first.calls()).containsExactly("sync 2 within 700");
        assertThat(backends.first.lastSynced()).containsExactly(backends.t, backends.t2);
        assertThat(backends.second.calls()).containsExactly("sync 1 within 700");
        assertThat(backends.second.lastSynced()).containsExactly(backends.u);
    }

    @Test
    void aSyncOfOneOwnersTablesAsksNobodyElse() throws Exception {
        get(router.sync(List.of(backends.u), 700));

        assertThat(backends.first.calls()).isEmpty();
    }

    @Test
    void aSyncFailsWhereOneOwnerFails() {
        backends.second.failNext("sync", new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "late"));

        assertThatThrownBy(() -> get(router.sync(List.of(backends.t, backends.u), 700)))
                .hasMessageContaining("late");
        assertThat(backends.first.calls()).containsExactly("sync 1 within 700");
    }

    @Test
    void aLoadIsAskedByItsIdOfItsBackendAndByItsLabelOfAll() throws Exception {
        TransactionInfo failed = load(TransactionIds.of(1, 7), TransactionInfo.Status.ABORTED);
        TransactionInfo stored = load(8, TransactionInfo.Status.VISIBLE);
        backends.first.tellOf(List.of(stored));
        backends.second.tellOf(List.of(failed));

        assertThat(get(router.transactions(failed.txnId(), "", "ads"))).containsExactly(failed);
        assertThat(backends.first.calls()).isEmpty();
        // The last tells what became of the load.
        assertThat(get(router.transactions(0, "l", "ads"))).containsExactly(failed, stored);
    }

    @Test
    void aLoadBetweenItsPhasesIsFoundByItsLabel() throws Exception {
        backends.second.tellOf(List.of(load(TransactionIds.of(1, 7), TransactionInfo.Status.PRECOMMITTED)));

        assertThat(get(router.ofPrecommitted("l", "ads"))).isSameAs(backends.second);
        backends.second.tellOf(List.of());
        assertThat(get(router.ofPrecommitted("l", "ads"))).isSameAs(backends.first);
    }

    @Test
    void aBackendIsFoundByItsAddressAndAnotherAddressIsLeftToTheFirst() throws Exception {
        assertThat(get(router.at("127.0.0.1:9051"))).isSameAs(backends.second);
        assertThat(get(router.at("127.0.0.1:1"))).isSameAs(backends.first);
    }

    @Test
    void aBackendThatIsAloneIsNotAskedWhetherItIsTheOne() throws Exception {
        MemoryBackend only = backends.first;
        BackendRouter alone = new BackendRouter(List.of(only), backends.catalog);

        assertThat(get(alone.ofPrecommitted("l", "ads"))).isSameAs(only);
        assertThat(get(alone.at("127.0.0.1:1"))).isSameAs(only);
        assertThat(only.calls()).isEmpty();
    }

    @Test
    void anOwnerThatThisFrontendDoesNotKnowIsToldByItsNumber() {
        BackendRouter alone = new BackendRouter(List.of(backends.first), new TableOwners() {
            @Override
            public TableOwner ownerOf(long tableId) {
                return new TableOwner(3, 1);
            }

            @Override
            public String nameOf(long tableId) {
                return backends.catalog.nameOf(tableId);
            }
        });

        assertThatThrownBy(() -> alone.ownerOf(backends.t))
                .hasMessageContaining("table 'ads.t' is of backend 3, and this frontend knows backends 0 to 0");
        assertThatThrownBy(() -> alone.ownerOf(99)).hasMessageContaining("table 'of id 99'");
    }

    private static TransactionInfo load(long txnId, TransactionInfo.Status status) {
        return new TransactionInfo(txnId, "l", "ads", "t", false, status, 1, 0, 0, "");
    }
}
