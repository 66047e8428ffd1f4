package io.tributary.cli.settings;

import io.tributary.backend.BackendConfig;
import io.tributary.backend.BackendLimit;
import io.tributary.backend.Engines;
import io.tributary.engine.port.EngineFactory;
import io.tributary.engine.port.EngineSetting;
import io.tributary.frontend.FrontendConfig;
import io.tributary.frontend.FrontendConfig.Limits;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every key there is; Apache Doris' name where it has one. */
public final class SettingKeys {
    private static final Map<String, Setting<?>> ALL = new LinkedHashMap<>();
    private static final Limits LIMITS = Limits.defaults();

    /** Port of the MySQL protocol; 0 takes a free one. */
    public static final Setting<Long> QUERY_PORT = add(Setting.number("query_port", 9030, 0, 65_535));
    /** Port of HTTP: health and metrics; 0 takes a free one. */
    public static final Setting<Long> HTTP_PORT = add(Setting.number("http_port", 8030, 0, 65_535));
    /** Port of a separate backend; 0 takes a free one. */
    public static final Setting<Long> GRPC_PORT = add(Setting.number("grpc_port", 8060, 0, 65_535));
    /** Port of a separate backend's HTTP: health and metrics; 0 takes a free one. */
    public static final Setting<Long> WEBSERVER_PORT = add(Setting.number("webserver_port", 8040, 0, 65_535));
    /** Where query_port and http_port listen. */
    public static final Setting<String> BIND_ADDRESS =
            add(Setting.text("bind_address", "127.0.0.1", "an address of this machine", text -> !text.isBlank()));
    /** Where grpc_port and webserver_port listen. */
    public static final Setting<String> BACKEND_BIND_ADDRESS = add(
            Setting.text("backend_bind_address", "127.0.0.1", "an address of this machine", text -> !text.isBlank()));
    /** The backend of a separate frontend. */
    public static final Setting<String> BACKEND_ADDRESS =
            add(Setting.text("backend_address", "127.0.0.1:8060", "host:port", text -> text.matches("\\S+:\\d{1,5}")));
    /** A backend from which a separate frontend hears nothing for so long is gone; 10 s of it pass before it is asked. */
    public static final Setting<Long> BACKEND_SILENCE_MS =
            add(Setting.number("backend_silence_ms", 50_000, 12_000, 3_600_000));
    /** Shared secret of frontends and backends; needed as soon as a backend listens beyond loopback. */
    public static final Setting<String> CLUSTER_TOKEN =
            add(Setting.text("cluster_token", "", "printable ASCII", text -> text.matches("[!-~]*")));
    /** The data directory. Empty: {@code data/server} in the installation. */
    public static final Setting<String> STORAGE_ROOT_PATH =
            add(Setting.text("storage_root_path", "", "one directory", text -> !text.contains(";")));
    /** The write-ahead logs, one a directory, {@code ;} between them. Empty: {@code wal} in the data directory. */
    public static final Setting<String> GROUP_COMMIT_WAL_PATH = add(Setting.text(
            "group_commit_wal_path",
            "",
            "1 to " + BackendConfig.WAL_DIRECTORIES_MAX + " different directories, ';' between them",
            SettingKeys::areDirectories));

    /** Which table engine; a data directory keeps the one it was made with. */
    public static final Setting<String> ENGINE = add(Setting.choice(
            "engine",
            Engines.all().stream().map(engine -> engine.traits().name()).toList()));
    /** The policy of tables that name none. */
    public static final Setting<String> GROUP_COMMIT_POLICY =
            add(Setting.choice("group_commit_policy", BackendConfig.POLICIES));

    public static final Setting<String> SERVER_VERSION = add(Setting.text(
            "server_version",
            FrontendConfig.SERVER_VERSION_DEFAULT,
            "three numbers and at most 40 more characters, as 8.0.36-tributary",
            text -> text.matches("\\d+\\.\\d+\\.\\d+[!-~]{0,40}")));
    public static final Setting<String> DEFAULT_AUTHENTICATION_PLUGIN = add(Setting.choice(
            "default_authentication_plugin",
            List.of(FrontendConfig.NATIVE_PASSWORD, FrontendConfig.CACHING_SHA2_PASSWORD)));
    /** Listen beyond loopback even while root has no password. */
    public static final Setting<Boolean> ALLOW_ROOT_WITHOUT_PASSWORD =
            add(Setting.flag("allow_root_without_password", false));
    /** PEM files; with both, the MySQL port offers TLS. */
    public static final Setting<String> SSL_CERT = add(Setting.text("ssl_cert", "", "a file", text -> true));

    public static final Setting<String> SSL_KEY = add(Setting.text("ssl_key", "", "a file", text -> true));
    /** Refuse who does not use TLS. */
    public static final Setting<Boolean> REQUIRE_SECURE_TRANSPORT =
            add(Setting.flag("require_secure_transport", false));

    public static final Setting<Long> MAX_CONNECTIONS =
            add(Setting.number("max_connections", LIMITS.maxConnections(), 1, 100_000));
    public static final Setting<Long> MAX_ALLOWED_PACKET =
            add(Setting.number("max_allowed_packet", LIMITS.maxAllowedPacketBytes(), 1_024, 1 << 30));
    /** The most bytes of packets of more than 1 MiB, from their first bytes to their answer. */
    public static final Setting<Long> LARGE_PACKET_BYTES_MAX =
            add(Setting.number("large_packet_bytes_max", LIMITS.largePacketBytesMax(), 0, 1L << 40));

