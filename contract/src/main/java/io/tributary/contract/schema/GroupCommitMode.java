package io.tributary.contract.schema;

import java.util.Locale;
import java.util.Optional;

/** When a load is answered: after its own commit, after the shared commit, or after the shared fsync of the log. */
public enum GroupCommitMode {
    OFF_MODE,
    SYNC_MODE,
    ASYNC_MODE;

    /** The mode of a name in any case, or empty. */
    public static Optional<GroupCommitMode> parse(String name) {
        for (GroupCommitMode mode : values()) {
            if (mode.text().equalsIgnoreCase(name)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }

    /** Returns what users write: {@code off_mode}, {@code sync_mode}, {@code async_mode}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
