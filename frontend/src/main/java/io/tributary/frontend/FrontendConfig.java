package io.tributary.frontend;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Everything a frontend can be told; validated here, so that the servers trust it.
 *
 * @param listen where
 * @param limits how much
 * @param serverVersion what the greeting and {@code @@version} say; drivers choose their dialect by it
 * @param tls the MySQL port's certificate
 * @param defaultAuthenticationPlugin what the greeting announces: {@code mysql_native_password} or
 *     {@code caching_sha2_password}
 * @param spool for bodies of loads that are read as whole files
 */
public record FrontendConfig(
        Listen listen, Limits limits, Tls tls, String serverVersion, String defaultAuthenticationPlugin, Spool spool) {
    public static final String SERVER_VERSION_DEFAULT = "8.0.36-tributary";
    public static final String NATIVE_PASSWORD = "mysql_native_password";
    public static final String CACHING_SHA2_PASSWORD = "caching_sha2_password";

    /**
     * @param host an address or name of this machine; {@code 127.0.0.1} unless somebody decided otherwise
     * @param mysqlPort {@code query_port}, 0 for any free one
     * @param httpPort {@code http_port}, 0 for any free one
     * @param allowRootWithoutPassword listen elsewhere than on loopback even while root has no password
     */
    public record Listen(String host, int mysqlPort, int httpPort, boolean allowRootWithoutPassword) {
        public Listen {
            if (host.isBlank()) {
                throw new IllegalArgumentException("host is empty; a name or an address of this machine is needed");
            }
            within("query_port", mysqlPort, 0, 65_535);
            within("http_port", httpPort, 0, 65_535);
        }
    }

    /**
     * @param certificateFile {@code ssl_cert}: PEM, the server's certificate and those it is signed with; empty: no TLS
     * @param keyFile {@code ssl_key}: its key, PKCS#8 in PEM without a password
     * @param required {@code require_secure_transport}: who does not ask for TLS gets error 3159
     */
    public record Tls(String certificateFile, String keyFile, boolean required) {
        public Tls {
            if (certificateFile.isEmpty() != keyFile.isEmpty()) {
                throw new IllegalArgumentException("ssl_cert and ssl_key belong together; only "
                        + (keyFile.isEmpty() ? "ssl_cert" : "ssl_key") + " is set");
            }
            if (required && certificateFile.isEmpty()) {
                throw new IllegalArgumentException("require_secure_transport = true needs ssl_cert and ssl_key");
            }
        }

        public static Tls none() {
            return new Tls("", "", false);
        }

        public boolean isOffered() {
            return !certificateFile.isEmpty();
        }
    }

    /**
     * @param maxConnections {@code max_connections}: more get error 1040
     * @param maxAllowedPacketBytes {@code max_allowed_packet}: larger packets get error 1153
     * @param largePacketBytesMax {@code large_packet_bytes_max} of packets of more than 1 MiB of all sessions together, from their first
     *     bytes to their answer, at least {@code max_allowed_packet}; 0: an eighth of the heap
     * @param largePacketWaitMillis {@code large_packet_wait_ms}: how long one waits for room before it gets error 1205
     * @param maxPreparedStatements {@code max_prepared_stmt_count} of all sessions together: more get error 1461
     * @param preparedStatementBytesMax {@code prepared_stmt_bytes_max} of their texts, plans and long data in all, half of it of one
     *     session: more get error 1041; 0: an eighth of the heap, at least 128 MiB
     * @param stagedBytesMax rows waiting for COMMIT with {@code autocommit = 0}, of all sessions together
     * @param stagedBytesSessionMax the same of one session; beyond either bound rows move to the backend
     * @param planCacheBytes of the cache that all sessions share
     * @param connectTimeoutMillis from accepting a connection to its authentication
     * @param backendWaitMillis how long a start waits for the backend's catalog
     * @param drainMillis how long a stop waits for running statements
     * @param eventLoopThreads of MySQL and HTTP connections; 0 for half as many as processors
     * @param streamLoadBodyBytesMax {@code stream_load_body_bytes_max}: a longer body, be it only when it is decoded, fails
     * @param loadMemoryBytes {@code group_commit_load_memory_bytes}: encoded rows of one file or body that are kept until its
     *     end, to be grouped as one load; a longer one goes to a transaction of the backend
     */
    public record Limits(
            int maxConnections,
            int maxAllowedPacketBytes,
            long largePacketBytesMax,
            long largePacketWaitMillis,
            int maxPreparedStatements,
            long preparedStatementBytesMax,
            long stagedBytesMax,
            long stagedBytesSessionMax,
            long planCacheBytes,
            long connectTimeoutMillis,
            long backendWaitMillis,
            long drainMillis,
            int eventLoopThreads,
            long streamLoadBodyBytesMax,
            long loadMemoryBytes) {
        public Limits {
            within("max_connections", maxConnections, 1, 100_000);
            within("max_allowed_packet", maxAllowedPacketBytes, 1_024, 1 << 30);
            within("large_packet_bytes_max", largePacketBytesMax, 0, 1L << 40);
            within("large_packet_wait_ms", largePacketWaitMillis, 0, 3_600_000);
            within("max_prepared_stmt_count", maxPreparedStatements, 1, 4_194_304);
            within("prepared_stmt_bytes_max", preparedStatementBytesMax, 0, 1L << 40);
            within("staged_bytes_max", stagedBytesMax, 1_024, 1L << 40);
            within("staged_bytes_session_max", stagedBytesSessionMax, 1_024, 1L << 40);
            within("plan_cache_bytes", planCacheBytes, 65_536, 1L << 40);
            within("connect_timeout_ms", connectTimeoutMillis, 100, 3_600_000);
            within("backend_wait_ms", backendWaitMillis, 100, 3_600_000);
            within("drain_ms", drainMillis, 0, 3_600_000);
            within("event_loop_threads", eventLoopThreads, 0, 1_024);
            within("stream_load_body_bytes_max", streamLoadBodyBytesMax, 1_024, 1L << 50);
            within("group_commit_load_memory_bytes", loadMemoryBytes, 1_024, 1L << 30);
        }

        public static Limits defaults() {
            return new Limits(
                    4_096,
                    67_108_864,
                    0,
                    10_000,
                    100_000,
                    0,
                    268_435_456,
                    67_108_864,
                    67_108_864,
                    10_000,
                    60_000,
                    10_000,
                    0,
                    10_737_418_240L,
                    67_108_864);
        }
    }

    /**
     * @param directory {@code stream_load_spool_path}; made when it is needed
     * @param bytesMax {@code stream_load_spool_bytes_max}: of all such bodies that are there at a time
     */
    public record Spool(Path directory, long bytesMax) {
        public static final long BYTES_MAX_DEFAULT = 10L << 30;

        public Spool {
            Objects.requireNonNull(directory);
            within("stream_load_spool_bytes_max", bytesMax, 1_024, 1L << 50);
        }
    }

    public FrontendConfig {
        Objects.requireNonNull(listen);
        Objects.requireNonNull(limits);
        Objects.requireNonNull(tls);
        Objects.requireNonNull(spool);
        if (!serverVersion.matches("\\d+\\.\\d+\\.\\d+[!-~]{0,40}")) {
            throw new IllegalArgumentException("server_version = " + serverVersion
                    + "; it must begin with three numbers, as 8.0.36, and hold at most 40 more characters");
        }
        if (!defaultAuthenticationPlugin.equals(NATIVE_PASSWORD)
                && !defaultAuthenticationPlugin.equals(CACHING_SHA2_PASSWORD)) {
            throw new IllegalArgumentException("default_authentication_plugin = " + defaultAuthenticationPlugin
                    + "; it must be " + NATIVE_PASSWORD + " or " + CACHING_SHA2_PASSWORD);
        }
    }

    /** Loopback only, MySQL on 9030, HTTP on 8030. */
    public static FrontendConfig defaults() {
        return new FrontendConfig(
                new Listen("127.0.0.1", 9030, 8030, false),
                Limits.defaults(),
                Tls.none(),
                SERVER_VERSION_DEFAULT,
                NATIVE_PASSWORD,
                new Spool(Path.of(System.getProperty("java.io.tmpdir"), "tributary-spool"), Spool.BYTES_MAX_DEFAULT));
    }

    public FrontendConfig withListen(Listen changed) {
        return new FrontendConfig(changed, limits, tls, serverVersion, defaultAuthenticationPlugin, spool);
    }

    public FrontendConfig withLimits(Limits changed) {
        return new FrontendConfig(listen, changed, tls, serverVersion, defaultAuthenticationPlugin, spool);
    }

    public FrontendConfig withTls(Tls changed) {
        return new FrontendConfig(listen, limits, changed, serverVersion, defaultAuthenticationPlugin, spool);
    }

    public FrontendConfig withServerVersion(String changed) {
        return new FrontendConfig(listen, limits, tls, changed, defaultAuthenticationPlugin, spool);
    }

    public FrontendConfig withSpool(Spool changed) {
        return new FrontendConfig(listen, limits, tls, serverVersion, defaultAuthenticationPlugin, changed);
    }

    private static void within(String key, long value, long low, long high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(key + " = " + value + "; it must be " + low + " to " + high);
        }
    }
}
