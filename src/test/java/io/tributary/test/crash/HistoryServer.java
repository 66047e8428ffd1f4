package io.tributary.test.crash;

import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The server of one recorded history, which is killed and started again on the same data. */
sealed interface HistoryServer extends AutoCloseable {
    /** Returns the port of a frontend; of several each in turn. Another one after a kill. */
    int mysqlPort(int client);

    /** Likewise. */
    int httpPort(int client);

    /** SIGKILL, of the backend at least. */
    void kill();

    /** Starts again what was killed. */
    void start();

    String errors();

    @Override
    void close() throws IOException;

    /** Frontend and backend in one process. */
    final class Whole implements HistoryServer {
        private final Path directory;
        private final String[] settings;
        private volatile TributaryProcess process;

        Whole(Path directory, String... settings) {
            this.directory = directory;
            this.settings = settings;
            process = launch();
        }

        private TributaryProcess launch() {
            return TributaryProcess.startBoth(directory, directory.resolve("data"), settings);
        }

        @Override
        public int mysqlPort(int client) {
            return process.mysqlPort();
        }

        @Override
        public int httpPort(int client) {
            return process.httpPort();
        }

        @Override
        public void kill() {
            process.kill();
        }

        @Override
        public void start() {
            process = launch();
        }

        @Override
        public String errors() {
            return process.errorText();
        }

        @Override
        public void close() {
            process.close();
        }
    }

    /** A backend with two logs, which is killed, and two frontends, which are not. */
    final class Apart implements HistoryServer {
        private final Cluster cluster;
        private final TributaryProcess second;

        Apart(Path directory, String... settings) throws IOException {
            cluster = new Cluster(directory, settings);
            second = cluster.furtherFrontend();
        }

        /** The setting that gives a backend two logs. */
        static String twoLogs(Path directory) throws IOException {
            Path one = Files.createDirectories(directory.resolve("log1"));
            Path two = Files.createDirectories(directory.resolve("log2"));
            return "group_commit_wal_path=" + one + ";" + two;
        }

        @Override
        public int mysqlPort(int client) {
            return client % 2 == 0 ? cluster.mysqlPort() : second.mysqlPort();
        }

        @Override
        public int httpPort(int client) {
            return client % 2 == 0 ? cluster.httpPort() : second.httpPort();
        }

        @Override
        public void kill() {
            cluster.kill();
        }

        @Override
        public void start() {
            cluster.start();
        }

        @Override
        public String errors() {
            return cluster.backendErrors();
        }

        @Override
        public void close() throws IOException {
            second.close();
            cluster.close();
        }
    }
}
