package io.tributary.rpc.schema;

import java.util.Locale;
import java.util.Optional;

/** When a batch with waiting sync writers commits: as soon as the committer is free, or only at the interval. */
public enum GroupCommitPolicy {
    ADAPTIVE,
    INTERVAL;

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
