package io.tributary.contract.value;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Time zones by the names that stand behind a time, without regard to case: those of the zone database, and Doris' CST. */
public final class ZoneNames {
    private static final int NAME_LENGTH_MAX = 40;

    private static final Map<String, ZoneId> ZONES = zones();

    private ZoneNames() {}

    private static Map<String, ZoneId> zones() {
        Map<String, ZoneId> zones = new HashMap<>();
        for (String name : ZoneId.getAvailableZoneIds()) {
            zones.put(name.toLowerCase(Locale.ROOT), ZoneId.of(name));
        }
        // Doris' name for China's time, where others know a zone of America by it.
        zones.put("cst", ZoneId.of("Asia/Shanghai"));
        return Map.copyOf(zones);
    }

    /** The zone named by {@code bytes[from, to)}, or null. */
    static @Nullable ZoneId find(byte[] bytes, int from, int to) {
        return to - from > NAME_LENGTH_MAX
                ? null
                : find(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    }

    /** The zone of that name, or null. */
    public static @Nullable ZoneId find(String name) {
        return ZONES.get(name.toLowerCase(Locale.ROOT));
    }
}
