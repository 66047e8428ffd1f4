package io.tributary.session;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a session is inside BEGIN … COMMIT, and which transaction of the backend holds what it wrote.
 *
 * <p>Event loop of the connection. Nothing is opened on the backend before the first statement that needs it, so that
 * {@link #backendId} may stay 0 for a whole transaction.
 */
public final class Transaction {
    private boolean active;
    private boolean readOnly;
    /** What SET TRANSACTION said of the next one; null where it said nothing. */
    private @Nullable Boolean nextReadOnly;

    private final Savepoints savepoints = new Savepoints();

    private String label = "";
    private long backendId;
    private boolean snapshot;
    private String abortedBy = "";
    /** What waits for its end. */
    private final List<Runnable> afterEnd = new ArrayList<>();

    /** Inside BEGIN, or inside the transaction that statements under {@code autocommit = 0} were turned into. */
    public boolean isActive() {
        return active;
    }

    /** Whether statements that write are refused. */
    public boolean isReadOnly() {
        return readOnly;
    }

    /** Whether the next transaction will be read only, as SET TRANSACTION said; null where it said nothing. */
    public @Nullable Boolean nextReadOnly() {
        return nextReadOnly;
    }

    /** SET TRANSACTION READ ONLY or READ WRITE: for the next transaction, until it has ended. */
    public void nextIsReadOnly(boolean of) {
        nextReadOnly = of;
    }

    /** The user's own label, or empty. */
    public String label() {
        return label;
    }

    /** Those of the transaction, which end with it. */
    public Savepoints savepoints() {
        return savepoints;
    }

    /** 0 until the backend was asked to begin. */
    public long backendId() {
        return backendId;
    }

    /** Whether a statement may have read or changed tables in it: what is made since, it does not see. */
    public boolean hasSnapshot() {
        return snapshot && backendId != 0;
    }

    public void snapshotTaken() {
        snapshot = true;
    }

    /** Returns {@link #backendId} for a statement that reads tables, or may. */
    public long seen() {
        snapshotTaken();
        return backendId;
    }

    /** Why nothing but ROLLBACK is taken, or empty while all is well. */
    public String abortedBy() {
        return abortedBy;
    }

    public void begin(String userLabel, boolean onlyReads) {
        active = true;
        readOnly = onlyReads;
        nextReadOnly = null;
        label = userLabel;
        backendId = 0;
        snapshot = false;
        abortedBy = "";
    }

    public void openedOnBackend(long id) {
        backendId = id;
    }

    /** The backend holds nothing of it any more, and its client has yet to say ROLLBACK. */
    public void abort(String reason) {
        backendId = 0;
        abortedBy = reason;
    }

    /** Does something when it has ended, however it does. */
    public void afterEnd(Runnable action) {
        afterEnd.add(action);
    }

    public void end() {
        active = false;
        savepoints.clear();
        readOnly = false;
        nextReadOnly = null;
        label = "";
        backendId = 0;
        snapshot = false;
        abortedBy = "";
        List<Runnable> waiting = List.copyOf(afterEnd);
        afterEnd.clear();
        waiting.forEach(Runnable::run);
    }
}
