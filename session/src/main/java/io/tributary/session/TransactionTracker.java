package io.tributary.session;

import io.tributary.protocol.response.SessionChange;
import java.util.List;

/**
 * What {@code session_track_transaction_info} tells of a transaction: eight places, of which the first says how it was
 * begun and others what has happened in it.
 *
 * <pre>
 * T explicitly, I implicitly · _ · R read · _ · W wrote · _ · S sent rows to the client · _
 * </pre>
 *
 * Event loop of the connection.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/server-system-variables.html#sysvar_session_track_transaction_info">
 *     session_track_transaction_info</a>
 */
public final class TransactionTracker {
    private static final String NONE = "________";

    private boolean explicit;
    private boolean read;
    private boolean wrote;
    private boolean sentRows;
    private String toldState = NONE;
    private String toldCharacteristics = "";

    /** BEGIN, behind the end of whatever was open. */
    public void began() {
        forget();
        explicit = true;
    }

    public void read() {
        read = true;
    }

    public void wrote() {
        wrote = true;
    }

    public void sentRows() {
        sentRows = true;
    }

    /**
     * Adds what is new since it was told last.
     *
     * @param open whether there is a transaction
     * @param characteristicsToo whether the statements that would begin it again are told as well
     */
    void tell(boolean open, boolean characteristicsToo, List<SessionChange> changes) {
        String state = open ? state() : NONE;
        if (!state.equals(toldState)) {
            toldState = state;
            changes.add(SessionChange.ofTransactionState(state));
        }
        String characteristics = explicit ? "START TRANSACTION;" : "";
        if (characteristicsToo && !characteristics.equals(toldCharacteristics)) {
            toldCharacteristics = characteristics;
            changes.add(SessionChange.ofTransactionCharacteristics(characteristics));
        }
    }

    private String state() {
        return (explicit ? "T_" : "I_") + (read ? "R_" : "__") + (wrote ? "W_" : "__") + (sentRows ? "S_" : "__");
    }

    /** No transaction is open. */
    void forget() {
        explicit = false;
        read = false;
        wrote = false;
        sentRows = false;
    }
}
