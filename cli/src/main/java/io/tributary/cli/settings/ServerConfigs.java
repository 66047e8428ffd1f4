package io.tributary.cli.settings;

import io.tributary.backend.BackendConfig;
import io.tributary.backend.BackendLimit;
import io.tributary.backend.EngineConfig;
import io.tributary.backend.Engines;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.engine.port.EngineFactory;
import io.tributary.engine.port.EngineSetting;
import io.tributary.frontend.FrontendConfig;
import io.tributary.rpc.client.ClientOptions;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings as the servers' own configuration records. */
public final class ServerConfigs {
    private final Settings settings;
    private final Path dataDirectoryDefault;

    /** @param dataDirectoryDefault where the settings name no data directory */
    public ServerConfigs(Settings settings, Path dataDirectoryDefault) {
        this.settings = settings;
        this.dataDirectoryDefault = dataDirectoryDefault;
    }

    public Path dataDirectory() {
        String path = settings.get(SettingKeys.STORAGE_ROOT_PATH);
        return (path.isEmpty() ? dataDirectoryDefault : Path.of(path))
                .toAbsolutePath()
                .normalize();
    }

    /** A backend for this process only. */
    public BackendConfig backendInProcess() {
        return backend(Optional.empty());
    }

    /** A backend with a port. */
    public BackendConfig backendWithPort() {
        return backend(Optional.of(new BackendConfig.Listen(
                settings.get(SettingKeys.BACKEND_BIND_ADDRESS),
                settings.number(SettingKeys.GRPC_PORT),
                settings.get(SettingKeys.CLUSTER_TOKEN))));
    }

    /** Returns the HTTP port of a backend with a port. */
    public int webserverPort() {
        return settings.number(SettingKeys.WEBSERVER_PORT);
    }

    private BackendConfig backend(Optional<BackendConfig.Listen> listen) {
        List<Path> wal = SettingKeys.directories(settings.get(SettingKeys.GROUP_COMMIT_WAL_PATH));
        Map<BackendLimit, Long> limits = new EnumMap<>(BackendLimit.class);
        SettingKeys.BACKEND.forEach((limit, setting) -> {
            if (settings.isGiven(setting)) {
                limits.put(limit, settings.get(setting));
            }
        });
        EngineConfig engine = engine();
        return new BackendConfig(
                dataDirectory(),
                wal.isEmpty() ? List.of(dataDirectory().resolve("wal")) : wal,
                listen,
                engine,
                policy(engine),
                limits);
    }

    private EngineConfig engine() {
        EngineFactory factory = Engines.named(settings.get(SettingKeys.ENGINE)).orElseThrow();
        Map<EngineSetting, Long> values = new HashMap<>();
        SettingKeys.ENGINES.forEach((own, setting) -> {
            // Those of another engine may stay in the file.
            if (settings.isGiven(setting) && factory.settings().contains(own)) {
                values.put(own, settings.get(setting));
            }
        });
        return new EngineConfig(factory, values);
    }

    private GroupCommitPolicy policy(EngineConfig engine) {
        return settings.isGiven(SettingKeys.GROUP_COMMIT_POLICY)
                ? GroupCommitPolicy.parse(settings.get(SettingKeys.GROUP_COMMIT_POLICY))
                        .orElseThrow()
                : engine.factory().traits().policyDefault();
    }

    public FrontendConfig frontend() {
        return new FrontendConfig(
                new FrontendConfig.Listen(
                        settings.get(SettingKeys.BIND_ADDRESS),
                        settings.number(SettingKeys.QUERY_PORT),
                        settings.number(SettingKeys.HTTP_PORT),
                        settings.get(SettingKeys.ALLOW_ROOT_WITHOUT_PASSWORD)),
                new FrontendConfig.Limits(
                        settings.number(SettingKeys.MAX_CONNECTIONS),
                        settings.number(SettingKeys.MAX_ALLOWED_PACKET),
                        settings.get(SettingKeys.LARGE_PACKET_BYTES_MAX),
                        settings.get(SettingKeys.LARGE_PACKET_WAIT_MS),
                        settings.number(SettingKeys.MAX_PREPARED_STMT_COUNT),
                        settings.get(SettingKeys.PREPARED_STMT_BYTES_MAX),
                        settings.get(SettingKeys.STAGED_BYTES_MAX),
                        settings.get(SettingKeys.STAGED_BYTES_SESSION_MAX),
                        settings.get(SettingKeys.PLAN_CACHE_BYTES),
                        settings.get(SettingKeys.CONNECT_TIMEOUT_MS),
                        settings.get(SettingKeys.BACKEND_WAIT_MS),
                        settings.get(SettingKeys.DRAIN_MS),
                        settings.number(SettingKeys.EVENT_LOOP_THREADS),
                        settings.get(SettingKeys.STREAM_LOAD_BODY_BYTES_MAX),
                        settings.get(SettingKeys.GROUP_COMMIT_LOAD_MEMORY_BYTES)),
                new FrontendConfig.Tls(
                        settings.get(SettingKeys.SSL_CERT),
                        settings.get(SettingKeys.SSL_KEY),
                        settings.get(SettingKeys.REQUIRE_SECURE_TRANSPORT)),
                settings.get(SettingKeys.SERVER_VERSION),
                settings.get(SettingKeys.DEFAULT_AUTHENTICATION_PLUGIN),
                spool());
    }

    private FrontendConfig.Spool spool() {
        String path = settings.get(SettingKeys.STREAM_LOAD_SPOOL_PATH);
        return new FrontendConfig.Spool(
                path.isEmpty()
                        ? dataDirectory().resolve("spool")
                        : Path.of(path).toAbsolutePath(),
                settings.get(SettingKeys.STREAM_LOAD_SPOOL_BYTES_MAX));
    }

    /** What the ends of both servers wait for one after the other: connections, batches, statements. */
    public long drainMillis() {
        return settings.get(SettingKeys.DRAIN_MS) + 2 * settings.get(backendSetting(BackendLimit.SHUTDOWN_TIMEOUT_MS));
    }

    public ClientOptions client() {
        ClientOptions defaults = ClientOptions.defaults();
        return new ClientOptions(
                settings.get(SettingKeys.APPEND_QUEUE_BYTES),
                settings.number(backendSetting(BackendLimit.GROUP_COMMIT_QUEUE_TIMEOUT_MS)),
                defaults.messageBytesMax(),
                defaults.messageLoadsMax(),
                defaults.reconnectMillisMax());
    }

    public BackendAddress backendAddress() {
        String text = settings.get(SettingKeys.BACKEND_ADDRESS);
        int colon = text.lastIndexOf(':');
        return new BackendAddress(
                text.substring(0, colon),
                Integer.parseInt(text.substring(colon + 1)),
                settings.get(SettingKeys.CLUSTER_TOKEN),
                settings.get(SettingKeys.BACKEND_SILENCE_MS));
    }

    private static Setting<Long> backendSetting(BackendLimit limit) {
        Setting<Long> setting = SettingKeys.BACKEND.get(limit);
        if (setting == null) {
            throw new IllegalStateException("no setting for " + limit);
        }
        return setting;
    }

    /**
     * Where a separate frontend finds its backend.
     *
     * @param clusterToken the secret it shows there, or none if empty
     * @param silenceMillis for which it may say nothing, 12 s at least
     */
    public record BackendAddress(String host, int port, String clusterToken, long silenceMillis) {
        /** Never the token. */
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }
}
