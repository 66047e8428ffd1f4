package io.tributary.test.history;

/**
 * One operation of one client upon one object.
 *
 * @param object a table, or a table and a key
 */
public record Operation(int client, String object, Action action, Span span, Outcome outcome) {
    public Operation {
        if ((outcome == Outcome.UNKNOWN) != (span.returned() == Span.NEVER)) {
            throw new IllegalArgumentException(outcome + " with " + span);
        }
    }

    @Override
    public String toString() {
        String end = outcome == Outcome.UNKNOWN ? "unknown" : micros(span.returned());
        return micros(span.invoked()) + " to " + end + " client " + client + " " + object + " " + action
                + (outcome == Outcome.REFUSED ? " REFUSED" : "");
    }

    private static String micros(long nanos) {
        return nanos / 1_000 + " us";
    }
}
