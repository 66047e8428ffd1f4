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

    public void begin(String userLabel) {
        active = true;
        label = userLabel;
        backendId = 0;
    }

    public void openedOnBackend(long id) {
        backendId = id;
    }

    public void end() {
        active = false;
        label = "";
        backendId = 0;
    }
}
