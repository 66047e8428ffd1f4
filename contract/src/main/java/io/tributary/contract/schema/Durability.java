package io.tributary.contract.schema;

import java.util.Locale;
import java.util.Optional;

/** What has happened to the log record of an {@code async_mode} load when it is answered ({@code group_commit_durability}). */
public enum Durability {
    /** It is on the disk: neither a killed process nor a machine without power loses it. */
    FSYNC,
    /** It is with the operating system: a killed process loses nothing, a machine without power may. */
    OS;

    public static final String VARIABLE = "group_commit_durability";

    /** The level of a name in any case, or empty. */
    public static Optional<Durability> parse(String name) {
        for (Durability durability : values()) {
            if (durability.text().equalsIgnoreCase(name)) {
                return Optional.of(durability);
            }
        }
        return Optional.empty();
    }

    /** Returns what users write: {@code fsync}, {@code os}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
