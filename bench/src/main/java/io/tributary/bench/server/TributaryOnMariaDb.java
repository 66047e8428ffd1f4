package io.tributary.bench.server;

import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Tributary whose tables are on a MariaDB of its own, which is as durable as one that is measured alone. */
public final class TributaryOnMariaDb implements MeasuredServer {
    /** Its name in reports. */
    public static final String LABEL = TributaryServers.LABEL + " on " + PeerChoice.MARIADB;

    /** Connections of it that may be open, more than one process makes. */
    private static final int CONNECTIONS = 100;

    private final TributaryServers tributary;
    private final MariaDb mariaDb;
    private final Path login;

    private TributaryOnMariaDb(TributaryServers tributary, MariaDb mariaDb, Path login) {
        this.tributary = tributary;
        this.mariaDb = mariaDb;
        this.login = login;
    }

    /**
     * @param java that it runs on
     * @param directory exists, is empty, and is removed by the caller
     * @param settings {@code key=value}, for Tributary
     */
    public static TributaryOnMariaDb start(JavaCommand java, Path directory, List<String> settings)
            throws IOException, InterruptedException {
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        MariaDb mariaDb = MariaDb.start(Files.createDirectory(directory.resolve(PeerChoice.MARIADB)), CONNECTIONS);
        boolean started = false;
        try {
            TributaryServers tributary = TributaryServers.start(LABEL, java, directory, settings);
            started = true;
            return new TributaryOnMariaDb(tributary, mariaDb, login);
        } finally {
            if (!started) {
                mariaDb.close();
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
        return mariaDb.databaseClause(login);
    }

    @Override
    public Usage usage() throws IOException {
        return tributary.usage().with(mariaDb.cpuSeconds());
    }

    @Override
    public void close() {
        tributary.close();
        mariaDb.close();
    }
}
