package io.tributary.backend.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.ServerEngineFactory;
import io.tributary.engine.port.TableEngine;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is asked which server it is, and who waits meanwhile. */
class OneAddressTest {
    private static final int LIMIT_SECONDS = 30;
    private static final DatabaseEngine FIRST = new DatabaseEngine("played", "mysql://first:1", "env:X");
    private static final DatabaseEngine SECOND = new DatabaseEngine("played", "mysql://second:1", "env:X");

    /** Servers by address; two addresses may have the same one. */
    private final Map<DatabaseEngine, FaultyEngine> there = new ConcurrentHashMap<>();

    private final CountDownLatch released = new CountDownLatch(1);
    private ServerEngines servers = open();
    private volatile Consumer<DatabaseEngine> opening = where -> {};

    private ServerEngines open() {
        return new ServerEngines(kind -> new Played(), System::currentTimeMillis, name -> Thread::new);
    }

    private final class Played implements ServerEngineFactory {
        @Override
        public EngineTraits traits() {
            return new FakeEngine().traits();
        }

        @Override
        public void check(DatabaseEngine engine) {}

        @Override
        public TableEngine open(DatabaseEngine engine) {
            opening.accept(engine);
            return Objects.requireNonNull(there.get(engine));
        }
    }

    @AfterEach
    void close() {
        released.countDown();
        servers.close();
    }

    private void create(String database, DatabaseEngine where) {
        TableEngine unused = servers.use(database, where);
        servers.requireOneAddress(where);
    }

    /** Lets a server hang; returns what tells that it was asked something. */
    private CountDownLatch hang(FaultyEngine server) {
        CountDownLatch asked = new CountDownLatch(1);
        server.at(FaultyEngine.Point.BEFORE_GET, () -> {
            asked.countDown();
            await(released);
        });
        return asked;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void inTime(Runnable work) {
        CompletableFuture.runAsync(work)
                .orTimeout(LIMIT_SECONDS / 2, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void anotherServerThatHangsIsNotAsked() {
        FaultyEngine first = new FaultyEngine(new FakeEngine());
        there.put(FIRST, first);
        there.put(SECOND, new FaultyEngine(new FakeEngine()));
        create("one", FIRST);
        CountDownLatch unused = hang(first);

        inTime(() -> create("two", SECOND));
    }

    @Test
    void whileAServerDoesNotSayWhoItIsOthersComeAndGo() {
        FaultyEngine first = new FaultyEngine(new FakeEngine());
        there.put(FIRST, first);
        there.put(SECOND, new FaultyEngine(new FakeEngine()));
        TableEngine unused = servers.use("one", FIRST);
        CountDownLatch asked = hang(first);
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> servers.requireOneAddress(FIRST));
        await(asked);

        inTime(() -> {
            create("two", SECOND);
            servers.leave("two");
        });
        assertThat(waiting).isNotDone();
        released.countDown();
        waiting.join();
    }

    @Test
    void whileAServerIsOpenedOthersComeAndGoAndItsOwnDatabasesShareIt() {
        there.put(FIRST, new FaultyEngine(new FakeEngine()));
        there.put(SECOND, new FaultyEngine(new FakeEngine()));
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger times = new AtomicInteger();
        opening = where -> {
            if (where.equals(FIRST)) {
                times.incrementAndGet();
                begun.countDown();
                await(released);
            }
        };
        CompletableFuture<TableEngine> one = CompletableFuture.supplyAsync(() -> servers.use("one", FIRST));
        await(begun);
        CompletableFuture<TableEngine> another = CompletableFuture.supplyAsync(() -> servers.use("another", FIRST));

        inTime(() -> {
            create("two", SECOND);
            servers.leave("two");
        });
        assertThat(one).isNotDone();
        released.countDown();
        assertThat(one.join()).isSameAs(another.join());
        assertThat(times).hasValue(1);
        servers.leave("one");
        assertThat(servers.servers()).hasSize(1);
        servers.leave("another");
        assertThat(servers.servers()).isEmpty();
    }

    @Test
    void theSameServerByAnotherAddressIsRefusedThoughItHangsByNow() {
        FakeEngine same = new FakeEngine();
        FaultyEngine first = new FaultyEngine(same);
        there.put(FIRST, first);
        there.put(SECOND, new FaultyEngine(same));
        create("one", FIRST);
        CountDownLatch unused = hang(first);

        assertThatThrownBy(() -> inTime(() -> create("two", SECOND)))
                .hasMessageContaining("mysql://second:1 is the server of mysql://first:1");
    }

    @Test
    void whoAServerIsIsKnownFromWhenItWasOpened() {
        FakeEngine same = new FakeEngine();
        FaultyEngine first = new FaultyEngine(same);
        there.put(FIRST, first);
        there.put(SECOND, new FaultyEngine(same));
        create("one", FIRST);
        servers.close();
        servers = open();
        TableEngine unused = servers.use("one", FIRST);
        CountDownLatch asked = hang(first);

        assertThatThrownBy(() -> inTime(() -> create("two", SECOND)))
                .hasMessageContaining("mysql://second:1 is the server of mysql://first:1");
        assertThat(asked.getCount()).isOne();
    }
}
