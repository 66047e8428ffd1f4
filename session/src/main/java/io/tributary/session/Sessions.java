package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Every connection of this frontend, by the thread id its greeting named. Any thread.
 *
 * <p>A connection counts against {@code max_connections} from its acceptance, before it says who it is, so that
 * clients that never log in cannot exceed the limit either.
 */
public final class Sessions {
    private final int connectionsMax;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger lastId = new AtomicInteger();
    private final LongAdder questions = new LongAdder();
    private final ConcurrentMap<Integer, Session> byId = new ConcurrentHashMap<>();

    public Sessions(int connectionsMax) {
        this.connectionsMax = connectionsMax;
    }

    /**
     * A place for one more connection, and its thread id.
     *
     * @throws TributaryException 1040
     */
    public int admit() {
        if (connections.incrementAndGet() > connectionsMax) {
            connections.decrementAndGet();
            throw new TributaryException(
                    ErrorCode.TOO_MANY_CONNECTIONS, "Too many connections: max_connections is " + connectionsMax);
        }
        // Wraps after four thousand million connections; ids are 32 bits on the wire.
        int id = lastId.incrementAndGet();
        return id == 0 ? lastId.incrementAndGet() : id;
    }

    /** Counts a statement, as MySQL's {@code Questions} does: executed ones, however they came. */
    public void countQuestion() {
        questions.increment();
    }

    /** Statements of all sessions since the start. */
    public long questions() {
        return questions.sum();
    }

    /** A connection that was admitted and has logged in. */
    public void open(Session session) {
        byId.put(session.id(), session);
    }

    /** Gives the place of an admitted connection back; exactly once for each {@link #admit}. */
    public void leave(int id) {
        byId.remove(id);
        connections.decrementAndGet();
    }

    public Optional<Session> find(int id) {
        return Optional.ofNullable(byId.get(id));
    }

    /**
     * Ends a statement or a connection.
     *
     * @throws TributaryException 1094
     */
    public void kill(int id, boolean connection) {
        Session victim = byId.get(id);
        if (victim == null) {
            throw new TributaryException(
                    ErrorCode.NO_SUCH_THREAD, "Unknown thread id: " + Integer.toUnsignedString(id));
        }
        victim.kill(connection);
    }

    /** Connections, those that have not logged in yet included. */
    public int connections() {
        return connections.get();
    }

    public Collection<Session> all() {
        return List.copyOf(byId.values());
    }
}
