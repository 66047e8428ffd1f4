package io.tributary.engine.port;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.GroupCommitPolicy;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What kind an engine is; the same for all of its life. Immutable.
 *
 * @param name value of the setting {@code engine}, and the directory of its files: lower case letters, digits, {@code _}
 * @param policies values of {@code group_commit_policy} that it has, its default first; {@code on_read} only where nobody reads it
 *     but through Tributary
 * @param reservedDatabases names that it has a meaning for, in lower case
 */
public record EngineTraits(
        String name,
        ExactlyOnce exactlyOnce,
        Set<EngineCapability> capabilities,
        List<GroupCommitPolicy> policies,
        Set<String> reservedDatabases) {
    public EngineTraits {
        capabilities = Set.copyOf(capabilities);
        policies = List.copyOf(policies);
        reservedDatabases = Set.copyOf(reservedDatabases);
        if (!name.matches("[a-z0-9_]{1,32}")) {
            throw new IllegalArgumentException("engine '" + name + "': 1 to 32 lower case letters, digits or _");
        }
        if (policies.isEmpty()) {
            throw new IllegalArgumentException("engine " + name + " has no policy of group commit");
        }
    }

    public GroupCommitPolicy policyDefault() {
        return policies.get(0);
    }

    /** Returns the policies as an error names them. */
    public String policyTexts() {
        return policies.stream().map(GroupCommitPolicy::text).collect(Collectors.joining(", "));
    }

    public boolean can(EngineCapability capability) {
        return capabilities.contains(capability);
    }

    /** @throws TributaryException {@link EngineCapability#missing} */
    public void require(EngineCapability capability) {
        if (!can(capability)) {
            throw capability.missing();
        }
    }
}
