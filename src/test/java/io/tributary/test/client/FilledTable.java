package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The manual's table {@code dt} with rows that tests know: id from 0, {@code name<id>}, {@code id % 7}. */
final class FilledTable {
    static final int ROWS = 2_000;

    private FilledTable() {}

    /** @return the new database that it is in */
    static String create(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            StringBuilder insert = new StringBuilder("INSERT INTO dt VALUES ");
            for (int id = 0; id < ROWS; id++) {
                insert.append(id == 0 ? "" : ",").append("(" + id + ",'name" + id + "'," + id % 7 + ")");
            }
            sql.run(Tables.DT, insert.toString());
        }
        return database;
    }

    /** The first cell of what a query gives. */
    static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            assertThat(result.next()).as(query).isTrue();
            return result.getString(1);
        }
    }
}
