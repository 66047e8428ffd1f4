package io.tributary.engine.doris.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import java.util.Set;

/**
 * What a server has answered to a Stream Load.
 *
 * @param status its {@code Status}
 * @param existing status of the load that has the label, where another has; or empty
 * @param filteredRows that it refuses for their values
 * @param errorUrl where it tells of those, or empty
 * @see <a href="https://doris.apache.org/docs/data-operate/import/import-way/stream-load-manual">Stream Load</a>
 */
public record LoadReply(
        String status, String existing, String message, long txnId, long filteredRows, String errorUrl) {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Set<String> DONE = Set.of("FINISHED", "VISIBLE", "COMMITTED");
    private static final Set<String> RUNNING = Set.of("RUNNING", "PREPARE", "PREPARED", "PRECOMMITTED");

    /** What has no status of its own: too many versions of a tablet, too many loads at once. */
    private static final Set<String> BUSY =
            Set.of("-235", "too many versions", "too_many_version", "current running txns");

    /** What is to be done about it. */
    public enum Meaning {
        /** The rows are there. */
        DONE,
        /** They are there, and not to be seen yet. */
        DONE_NOT_VISIBLE,
        /** A load of the label is under way. */
        RUNNING,
        /** The last load of the label is gone without a trace: it is free. */
        ABORTED,
        /** Rows are refused for their values, and nothing is there. */
        REFUSED,
        /** Nothing is there, and would be if less came. */
        BUSY,
        FAILED
    }

    /** @throws JsonProcessingException where it is no JSON */
    static LoadReply read(String text) throws JsonProcessingException {
        JsonNode node = JSON.readTree(text);
        return new LoadReply(
                node.path("Status").asText(node.path("status").asText()),
                node.path("ExistingJobStatus").asText(),
                node.path("Message").asText(node.path("msg").asText()),
                node.path("TxnId").asLong(-1),
                node.path("NumberFilteredRows").asLong(),
                node.path("ErrorURL").asText());
    }

    public Meaning meaning() {
        return switch (status) {
            case "Success", "OK" -> Meaning.DONE;
            case "Publish Timeout" -> Meaning.DONE_NOT_VISIBLE;
            case "Label Already Exists" -> ofExisting();
            default -> filteredRows > 0 ? Meaning.REFUSED : isBusy() ? Meaning.BUSY : Meaning.FAILED;
        };
    }

    private Meaning ofExisting() {
        String state = existing.toUpperCase(Locale.ROOT);
        if (DONE.contains(state)) {
            return Meaning.DONE;
        }
        return RUNNING.contains(state) ? Meaning.RUNNING : Meaning.ABORTED;
    }

    /** The server has no other word for it than its text. */
    private boolean isBusy() {
        String text = message.toLowerCase(Locale.ROOT);
        return BUSY.stream().anyMatch(text::contains);
    }
}
