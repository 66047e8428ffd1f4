package io.tributary.bench.server;

import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A Tributary whose tables are on a server of its own, which is as durable as one that is measured alone. */
public final class TributaryOnServer implements MeasuredServer {
    /** Connections of it that may be open, more than one process makes. */
    private static final int CONNECTIONS = 200;

    private final TributaryServers tributary;
    private final TablesServer tables;
    private final Path login;

    /** Which server has the tables. */
    public enum Kind {
        MARIADB,
        /** Three nodes. */
        GALERA;

        /** @throws IllegalArgumentException if there is none of this name */
        public static Kind parse(String name) {
            for (Kind kind : values()) {
                if (kind.text().equals(name)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("--engine " + name + ": allowed are " + MARIADB.text() + " and "
                    + GALERA.text() + ", without --url");
        }

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Its name in reports. */
        public String label() {
            return TributaryServers.LABEL + " on " + text();
        }

        private TablesServer start(Path directory) throws IOException, InterruptedException {
            return switch (this) {
                case MARIADB -> MariaDb.start(directory, CONNECTIONS);
                case GALERA -> GaleraCluster.start(directory);
            };
        }
    }

    private TributaryOnServer(TributaryServers tributary, TablesServer tables, Path login) {
        this.tributary = tributary;
        this.tables = tables;
        this.login = login;
    }

    /**
     * @param java that it runs on
     * @param directory exists, is empty, and is removed by the caller
     * @param settings {@code key=value}, for Tributary
     */
    public static TributaryOnServer start(JavaCommand java, Kind kind, Path directory, List<String> settings)
            throws IOException, InterruptedException {
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        TablesServer tables = kind.start(Files.createDirectory(directory.resolve(kind.text())));
        boolean started = false;
        try {
            TributaryServers tributary = TributaryServers.start(kind.label(), java, directory, settings);
            started = true;
            return new TributaryOnServer(tributary, tables, login);
        } finally {
            if (!started) {
                tables.close();
            }
        }
    }

    @Override
    public String label() {
        return tributary.label();
    }

    @Override
    public ServerAddress address() {
        return tributary.address();
    }

    @Override
    public int httpPort() {
        return tributary.httpPort();
    }

    @Override
    public String databaseClause() {
        return tables.databaseClause(login);
    }

    @Override
    public Usage usage() throws IOException {
        return tributary.usage().with(tables.cpuSeconds());
    }

    @Override
    public void close() {
        tributary.close();
        tables.close();
    }
}