    public static final Setting<Long> LARGE_PACKET_WAIT_MS =
            add(Setting.number("large_packet_wait_ms", LIMITS.largePacketWaitMillis(), 0, 3_600_000));
    public static final Setting<Long> MAX_PREPARED_STMT_COUNT =
            add(Setting.number("max_prepared_stmt_count", LIMITS.maxPreparedStatements(), 1, 4_194_304));
    /** The most bytes of the texts, plans and long data of prepared statements. */
    public static final Setting<Long> PREPARED_STMT_BYTES_MAX =
            add(Setting.number("prepared_stmt_bytes_max", LIMITS.preparedStatementBytesMax(), 0, 1L << 40));

    public static final Setting<Long> STAGED_BYTES_MAX =
            add(Setting.number("staged_bytes_max", LIMITS.stagedBytesMax(), 1_024, 1L << 40));
    public static final Setting<Long> STAGED_BYTES_SESSION_MAX =
            add(Setting.number("staged_bytes_session_max", LIMITS.stagedBytesSessionMax(), 1_024, 1L << 40));
    public static final Setting<Long> PLAN_CACHE_BYTES =
            add(Setting.number("plan_cache_bytes", LIMITS.planCacheBytes(), 65_536, 1L << 40));
    public static final Setting<Long> CONNECT_TIMEOUT_MS =
            add(Setting.number("connect_timeout_ms", LIMITS.connectTimeoutMillis(), 100, 3_600_000));
    public static final Setting<Long> BACKEND_WAIT_MS =
            add(Setting.number("backend_wait_ms", LIMITS.backendWaitMillis(), 100, 3_600_000));
    public static final Setting<Long> DRAIN_MS = add(Setting.number("drain_ms", LIMITS.drainMillis(), 0, 3_600_000));
    public static final Setting<Long> EVENT_LOOP_THREADS =
            add(Setting.number("event_loop_threads", LIMITS.eventLoopThreads(), 0, 1_024));
    public static final Setting<Long> STREAM_LOAD_BODY_BYTES_MAX =
            add(Setting.number("stream_load_body_bytes_max", LIMITS.streamLoadBodyBytesMax(), 1_024, 1L << 50));
    /** Encoded rows of one file or body that are grouped as one load. */
    public static final Setting<Long> GROUP_COMMIT_LOAD_MEMORY_BYTES =
            add(Setting.number("group_commit_load_memory_bytes", LIMITS.loadMemoryBytes(), 1_024, 1 << 30));
    /** Apache Doris' bound of the same memory in rows, taken from its be.conf; changes nothing here. */
    public static final Setting<Long> GROUP_COMMIT_MEMORY_ROWS_FOR_MAX_FILTER_RATIO =
            add(Setting.number("group_commit_memory_rows_for_max_filter_ratio", 10_000, 1, Integer.MAX_VALUE));
    /** Where bodies lie that are read as whole files; empty: {@code spool} in the data directory. */
    public static final Setting<String> STREAM_LOAD_SPOOL_PATH =
            add(Setting.text("stream_load_spool_path", "", "a directory", text -> true));

    public static final Setting<Long> STREAM_LOAD_SPOOL_BYTES_MAX =
            add(Setting.number("stream_load_spool_bytes_max", FrontendConfig.Spool.BYTES_MAX_DEFAULT, 1_024, 1L << 50));
    /** Encoded loads of a frontend that wait to be sent to the backend. */
    public static final Setting<Long> APPEND_QUEUE_BYTES =
            add(Setting.number("append_queue_bytes", 64L << 20, 1L << 20, 1L << 40));

    /** The backend's numbers, under the backend's keys. */
    public static final Map<BackendLimit, Setting<Long>> BACKEND = backend();

    /** Those of the engines, under theirs. */
    static final Map<EngineSetting, Setting<Long>> ENGINES = engines();

    private SettingKeys() {}

    private static boolean areDirectories(String text) {
        List<Path> paths = directories(text);
        return paths.size() <= BackendConfig.WAL_DIRECTORIES_MAX
                && Set.copyOf(paths).size() == paths.size()
                && (text.isBlank() || !paths.isEmpty());
    }

    /** Absolute paths; what is empty between two {@code ;} is none. */
    static List<Path> directories(String text) {
        return Arrays.stream(text.split(";"))
                .map(String::strip)
                .filter(path -> !path.isEmpty())
                .map(path -> Path.of(path).toAbsolutePath().normalize())
                .toList();
    }

    /** Returns all settings in the order of the documentation. */
    public static Collection<Setting<?>> all() {
        return Collections.unmodifiableCollection(ALL.values());
    }

    static Map<String, Setting<?>> byKey() {
        return Collections.unmodifiableMap(ALL);
    }

    private static Map<BackendLimit, Setting<Long>> backend() {
        Map<BackendLimit, Setting<Long>> settings = new EnumMap<>(BackendLimit.class);
        for (BackendLimit limit : BackendLimit.values()) {
            settings.put(limit, add(Setting.number(limit.key(), limit.defaultValue(), limit.min(), limit.max())));
        }
        return Collections.unmodifiableMap(settings);
    }

    private static Map<EngineSetting, Setting<Long>> engines() {
        Map<EngineSetting, Setting<Long>> settings = new LinkedHashMap<>();
        for (EngineFactory engine : Engines.all()) {
            for (EngineSetting setting : engine.settings()) {
                settings.put(
                        setting,
                        add(Setting.number(setting.key(), setting.defaultValue(), setting.min(), setting.max())));
            }
        }
        return Collections.unmodifiableMap(settings);
    }

    private static <T> Setting<T> add(Setting<T> setting) {
        if (ALL.put(setting.key(), setting) != null) {
            throw new IllegalStateException("two settings are called " + setting.key());
        }
        return setting;
    }
}
