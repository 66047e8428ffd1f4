package io.tributary.contract.schema;

import java.util.Locale;
import java.util.Optional;

/** When batches of a table commit, and with that when its sync writers are answered. */
public enum GroupCommitPolicy {
    /** Batches commit as soon as the committer is free while a sync writer waits, who is answered after the commit. */
    ADAPTIVE,
    /** Batches commit at the interval only; sync writers are answered after the commit. */
    INTERVAL,
    /**
     * Batches commit in the background, and before a read. Sync writers are answered when their rows are durable, and every
     * read that begins after that waits for the commit of these rows.
     */
    ON_READ;

    public static Optional<GroupCommitPolicy> parse(String name) {
        for (GroupCommitPolicy policy : values()) {
            if (policy.text().equalsIgnoreCase(name)) {
                return Optional.of(policy);
            }
        }
        return Optional.empty();
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
