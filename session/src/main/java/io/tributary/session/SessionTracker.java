package io.tributary.session;

import io.tributary.protocol.response.SessionChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a client with SESSION_TRACK is told with the next OK: variables that {@code session_track_system_variables} names
 * ({@code *}: all), the current database, that anything changed at all, and the transaction. Event loop of the connection.
 */
final class SessionTracker {
    private final TransactionTracker transaction = new TransactionTracker();
    private boolean schema;
    private boolean state;

    TransactionTracker transaction() {
        return transaction;
    }

    void schemaChosen() {
        schema = true;
    }

    /** What else a session keeps: user variables, prepared statements. */
    void stateChanged() {
        state = true;
    }

    /**
     * The changes since the last call, as far as the variables ask for them.
     *
     * @param inTransaction whether one is open
     */
    List<SessionChange> take(SessionVariables variables, String database, boolean inTransaction) {
        if (!inTransaction) {
            transaction.forget();
        }
        Set<String> set = variables.takeTouched();
        boolean changed = schema || state || !set.isEmpty();
        boolean tracksTransaction = !variables.transactionInfo().equals("OFF");
        if (!changed && !tracksTransaction) {
            return List.of();
        }
        List<SessionChange> changes = new ArrayList<>();
        if (changed) {
            take(variables, database, set, changes);
        }
        if (tracksTransaction) {
            transaction.tell(inTransaction, variables.transactionInfo().equals("CHARACTERISTICS"), changes);
        }
        return changes;
    }

    private void take(SessionVariables variables, String database, Set<String> set, List<SessionChange> changes) {
        String tracked = own(variables, "session_track_system_variables").toLowerCase(Locale.ROOT);
        List<String> names = Arrays.asList(tracked.replace(" ", "").split(",", -1));
        for (String name : set) {
            if (names.contains(name) || names.contains("*")) {
                changes.add(SessionChange.ofVariable(name, own(variables, name)));
            }
        }
        if (schema && own(variables, "session_track_schema").equals("ON")) {
            changes.add(SessionChange.ofSchema(database));
        }
        if (own(variables, "session_track_state_change").equals("ON")) {
            changes.add(SessionChange.ofState());
        }
        schema = false;
        state = false;
    }

    private static String own(SessionVariables variables, String name) {
        return variables.get(name, Map.of());
    }
}
