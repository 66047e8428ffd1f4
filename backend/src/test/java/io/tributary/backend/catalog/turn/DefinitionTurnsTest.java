package io.tributary.backend.catalog.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.DatabaseEngine;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DefinitionTurnsTest {
    private static final DatabaseEngine SERVER = new DatabaseEngine("mysql", "mysql://h:1", "env:X");

    private final Set<String> onServer = ConcurrentHashMap.newKeySet();
    private final DefinitionTurns turns = new DefinitionTurns(onServer::contains);

    private static CatalogChange dropIn(String database) {
        return new CatalogChange.DropTable(database, "t", false);
    }

    private CompletableFuture<DefinitionTurns.Turn> later(CatalogChange change) {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<DefinitionTurns.Turn> turn = CompletableFuture.supplyAsync(() -> {
            begun.countDown();
            return turns.of(change);
        });
        try {
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return turn;
    }

    @Test
    void databasesOfServersWaitForNoOthers() {
        onServer.addAll(Set.of("a", "b"));
        DefinitionTurns.Turn a = turns.of(dropIn("a"));
        DefinitionTurns.Turn b = turns.of(dropIn("b"));
        turns.of(dropIn("embedded")).close();
        turns.of(new CatalogChange.CreateDatabase("c", false)).close();
        turns.of(new CatalogChange.CreateDatabase("d", false, SERVER)).close();

        CompletableFuture<DefinitionTurns.Turn> next = later(new CatalogChange.DropDatabase("a", false));
        assertThat(next).isNotDone();
        a.close();
        next.join().close();
        b.close();
    }

    @Test
    void whatIsEmbeddedGoesOneAfterAnother() {
        DefinitionTurns.Turn one = turns.of(dropIn("a"));
        CompletableFuture<DefinitionTurns.Turn> other = later(dropIn("b"));
        CompletableFuture<DefinitionTurns.Turn> account = later(new CatalogChange.DropUser("u", false));
        assertThat(other).isNotDone();
        assertThat(account).isNotDone();

        // Whichever comes first ends its turn for the other.
        CompletableFuture<Void> both = CompletableFuture.allOf(
                other.thenAccept(DefinitionTurns.Turn::close), account.thenAccept(DefinitionTurns.Turn::close));
        one.close();
        both.join();
    }

    /** Both would succeed otherwise. */
    @Test
    void aNameIsGivenByOneOfTwoWhoMakeADatabaseInDifferentEngines() {
        DefinitionTurns.Turn there = turns.of(new CatalogChange.CreateDatabase("Shop", false, SERVER));
        CompletableFuture<DefinitionTurns.Turn> here = later(new CatalogChange.CreateDatabase("shop", false));
        assertThat(here).isNotDone();

        there.close();
        here.join().close();
    }

    @Test
    void aChangeWhoseDatabaseWasMadeOnAServerMeanwhileIsMadeThere() {
        DefinitionTurns.Turn embedded = turns.of(dropIn("other"));
        CompletableFuture<DefinitionTurns.Turn> waits = later(dropIn("a"));
        onServer.add("a");
        embedded.close();

        DefinitionTurns.Turn turn = waits.join();
        turns.of(dropIn("embedded")).close();
        assertThat(turn.places()).containsExactly("a");
    }

    @Test
    void whoIsInterruptedBehindOthersHearsThatNothingWasDone() throws Exception {
        DefinitionTurns.Turn one = turns.of(dropIn("a"));
        CompletableFuture<Void> told = new CompletableFuture<>();
        Thread waits = new Thread(() -> {
            assertThatThrownBy(() -> turns.of(dropIn("a")))
                    .isInstanceOf(TributaryException.class)
                    .hasMessageContaining("nothing was done");
            told.complete(null);
        });
        waits.start();
        waits.interrupt();

        told.get(30, TimeUnit.SECONDS);
        waits.join();
        one.close();
    }
}
