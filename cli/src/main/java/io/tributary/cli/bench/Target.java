package io.tributary.cli.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The server of a run: one that is there already, or a frontend and a backend as two processes on free ports with a
 * temporary data directory, which end and vanish with this.
 */
public final class Target implements AutoCloseable {
    private final String url;
    private final @Nullable ChildServer frontend;
    private final @Nullable ChildServer backend;
    private final @Nullable Path directory;

    private Target(
            String url, @Nullable ChildServer frontend, @Nullable ChildServer backend, @Nullable Path directory) {
        this.url = url;
        this.frontend = frontend;
        this.backend = backend;
        this.directory = directory;
    }

    /** @param url {@code jdbc:mysql://host:port/…}, or {@code host:port} */
    public static Target existing(String url) {
        return new Target(url.startsWith("jdbc:") ? url : "jdbc:mysql://" + url + "/", null, null, null);
    }

    /** @param settings {@code key=value}, for both */
    public static Target start(List<String> settings) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("tributary-bench-");
        ChildServer backend = null;
        try {
            backend = ChildServer.start(
                    "backend",
                    directory,
                    arguments(settings, "grpc_port=0", "storage_root_path=" + directory.resolve("data")));
            ChildServer frontend = ChildServer.start(
                    "frontend",
                    directory,
                    arguments(
                            settings,
                            "query_port=0",
                            "http_port=0",
                            "backend_address=127.0.0.1:" + backend.port("grpc")));
            return new Target("jdbc:mysql://127.0.0.1:" + frontend.port("mysql") + "/", frontend, backend, directory);
        } catch (IOException | InterruptedException | RuntimeException failed) {
            if (backend != null) {
                backend.close();
            }
            delete(directory);
            throw failed;
        }
    }

    private static List<String> arguments(List<String> settings, String... more) {
        List<String> arguments = new ArrayList<>();
        Stream.concat(settings.stream(), Stream.of(more)).forEach(setting -> {
            arguments.add("--set");
            arguments.add(setting);
        });
        return arguments;
    }

    /** {@code jdbc:mysql://host:port/}, perhaps with a database and parameters. */
    public String url() {
        return url;
    }

    OptionalLong frontendPid() {
        return frontend == null ? OptionalLong.empty() : OptionalLong.of(frontend.pid());
    }

    OptionalLong backendPid() {
        return backend == null ? OptionalLong.empty() : OptionalLong.of(backend.pid());
    }

    @Override
    public void close() {
        if (frontend != null) {
            frontend.close();
        }
        if (backend != null) {
            backend.close();
        }
        if (directory != null) {
            delete(directory);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("temporary files stay in " + directory, e);
        }
    }
}
