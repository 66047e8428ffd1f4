package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A frontend that lives through everything, and a backend on one port and data directory that is killed again and again. */
final class Cluster implements AutoCloseable {
    private static final Duration REACHABLE = Duration.ofSeconds(60);
    private static final Duration MARKER = Duration.ofSeconds(60);

    /** Short, because a commit that has to be hit lasts a millisecond or two. */
    private static final long MARKER_POLL_NANOS = 50_000;

    private static final Pattern REPLAYED = Pattern.compile("log recovered: .* rows=(\\d+)");

    private final Path directory;
    private final List<String> backendSettings;
    private final int grpcPort;
    private final @Nullable FaultyLink link;
    private final TributaryProcess frontend;
    private TributaryProcess backend;
    private int markers;
    private Path marker;

    /** @param backendSettings {@code key=value} */
    Cluster(Path directory, String... backendSettings) throws IOException {
        this(directory, false, List.of(), List.of(backendSettings));
    }

    /** One whose frontend finds its backend over a {@link FaultyLink}. */
    static Cluster linked(Path directory, String... frontendSettings) throws IOException {
        return new Cluster(directory, true, List.of(frontendSettings), List.of());
    }

    private Cluster(Path directory, boolean linked, List<String> frontendSettings, List<String> backendSettings)
            throws IOException {
        this.directory = directory;
        this.backendSettings = backendSettings;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.grpcPort = free.getLocalPort();
        }
        this.marker = directory.resolve("no-marker");
        this.backend = launch(Map.of()).awaitReady();
        this.link = linked ? new FaultyLink(grpcPort) : null;
        int backendPort = link == null ? grpcPort : link.port();
        this.frontend = TributaryProcess.run(
                        directory,
                        arguments(
                                List.of("frontend"),
                                Stream.concat(
                                        Stream.of(
                                                "query_port=0",
                                                "http_port=0",
                                                "backend_address=127.0.0.1:" + backendPort),
                                        frontendSettings.stream())))
                .awaitReady();
    }

    private TributaryProcess launch(Map<String, String> properties, String... furtherSettings) {
        return TributaryProcess.run(
                directory,
                properties,
                arguments(
                        List.of("backend", "--data-dir", data().toString()),
                        Stream.of(
                                        List.of("grpc_port=" + grpcPort, "webserver_port=0"),
                                        backendSettings,
                                        List.of(furtherSettings))
                                .flatMap(List::stream)));
    }

    private static String[] arguments(List<String> first, Stream<String> settings) {
        List<String> arguments = new ArrayList<>(first);
        settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        return arguments.toArray(new String[0]);
    }

    /** Returns the link of a {@link #linked} one. */
    FaultyLink link() {
        return Objects.requireNonNull(link);
    }

    /** What the frontend's {@code GET /api/health} answers: the status, a space, the body. */
    String frontendHealth() throws IOException, InterruptedException {
        return Health.of(frontend.httpPort());
    }

    /** What the frontend has said on standard error. */
    String frontendErrors() {
        return frontend.errorText();
    }

    /** Another frontend of the backend; whoever asks for it closes it. */
    TributaryProcess furtherFrontend() {
        Stream<String> settings = Stream.of("query_port=0", "http_port=0", "backend_address=127.0.0.1:" + grpcPort);
        return TributaryProcess.run(directory, arguments(List.of("frontend"), settings))
                .awaitReady();
    }

    /** SIGTERM: the backend's data directory may be copied then. */
    void stop() {
        backend.terminate();
    }

    int mysqlPort() {
        return frontend.mysqlPort();
    }

    int httpPort() {
        return frontend.httpPort();
    }

    /** Returns the doors of the frontend. */
    FaultWriters.Doors doors() {
        return new FaultWriters.Doors(frontend.mysqlPort(), frontend.httpPort());
    }

    boolean isBackendAlive() {
        return backend.isAlive();
    }

    /** Starts the backend again, without a failpoint, and waits until the frontend reaches it. */
    void start() {
        backend = launch(Map.of()).awaitReady();
        awaitReachable();
    }

    /** The same, but it will stop at this pass of the point, by the backend's name of it. */
    void startStoppingAt(String point, int pass) {
        backend = launch(failpoint(point, pass)).awaitReady();
        awaitReachable();
    }

    /** What the backend has said on standard error. */
    String backendErrors() {
        return backend.errorText();
    }

    /** What the backend's own {@code GET /api/health} answers: the status, a space, the body. */
    String backendHealth() throws IOException, InterruptedException {
        return Health.of(backend.httpPort());
    }

    int backendHttpPort() {
        return backend.httpPort();
    }

    long backendPid() {
        return backend.pid();
    }

    Path data() {
        return directory.resolve("data");
    }

    /** Starts it so that it stops at a point of this name while it recovers; it never gets ready. */
    void startStoppingInRecovery(String point, String... furtherSettings) {
        backend = launch(failpoint(point, 1), furtherSettings);
    }

    private Map<String, String> failpoint(String point, int pass) {
        marker = directory.resolve("marker-" + ++markers);
        return Map.of("tributary.failpoint", point + ":" + pass, "tributary.failpoint.marker", marker.toString());
    }

    private void awaitReachable() {
        Awaitility.await("the frontend reaches the backend")
                .atMost(REACHABLE)
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> {
                    try (Sql sql = Sql.connect(mysqlPort(), "")) {
                        // Only the backend can answer this; SELECT 1 alone might be answered by the frontend.
                        return sql.number("SELECT count(*) FROM (SELECT 1 AS one) AS ones") == 1;
                    }
                });
    }

    /** Waits until the backend stands at its failpoint. */
    void awaitMarker() {
        long deadline = System.nanoTime() + MARKER.toNanos();
        while (!Files.exists(marker)) {
            if (System.nanoTime() > deadline || !backend.isAlive()) {
                throw new AssertionError("the failpoint was not reached within " + MARKER + ": " + backend.errorText());
            }
            LockSupport.parkNanos(MARKER_POLL_NANOS);
        }
    }

    /** Rows that the running backend brought from the log into the engine when it started. */
    long replayedRows() {
        Awaitility.await("the backend says what it replayed")
                .atMost(REACHABLE)
                .until(() -> REPLAYED.matcher(backend.errorText()).find());
        Matcher matcher = REPLAYED.matcher(backend.errorText());
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Sends a signal to the backend: STOP or CONT. */
    void signal(String signal) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + signal, Long.toString(backend.pid()))
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException("kill -" + signal + " ended with " + exit);
        }
    }

    void kill() {
        backend.kill();
    }

    @Override
    public void close() throws IOException {
        frontend.close();
        backend.close();
        if (link != null) {
            link.close();
        }
    }
}
