package io.tributary.test.engine;

import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.engine.doris.DorisAddress;
import io.tributary.engine.doris.DorisEngine;
import io.tributary.engine.mysql.session.Credentials;
import io.tributary.engine.port.SystemStore;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Another Tributary on DuckDB that plays an Apache Doris: it takes Stream Loads under labels, and speaks MySQL's protocol. */
public final class PlayedDoris implements AutoCloseable {
    private final Path directory;
    private final int mysqlPort;
    private final int httpPort;
    private TributaryProcess server;
    private final Path login;

    /** @param directory of its own, which exists */
    public PlayedDoris(Path directory) throws IOException {
        login = Files.writeString(directory.resolve("login"), "root\n\n");
        this.directory = directory;
        server = TributaryProcess.startBoth(directory, directory.resolve("data"));
        mysqlPort = server.mysqlPort();
        httpPort = server.httpPort();
    }

    /** Returns what follows the name in the CREATE DATABASE of one whose tables are here. */
    public String databaseClause() {
        return " PROPERTIES ('engine' = 'doris', 'engine.url' = '" + engine().url() + "', 'engine.credentials' = '"
                + engine().credentials() + "')";
    }

    private DatabaseEngine engine() {
        return new DatabaseEngine(
                "doris", "doris://127.0.0.1:" + mysqlPort + "?http_port=" + httpPort, "file:" + login);
    }

    DorisEngine open(SystemStore store) {
        return DorisEngine.open(DorisAddress.parse(engine().url()), new Credentials(engine().credentials()), store);
    }

    Sql connect() throws SQLException {
        return Sql.connect(mysqlPort, "");
    }

    List<String> query(String sql) throws SQLException {
        try (Sql connection = connect()) {
            return connection.query(sql);
        }
    }

    /** SIGKILL. */
    public void kill() {
        server.kill();
    }

    /** Starts it where it was. */
    public void startAgain() {
        server = TributaryProcess.run(
                        directory,
                        "start",
                        "--data-dir",
                        directory.resolve("data").toString(),
                        "--set",
                        "query_port=" + mysqlPort,
                        "--set",
                        "http_port=" + httpPort)
                .awaitReady();
    }

    @Override
    public void close() {
        server.close();
    }
}
