package io.tributary.session;

/**
 * Whether a session is inside BEGIN … COMMIT, and which transaction of the backend holds what it wrote.
 *
 * <p>Event loop of the connection. Nothing is opened on the backend before the first statement that needs it, so that
 * {@link #backendId} may stay 0 for a whole transaction.
 */
public final class Transaction {
    private boolean active;
    private String label = "";
    private long backendId;
    private String abortedBy = "";

    /** Inside BEGIN, or inside the transaction that statements under {@code autocommit = 0} were turned into. */
    public boolean isActive() {
        return active;
    }

    /** The user's own label, or empty. */
    public String label() {
        return label;
    }

    /** 0 until the backend was asked to begin. */
    public long backendId() {
        return backendId;
    }

    /** Why nothing but ROLLBACK is taken, or empty while all is well. */
    public String abortedBy() {
        return abortedBy;
    }

    public void begin(String userLabel) {
        active = true;
        label = userLabel;
        backendId = 0;
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

    public void end() {
        active = false;
        label = "";
        backendId = 0;
        abortedBy = "";
    }
}
