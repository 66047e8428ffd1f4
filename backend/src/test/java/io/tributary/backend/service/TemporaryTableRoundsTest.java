package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.StreamObserver;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.rpc.proto.CatalogReply;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tables of frontends that watch, that have gone, and of before a start. */
class TemporaryTableRoundsTest extends ServicesOnFakeLog {
    private long clock = 7;
    private boolean fails;
    private final WatchingFrontends frontends = new WatchingFrontends(() -> clock);

    private String create(String frontend) throws Exception {
        String name = new TemporaryName(frontend, 0, "x").hidden();
        TableSchema table = new TableSchema(
                0,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("id", ColumnType.of(ColumnType.Kind.INT), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        get(client.change(new CatalogChange.CreateTable(table, false)));
        return name;
    }

    private List<String> there() throws Exception {
        return get(client.catalog()).tables().stream()
                .map(TableSchema::name)
                .filter(TemporaryName::isOne)
                .sorted()
                .toList();
    }

    private TemporaryTableRounds rounds() throws Exception {
        return new TemporaryTableRounds(catalog, frontends, (change, out) -> {
            if (fails) {
                out.onError(new IllegalStateException("the engine is down"));
            } else {
                drop(change, out);
            }
        });
    }

    private void drop(CatalogChange change, StreamObserver<CatalogReply> out) {
        catalog.apply(change);
        out.onNext(CatalogReply.getDefaultInstance());
        out.onCompleted();
    }

    private void pass(long seconds) {
        clock += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void thoseOfAFrontendThatWatchesNoMoreGoAfterAWhile() throws Exception {
        TemporaryTableRounds rounds = rounds();
        frontends.came("aaaaa");
        frontends.came("bbbbb");
        String kept = create("aaaaa");
        String gone = create("bbbbb");
        pass(1_000);
        frontends.went("bbbbb");
        rounds.look();
        assertThat(there()).containsExactly(kept, gone);

        frontends.went("aaaaa");
        frontends.came("aaaaa");
        pass(WatchingFrontends.GONE_SECONDS);
        rounds.look();
        assertThat(there()).containsExactly(kept);
    }

    @Test
    void thoseOfBeforeAStartGoAtOnceAndOneThatCannotInALaterRound() throws Exception {
        String old = create("aaaaa");
        TemporaryTableRounds rounds = rounds();
        frontends.came("aaaaa");
        String young = create("aaaab");
        fails = true;
        rounds.look();
        assertThat(there()).containsExactly(old, young);

        fails = false;
        rounds.look();
        assertThat(there()).containsExactly(young);
    }

    @Test
    void aFrontendThatWasNeverHeardOfHasItsTime() throws Exception {
        TemporaryTableRounds rounds = rounds();
        String name = create("ccccc");
        rounds.look();
        assertThat(there()).containsExactly(name);

        pass(WatchingFrontends.GONE_SECONDS);
        rounds.look();
        assertThat(there()).isEmpty();
    }
}
