package io.tributary.backend.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.engine.port.ServerEngineFactory;
import io.tributary.engine.port.TableEngine;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers that have the tables of some databases, each with a health and a keeper of its own, so that one which is down is
 * nobody's business but its tables'. Two databases of the same server share it. Any thread.
 */
public final class ServerEngines implements AutoCloseable {
    /** Servers at once: each has a thread that looks after it, and threads that commit. */
    public static final int SERVERS_MAX = 16;

    private static final Logger log = LoggerFactory.getLogger(ServerEngines.class);

    private final Function<String, @Nullable ServerEngineFactory> kinds;
    private final LongSupplier wallMillis;
    private final Function<String, ThreadFactory> threads;

    @GuardedBy("this")
    private final Map<DatabaseEngine, ServerOpening> servers = new HashMap<>();

    /** The servers of databases that have one. */
    private volatile Map<String, Server> byDatabase = Map.of();

    private volatile List<TableEngine> all = List.of();
    private volatile Runnable listener = () -> {};
    private volatile LostCommits lost = LostCommits.NOT_YET;

    /**
     * One of them.
     *
     * @param identity what it said it is, when it was opened or last asked; empty: that is not known
     */
    public record Server(
            DatabaseEngine where,
            ReopeningEngine engine,
            EngineHealth health,
            EngineKeeper keeper,
            CommittedPositions positions,
            AtomicReference<String> identity) {}

    /**
     * @param kinds factories by name
     * @param wallMillis since 1970
     * @param threads makes threads of a name
     */
    public ServerEngines(
            Function<String, @Nullable ServerEngineFactory> kinds,
            LongSupplier wallMillis,
            Function<String, ThreadFactory> threads) {
        this.kinds = kinds;
        this.wallMillis = wallMillis;
        this.threads = threads;
    }

    /** Returns those of an installation without servers. */
    public static ServerEngines none() {
        return new ServerEngines(kind -> null, () -> 0, name -> Thread::new);
    }

    /** The engine of this database's tables, or null where it has no server. */
    @Nullable
    TableEngine of(String database) {
        Server server = byDatabase.get(database);
        return server == null ? null : server.engine();
    }

    List<TableEngine> all() {
        return all;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Those that there are now, each once. Does not block. */
    public Collection<Server> servers() {
        return new HashSet<>(byDatabase.values());
    }

    /** Tells when one has come or gone, on the thread that does it. */
    public void onChange(Runnable told) {
        listener = told;
    }

    /**
     * Makes sure that no other address is known to be that of the same server, or cluster: each would take it over from the other.
     * Only this one is asked; of the others counts what they said when they were opened. One that has not answered since the start
     * is left out: when it is there, the server's generation decides which of the two has it. Blocks, and nobody else.
     *
     * @throws TributaryException {@code INVALID_STATEMENT} naming the other address, or the server's own where it does not answer
     */
    public void requireOneAddress(DatabaseEngine where) {
        Server server = find(where);
        if (server == null || !server.engine().keepsLoads()) {
            return;
        }
        String identity = ServerIdentity.of(server.engine());
        // Two that come at the same time: at least one sees the other's.
        server.identity().set(identity);
        for (Server other : servers()) {
            if (!other.where().equals(where) && identity.equals(other.identity().get())) {
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "engine.url = " + where.url() + " is the server of "
                                + other.where().url()
                                + ", which has databases already; write its address in the same way");
            }
        }
    }

    /** Who this server is, or null where nobody has it any more. */
    public @Nullable TableEngine engineOf(DatabaseEngine where) {
        Server server = find(where);
        return server == null ? null : server.engine();
    }

    private @Nullable Server find(DatabaseEngine where) {
        return byDatabase.values().stream()
                .filter(server -> server.where().equals(where))
                .findFirst()
                .orElse(null);
    }

    /** Who gives them back what they have lost, from now on. */
    public void giveBackBy(LostCommits whoever) {
        lost = whoever;
    }

    /**
     * A table's server was known to have it so far; before it is asked for its positions.
     *
     * @param logEpoch of the log
     */
    public void hadPosition(String database, long logEpoch, long tableId, long position) {
        Server server = byDatabase.get(database);
        if (server != null) {
            server.positions().said(logEpoch, tableId, position);
        }
    }

    /** Why some are not well, a line for each. Does not block. */
    public List<String> failures() {
        return byDatabase.values().stream()
                .distinct()
                .map(server -> server.health().failure())
                .filter(failure -> !failure.isEmpty())
                .sorted()
                .toList();
    }

    /** The one engine that has all of these databases; {@code home} has those without a server. Empty if there are none. */
    Optional<TableEngine> only(TableEngine home, Collection<String> databases) {
        TableEngine only = null;
        String first = "";
        for (String database : databases) {
            TableEngine other = of(database);
            TableEngine engine = other == null ? home : other;
            if (only == null) {
                only = engine;
                first = database;
            } else if (only != engine) {
                throw TributaryException.notSupported("a statement over two engines: that of database " + first + " ("
                        + words(only) + ") and that of database " + database + " (" + words(engine) + ")");
            }
        }
        return Optional.ofNullable(only);
    }

