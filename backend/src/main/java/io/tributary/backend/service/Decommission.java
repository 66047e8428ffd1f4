package io.tributary.backend.service;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.record.LogRegistry;
import io.tributary.contract.calls.BackendStatus.State;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes this backend out of service: from then on it refuses writes, commits what its logs hold, and says when they are
 * empty. Kept in the engine, so a restart goes on with it. Engine threads; may block.
 */
public final class Decommission {
    static final String SPACE = "backend";
    static final String KEY = LogRegistry.prefix(TableOwner.ONLY_BACKEND) + "decommission";

    private static final Logger log = LoggerFactory.getLogger(Decommission.class);

    private final SystemStore store;
    private final Logs logs;
    private final WriteGate gate;
    private final String address;
    private volatile State state = State.NORMAL;

    @GuardedBy("this")
    private CompletableFuture<Void> refusing = CompletableFuture.completedFuture(null);

    /** @param address of this backend, host:port */
    public Decommission(SystemStore store, Logs logs, WriteGate gate, String address) {
        this.store = store;
        this.logs = logs;
        this.gate = gate;
        this.address = address;
    }

    State state() {
        return state;
    }

    /** Goes on with what was begun before the start; before anything is written. */
    public synchronized void recover() {
        if (store.get(SPACE, KEY).isPresent()) {
            refuseWrites();
        }
    }

    /** @throws TributaryException INVALID_STATEMENT if that is another backend's address */
    synchronized void begin(String backend) {
        requireThis(backend);
        if (state == State.NORMAL) {
            store.put(SPACE, KEY, State.DECOMMISSIONING.name());
            refuseWrites();
        }
    }

    /** @throws TributaryException INVALID_STATEMENT if that is another backend's address, or it takes writes */
    synchronized void cancel(String backend) {
        requireThis(backend);
        if (state == State.NORMAL) {
            throw new TributaryException(ErrorCode.INVALID_STATEMENT, "Backend is not decommissioned[" + address + "]");
        }
        logs.mayHoldRows();
        store.remove(SPACE, KEY);
        state = State.NORMAL;
        gate.open();
        logs.takeLoads();
        log.info("decommission cancelled: backend={}", address);
    }

    private synchronized void refuseWrites() {
        TributaryException reason = new TributaryException(
                ErrorCode.OPTION_PREVENTS_STATEMENT,
                "backend " + address + " is decommissioned and takes no new writes; nothing was stored");
        state = State.DECOMMISSIONING;
        gate.close(reason);
        refusing = logs.refuseLoads(reason);
        log.info("decommission begun: backend={}", address);
    }

    /** Notices when everything is committed; to be called once a second. */
    public synchronized void check() {
        if (state == State.DECOMMISSIONING
                && refusing.isDone()
                && !refusing.isCompletedExceptionally()
                && logs.areEmpty()) {
            logs.holdNothing();
            state = State.DECOMMISSIONED;
            log.info("backend decommissioned, its logs hold nothing that is not committed: backend={}", address);
        }
    }

    private void requireThis(String backend) {
        if (!backend.equals(address)) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT, "Backend does not exist[" + backend + "], there is " + address);
        }
    }
}
