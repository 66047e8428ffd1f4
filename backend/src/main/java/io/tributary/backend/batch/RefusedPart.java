package io.tributary.backend.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * What the commit of a batch left out, because the engine refuses it for its values. Kept in the transaction that holds the
 * batch's rows, so that an attempt that finds them there answers as the one whose answer was lost.
 *
 * @param quarantined rows of acknowledged loads, now in quarantine
 * @param rows that are not in the table, those of the loads included
 * @param reason of the first, or empty
 * @param loads that fail as a whole, by their number in the batch, and with what
 */
public record RefusedPart(long quarantined, long rows, String reason, Map<Integer, TributaryException> loads) {
    public static final RefusedPart NOTHING = new RefusedPart(0, 0, "", Map.of());

    /** The space of {@link SystemStore} that holds the last one of each table, under {@link #key}. */
    public static final String SPACE = "left_out";

    private static final ObjectMapper JSON = new ObjectMapper();

    public RefusedPart {
        loads = Map.copyOf(loads);
    }

    public boolean isNothing() {
        return rows == 0;
    }

    /** Both; the rows of the later one are those of both already. */
    RefusedPart plus(RefusedPart later) {
        Map<Integer, TributaryException> both = new TreeMap<>(loads);
        both.putAll(later.loads);
        return new RefusedPart(quarantined + later.quarantined, later.rows, reason, both);
    }

    /** Sums it up for SHOW TRANSACTION; empty for nothing. */
    public String summary() {
        return isNothing()
                ? ""
                : quarantined + " rows are in quarantine, " + loads.size() + " sync loads were refused: " + reason;
    }

    static String key(long tableId, long logEpoch) {
        return tableId + "/" + Long.toHexString(logEpoch);
    }

    /** Forgets at start what is kept of tables that were dropped. */
    public static void forgetDropped(SystemStore store, LongPredicate exists) {
        BegunBatch.forgetDropped(store, exists);
        for (String key : store.list(SPACE).keySet()) {
            if (!exists.test(Long.parseLong(key.substring(0, key.indexOf('/'))))) {
                store.remove(SPACE, key);
            }
        }
    }

    String write(long lastPosition) {
        ObjectNode node = JSON.createObjectNode();
        node.put("position", lastPosition);
        node.put("quarantined", quarantined);
        node.put("rows", rows);
        node.put("reason", reason);
        ObjectNode refused = node.putObject("loads");
        loads.forEach((load, error) -> refused.putObject(String.valueOf(load))
                .put("code", error.code().name())
                .put("text", error.getMessage()));
        return node.toString();
    }

    /** What was written for the batch that ends at this position; nothing if it was another one. */
    static RefusedPart read(String text, long lastPosition) {
        try {
            JsonNode node = JSON.readTree(text);
            if (node.path("position").asLong() != lastPosition) {
                return NOTHING;
            }
            Map<Integer, TributaryException> loads = new TreeMap<>();
            node.path("loads")
                    .properties()
                    .forEach(load -> loads.put(
                            Integer.valueOf(load.getKey()),
                            new TributaryException(
                                    ErrorCode.valueOf(
                                            load.getValue().path("code").asText()),
                                    load.getValue().path("text").asText())));
            return new RefusedPart(
                    node.path("quarantined").asLong(),
                    node.path("rows").asLong(),
                    node.path("reason").asText(),
                    loads);
        } catch (JsonProcessingException e) {
            throw new TributaryException(ErrorCode.ENGINE, "what a commit left out cannot be read: " + text, e);
        }
    }
}
