package io.tributary.backend.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * A batch that was begun on an engine which applies it under a label, and of which nobody knows yet that it is there: the next
 * attempt, in this process or the next, sends the same rows under the same label. Kept by the engine that keeps the table's
 * position, from before the first attempt until the position has moved; one a table and log.
 *
 * @param label in the engine
 * @param position of its last load
 * @param rows in the log, those that are left out included
 * @param begunMillis when it was sent first, in milliseconds since 1970, or {@link #NOT_SENT}
 * @param leftOut a bit for each of the rows that is not sent, since the engine refuses it; nobody changes it
 */
public record BegunBatch(String label, long position, long rows, long begunMillis, BitSet leftOut) {
    /** The space of {@link SystemStore} that holds them, under {@link RefusedPart#key}. Its form is a promise to later versions. */
    public static final String SPACE = "begun";

    /** The time of one of which somebody has said that nothing of it is there, as if it had not been sent. */
    public static final long NOT_SENT = 0;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The positions at which those of this log end, by table. */
    static Map<Long, Long> positions(SystemStore store, long logEpoch) {
        Map<Long, Long> positions = new HashMap<>();
        String log = "/" + Long.toHexString(logEpoch);
        store.list(SPACE).forEach((key, text) -> {
            if (key.endsWith(log)) {
                positions.put(
                        Long.parseLong(key.substring(0, key.length() - log.length())),
                        read(text).position());
            }
        });
        return positions;
    }

    /** Forgets those of tables that were dropped. */
    static void forgetDropped(SystemStore store, LongPredicate exists) {
        for (String key : store.list(SPACE).keySet()) {
            if (!exists.test(Long.parseLong(key.substring(0, key.indexOf('/'))))) {
                store.remove(SPACE, key);
            }
        }
    }

    /** The same, begun at another time. */
    public BegunBatch begunAt(long millis) {
        return new BegunBatch(label, position, rows, millis, leftOut);
    }

    /** The same that leaves out these rows. */
    BegunBatch without(BitSet rowsLeftOut) {
        return new BegunBatch(label, position, rows, begunMillis, (BitSet) rowsLeftOut.clone());
    }

    /** Returns the text that is kept. */
    public String write() {
        ObjectNode node = JSON.createObjectNode();
        node.put("label", label);
        node.put("position", position);
        node.put("rows", rows);
        node.put("begun", begunMillis);
        ArrayNode ranges = node.putArray("left_out");
        for (int from = leftOut.nextSetBit(0); from >= 0; from = leftOut.nextSetBit(leftOut.nextClearBit(from))) {
            ranges.add(from).add(leftOut.nextClearBit(from));
        }
        return node.toString();
    }

    /** Reads what {@link #write} has written. */
    public static BegunBatch read(String text) {
        try {
            JsonNode node = JSON.readTree(text);
            BitSet leftOut = new BitSet();
            JsonNode ranges = node.path("left_out");
            for (int i = 0; i + 1 < ranges.size(); i += 2) {
                leftOut.set(ranges.get(i).asInt(), ranges.get(i + 1).asInt());
            }
            return new BegunBatch(
                    node.path("label").asText(),
                    node.path("position").asLong(),
                    node.path("rows").asLong(),
                    node.path("begun").asLong(),
                    leftOut);
        } catch (JsonProcessingException e) {
            throw new TributaryException(ErrorCode.ENGINE, "what a batch was begun with cannot be read: " + text, e);
        }
    }
}
