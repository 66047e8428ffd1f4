package io.tributary.backend;

import io.tributary.contract.schema.GroupCommitPolicy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a backend is started with; immutable and checked.
 *
 * @param dataDirectory the engine's files, the lock file and temporary files; made if missing
 * @param walDirectories one write-ahead log each, 1 to {@link #WAL_DIRECTORIES_MAX}; made if missing
 * @param listen where gRPC listens; empty: only inside this process, by {@link BackendServer#channel}
 * @param engine which one, and its own settings
 * @param policy of tables that name no {@code group_commit_policy}; one that the engine has
 * @param limits those that differ from their defaults
 */
public record BackendConfig(
        Path dataDirectory,
        List<Path> walDirectories,
        Optional<Listen> listen,
        EngineConfig engine,
        GroupCommitPolicy policy,
        Map<BackendLimit, Long> limits) {
    /** Names of all policies; which of them an engine has it says itself. */
    public static final List<String> POLICIES = Arrays.stream(GroupCommitPolicy.values())
            .map(GroupCommitPolicy::text)
            .toList();

    /** Logs that one backend may have. */
    public static final int WAL_DIRECTORIES_MAX = 16;

    /**
     * @param port 0 to 65535; 0 takes a free one
     * @param clusterToken checked on every call; may only be empty on a loopback address
     */
    public record Listen(String host, int port, String clusterToken) {
        public Listen {
            Objects.requireNonNull(host);
            Objects.requireNonNull(clusterToken);
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException("backend port " + port + ": 0 to 65535");
            }
        }

        /** Never the token. */
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    public BackendConfig {
        Objects.requireNonNull(dataDirectory);
        walDirectories = List.copyOf(walDirectories);
        if (walDirectories.isEmpty()
                || walDirectories.size() > WAL_DIRECTORIES_MAX
                || Set.copyOf(walDirectories).size() < walDirectories.size()) {
            throw new IllegalArgumentException("group_commit_wal_path = " + walDirectories + ": 1 to "
                    + WAL_DIRECTORIES_MAX + " different directories");
        }
        Objects.requireNonNull(listen);
        if (!engine.factory().traits().policies().contains(policy)) {
            throw new IllegalArgumentException("group_commit_policy = " + policy.text() + ": the engine "
                    + engine.name() + " has " + engine.factory().traits().policyTexts());
        }
        limits = Map.copyOf(limits);
        limits.forEach((limit, value) -> {
            if (value < limit.min() || value > limit.max()) {
                throw new IllegalArgumentException(
                        limit.key() + " = " + value + ": " + limit.min() + " to " + limit.max());
            }
        });
    }

    /** Defaults, the log in {@code wal} under the data directory, no port. */
    public static BackendConfig of(Path dataDirectory) {
        EngineConfig engine = EngineConfig.standard();
        return new BackendConfig(
                dataDirectory,
                List.of(dataDirectory.resolve("wal")),
                Optional.empty(),
                engine,
                engine.factory().traits().policyDefault(),
                Map.of());
    }

    public long limit(BackendLimit limit) {
        Long set = limits.get(limit);
        return set == null ? limit.defaultValue() : set;
    }

    public BackendConfig withLimit(BackendLimit limit, long value) {
        Map<BackendLimit, Long> changed = new EnumMap<>(BackendLimit.class);
        changed.putAll(limits);
        changed.put(limit, value);
        return new BackendConfig(dataDirectory, walDirectories, listen, engine, policy, changed);
    }

    /** @param name one of {@link #POLICIES} */
    public BackendConfig withPolicy(String name) {
        return new BackendConfig(
                dataDirectory,
                walDirectories,
                listen,
                engine,
                GroupCommitPolicy.parse(name).orElseThrow(),
                limits);
    }

    public BackendConfig withListen(Listen address) {
        return new BackendConfig(dataDirectory, walDirectories, Optional.of(address), engine, policy, limits);
    }

    public BackendConfig withWalDirectories(Path... directories) {
        return new BackendConfig(dataDirectory, List.of(directories), listen, engine, policy, limits);
    }
}
