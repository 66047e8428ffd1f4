package io.tributary.bench.server;

import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.measure.CpuClock;
import io.tributary.bench.measure.DiskWrites;
import io.tributary.bench.measure.GcLog;
import io.tributary.bench.process.ChildServer;
import io.tributary.bench.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A frontend and a backend as two processes on free ports, with their data in a directory of the caller's. */
public final class TributaryServers implements MeasuredServer {
    public static final String LABEL = "tributary";

    private static final String READY = "tributary ready";
    private static final String FORCES = "tributary_log_forces_total";
    private static final String BATCHES = "tributary_batches_total";

    private final String label;
    private final ChildServer frontend;
    private final ChildServer backend;

    private TributaryServers(String label, ChildServer frontend, ChildServer backend) {
        this.label = label;
        this.frontend = frontend;
        this.backend = backend;
    }

    /**
     * @param java that they run on
     * @param directory exists, and is removed by the caller
     * @param settings {@code key=value}, for both
     */
    public static TributaryServers start(String label, JavaCommand java, Path directory, List<String> settings)
            throws IOException, InterruptedException {
        ChildServer backend = child(
                "backend",
                java,
                directory,
                settings,
                "grpc_port=0",
                "webserver_port=0",
                "storage_root_path=" + directory.resolve("data"));
        try {
            int grpc = backend.port("grpc").orElseThrow();
            ChildServer frontend = child(
                    "frontend",
                    java,
                    directory,
                    settings,
                    "query_port=0",
                    "http_port=0",
                    "backend_address=127.0.0.1:" + grpc);
            return new TributaryServers(label, frontend, backend);
        } catch (IOException | InterruptedException | RuntimeException failed) {
            backend.close();
            throw failed;
        }
    }

    private static ChildServer child(
            String role, JavaCommand java, Path directory, List<String> settings, String... more)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(role));
        Stream.concat(settings.stream(), Stream.of(more)).forEach(setting -> {
            arguments.add("--set");
            arguments.add(setting);
        });
        Path temporary = Files.createDirectories(directory.resolve(role + "-tmp"));
        List<String> command = java.withFlags(List.of(GcLog.flag(gcLog(directory, role))))
                .line(temporary, "io.tributary.cli.Main", arguments);
        return ChildServer.start(role, directory, command, READY);
    }

    private static Path gcLog(Path directory, String role) {
        return directory.resolve(role + "-gc.log");
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public ServerAddress address() {
        return new ServerAddress("127.0.0.1", frontend.port("mysql").orElseThrow(), "");
    }

    @Override
    public int httpPort() {
        return frontend.port("http").orElseThrow();
    }

    @Override
    public Usage usage() throws IOException {
        String metrics = PrometheusText.fetch(backend.port("http").orElseThrow());
        return new Usage(
                usage(frontend),
                usage(backend),
                null,
                (double) DiskWrites.bytes(backend.pid()),
                DiskWrites.diskBytes(backend.directory()),
                PrometheusText.value(metrics, FORCES),
                PrometheusText.value(metrics, BATCHES));
    }

    private static Usage.Jvm usage(ChildServer server) throws IOException {
        GcLog log = GcLog.read(gcLog(server.directory(), server.role()));
        return new Usage.Jvm(
                CpuClock.seconds(server.pid()),
                CpuClock.compilerSeconds(server.pid()),
                log.allocatedBytes(),
                log.pauseSeconds());
    }

    @Override
    public void close() {
        frontend.close();
        backend.close();
    }
}
