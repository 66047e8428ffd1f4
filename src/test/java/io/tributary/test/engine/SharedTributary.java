package io.tributary.test.engine;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One Tributary for the tests of a class, which has no database when a test begins: a server is forgotten with the last one there. Where
 * a test leaves one that cannot be dropped, the next test gets a process and a directory of its own.
 */
final class SharedTributary implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private static final Set<String> OF_SYSTEM =
            Set.of("information_schema", "mysql", "performance_schema", "sys", "tributary");

    private final String[] settings;
    private @Nullable Running running;

    private record Running(Path directory, TributaryProcess process) {}

    /** @param settings of the process, {@code NAME=VALUE} */
    SharedTributary(String... settings) {
        this.settings = settings.clone();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        start(Files.createTempDirectory("tributary-shared-"));
    }

    private void start(Path directory) {
        running = new Running(
                directory,
                TributaryProcess.startBoth(directory, directory.resolve("data"), settings)
                        .awaitReady());
    }

    private Running running() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("it is started by beforeAll");
        }
        return now;
    }

    /** Where its data is, and what a test writes beside it. */
    Path directory() {
        return running().directory();
    }

    int mysqlPort() {
        return running().process().mysqlPort();
    }

    int httpPort() {
        return running().process().httpPort();
    }

    Sql connect(String database) throws SQLException {
        return Sql.connect(mysqlPort(), database);
    }

    /** Ends the process, which waits for what is in its log, and starts another on its data. */
    void restart() {
        running().process().terminate();
        start(directory());
    }

    /** The same, but the process waits for nothing. */
    void killAndRestart() {
        running().process().kill();
        start(directory());
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        try (Sql sql = connect("")) {
            List<String> databases = sql.query("SHOW DATABASES");
            for (String database : databases) {
                if (!OF_SYSTEM.contains(database)) {
                    sql.run("DROP DATABASE `" + database + "`");
                }
            }
        } catch (SQLException e) {
            context.publishReportEntry("a process of its own for the next test", String.valueOf(e.getMessage()));
            // One that ends by itself waits for what nobody takes from it any more.
            running().process().kill();
            close();
            beforeAll(context);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        close();
    }

    private void close() throws IOException {
        Running last = running();
        last.process().close();
        try (Stream<Path> files = Files.walk(last.directory())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
