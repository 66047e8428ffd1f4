package io.tributary.backend.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * How far each table was on its server when a log let go of what it held: kept in the process's own engine, before the log does, so
 * that a server which has gone back behind it is noticed, for no log can give it that. Its form is a promise to later versions.
 *
 * @param positions at most those of the server, by table
 * @param isAccepted somebody has said that what is missing is given up
 */
public record ReleasedPositions(Map<Long, Long> positions, boolean isAccepted) {
    /** The space of {@link SystemStore} that holds them, under the log's epoch. */
    private static final String SPACE = "released";

    private static final ObjectMapper JSON = new ObjectMapper();

    public ReleasedPositions {
        positions = Map.copyOf(positions);
    }

    /** Those of a log; none where it has let go of nothing. */
    public static ReleasedPositions read(SystemStore home, long logEpoch) {
        return home.get(SPACE, key(logEpoch))
                .map(ReleasedPositions::parse)
                .orElseGet(() -> new ReleasedPositions(Map.of(), false));
    }

    /** Those of all logs, by epoch. */
    public static Map<Long, ReleasedPositions> readAll(SystemStore home) {
        Map<Long, ReleasedPositions> all = new HashMap<>();
        home.list(SPACE).forEach((key, text) -> all.put(Long.parseUnsignedLong(key, 16), parse(text)));
        return all;
    }

    /**
     * Stores them beside what is known of other tables. Blocks.
     *
     * @param now of tables whose server has answered
     * @param isOver of tables that were dropped
     */
    public static void write(SystemStore home, long logEpoch, Map<Long, Long> now, LongPredicate isOver) {
        ReleasedPositions before = read(home, logEpoch);
        Map<Long, Long> all = new TreeMap<>(before.isAccepted() ? Map.of() : before.positions());
        all.keySet().removeIf(isOver::test);
        all.putAll(now);
        home.put(SPACE, key(logEpoch), new ReleasedPositions(all, false).text());
    }

    /** Gives up what servers lack of what this log has let go of. Blocks. */
    public static void accept(SystemStore home, long logEpoch) {
        Optional<String> text = home.get(SPACE, key(logEpoch));
        text.ifPresent(known -> home.put(
                SPACE, key(logEpoch), new ReleasedPositions(parse(known).positions(), true).text()));
    }

    private static String key(long logEpoch) {
        return String.format("%016x", logEpoch);
    }

    private String text() {
        try {
            return JSON.writeValueAsString(Map.of("positions", positions, "accepted", isAccepted));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ReleasedPositions parse(String text) {
        try {
            var node = JSON.readTree(text);
            Map<Long, Long> positions = new HashMap<>();
            node.path("positions")
                    .properties()
                    .forEach(each -> positions.put(
                            Long.parseLong(each.getKey()), each.getValue().asLong()));
            return new ReleasedPositions(positions, node.path("accepted").asBoolean());
        } catch (JsonProcessingException | NumberFormatException e) {
            throw new TributaryException(
                    ErrorCode.SERVER_ERROR_READING_LOG, "what logs have let go of cannot be read: " + text, e);
        }
    }
}
