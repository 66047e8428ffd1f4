package io.tributary.engine.mysql.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What differs from one server to the next.
 *
 * @param version as it tells it
 * @param packetBytesMax {@code max_allowed_packet}
 * @param loadsLocal {@code local_infile}: whether it takes LOAD DATA LOCAL
 * @param collation of utf8mb4 by the codes of the characters, blanks at the end included where the server has one
 */
public record ServerFacts(String version, long packetBytesMax, String collation, boolean loadsLocal) {
    /** That of MySQL 8, of MariaDB, and of TiDB and older ones. */
    private static final String COLLATIONS = "'utf8mb4_0900_bin', 'utf8mb4_nopad_bin', 'utf8mb4_bin'";

    public static ServerFacts read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT VERSION(), @@max_allowed_packet, @@local_infile, (SELECT collation_name"
                                + " FROM information_schema.collations WHERE collation_name IN (" + COLLATIONS
                                + ") ORDER BY FIELD(collation_name, " + COLLATIONS + ") LIMIT 1)")) {
            row.next();
            String collation = row.getString(4);
            if (collation == null) {
                throw new TributaryException(
                        ErrorCode.NOT_SUPPORTED, "the server has no binary collation of utf8mb4: one of " + COLLATIONS);
            }
            return new ServerFacts(row.getString(1), row.getLong(2), collation, row.getBoolean(3));
        }
    }
}
