package io.tributary.frontend.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rows that loads have rejected, for {@code ErrorURL}: the newest, up to {@link #CHARACTERS_MAX} in all. In memory:
 * they are gone after a restart. Any thread.
 */
public final class Rejections {
    static final long CHARACTERS_MAX = 8L << 20;

    /** What each costs beside its text. */
    private static final int ENTRY_CHARACTERS = 200;

    private static final String PATH = "/api/_load_error_log?file=";

    private final SecureRandom random = new SecureRandom();

    @GuardedBy("this")
    private final Map<String, String> byName = new LinkedHashMap<>();

    @GuardedBy("this")
    private long characters;

    /**
     * Keeps them, and returns where they are found.
     *
     * @param server host and port of this server's HTTP, as its client sees them
     */
    public String url(String server, String text) {
        return "http://" + server + PATH + add(text);
    }

    /** Returns the name under which they are found. */
    synchronized String add(String text) {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        String name = "error_log_" + HexFormat.of().formatHex(bytes);
        byName.put(name, text);
        characters += text.length() + ENTRY_CHARACTERS;
        for (Iterator<String> oldest = byName.values().iterator(); characters > CHARACTERS_MAX && byName.size() > 1; ) {
            characters -= oldest.next().length() + ENTRY_CHARACTERS;
            oldest.remove();
        }
        return name;
    }

    public synchronized Optional<String> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