    private String words(TableEngine engine) {
        return byDatabase.values().stream()
                .filter(server -> server.engine() == engine)
                .map(server -> server.where().engine() + " at " + server.where().url())
                .findFirst()
                .orElse(OneEngine.EMBEDDED);
    }

    /** @throws TributaryException {@code INVALID_STATEMENT} naming the property that cannot be used */
    public void check(DatabaseEngine where) {
        try {
            kind(where).check(where);
        } catch (IllegalArgumentException e) {
            throw new TributaryException(ErrorCode.INVALID_STATEMENT, String.valueOf(e.getMessage()), e);
        }
    }

    private ServerEngineFactory kind(DatabaseEngine where) {
        ServerEngineFactory kind = kinds.apply(where.engine());
        if (kind == null) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "engine = " + where.engine() + ": this installation has no such server");
        }
        return kind;
    }

    /**
     * The tables of this database are there from now on. Where the server cannot be reached its keeper goes on trying, and
     * what it is asked is refused meanwhile. Blocks, and those only who need the same server.
     *
     * @throws TributaryException {@code LIMIT_OR_LOCK_WAIT} where there are too many
     */
    public TableEngine use(String database, DatabaseEngine where) {
        ServerOpening opening = enter(database, where);
        Server server;
        boolean opened = false;
        try {
            server = opening.server();
            opened = true;
        } finally {
            if (!opened) {
                leave(database);
            }
        }
        publish(database, server);
        return server.engine();
    }

    private synchronized ServerOpening enter(String database, DatabaseEngine where) {
        ServerOpening opening = servers.get(where);
        if (opening == null) {
            if (servers.size() >= SERVERS_MAX) {
                throw new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT, SERVERS_MAX + " servers have databases, which are all that may");
            }
            int number = servers.size() + 1;
            opening = new ServerOpening(() -> open(where, number));
            servers.put(where, opening);
        }
        opening.databases.add(database);
        return opening;
    }

    private Server open(DatabaseEngine where, int number) {
        ServerEngineFactory kind = kind(where);
        EngineHealth health = new EngineHealth(
                "the " + where.engine() + " server at " + where.url(), false, wallMillis, System::nanoTime);
        CommittedPositions positions = new CommittedPositions((opened, gaps) -> lost.giveBack(where, opened, gaps));
        AtomicReference<String> identity = new AtomicReference<>("");
        Supplier<TableEngine> opener = () -> {
            TableEngine opened = kind.open(where);
            identity.set(ServerIdentity.known(opened));
            return opened;
        };
        ReopeningEngine engine;
        try {
            engine = new ReopeningEngine(opener.get(), opener, health, positions);
        } catch (TributaryException e) {
            engine = new ReopeningEngine(new AbsentEngine(kind.traits()), opener, health, positions);
            health.down(new TributaryException(ErrorCode.ENGINE_DOWN, String.valueOf(e.getMessage()), e));
        }
        EngineKeeper keeper = EngineKeeper.start(
                engine,
                health,
                EngineKeeper.Settings.of(
                        Long.MAX_VALUE, reason -> log.error("event=server_lost url={} reason={}", where.url(), reason)),
                threads.apply("engine-keeper-" + number));
        return new Server(where, engine, health, keeper, positions, identity);
    }

    /** The database was dropped, or not created after all; a server of which nobody has one is closed. Blocks. */
    public void leave(String database) {
        ServerOpening left = exit(database);
        if (left != null) {
            left.close();
        }
    }

    /** Returns the server that nobody has any more, or null. */
    private synchronized @Nullable ServerOpening exit(String database) {
        Map<String, Server> changed = new HashMap<>(byDatabase);
        if (changed.remove(database) != null) {
            publish(changed);
        }
        for (Map.Entry<DatabaseEngine, ServerOpening> each : servers.entrySet()) {
            ServerOpening opening = each.getValue();
            if (opening.databases.remove(database) && opening.databases.isEmpty()) {
                servers.remove(each.getKey());
                return opening;
            }
        }
        return null;
    }

    private synchronized void publish(String database, Server server) {
        Map<String, Server> changed = new HashMap<>(byDatabase);
        changed.put(database, server);
        publish(changed);
    }

    @GuardedBy("this")
    private void publish(Map<String, Server> changed) {
        byDatabase = Map.copyOf(changed);
        all = changed.values().stream().distinct().map(Server::engine).collect(Collectors.toUnmodifiableList());
        listener.run();
    }

    @Override
    public void close() {
        List<ServerOpening> open;
        synchronized (this) {
            open = List.copyOf(servers.values());
            servers.clear();
        }
        open.forEach(ServerOpening::close);
    }
}
