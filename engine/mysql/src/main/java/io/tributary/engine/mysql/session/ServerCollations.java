package io.tributary.engine.mysql.session;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The collations that a server has. Sessions choose among MySQL's, of which a MariaDB lacks those of MySQL 8; it has others of the
 * same meaning, but for some characters that are newer than its tables.
 *
 * @param names in lower case; a MariaDB's newer ones without their character set
 * @param own by the codes of the characters, that of the tables
 */
public record ServerCollations(Set<String> names, String own) {
    private static final String MYSQL_8 = "utf8mb4_0900_";
    private static final String MARIADB_10_10 = "uca1400_nopad_";
    private static final String OLDER = "utf8mb4_unicode_520_nopad_ci";

    public ServerCollations {
        names = Set.copyOf(names);
    }

    public static ServerCollations read(Connection connection, String own) throws SQLException {
        Set<String> names = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT collation_name FROM information_schema.collations")) {
            while (rows.next()) {
                names.add(rows.getString(1).toLowerCase(Locale.ROOT));
            }
        }
        return new ServerCollations(names, own);
    }

    /** Returns the collation, or one that compares as it does; itself where there is none, so that the server refuses it by name. */
    public String like(String collation) {
        String name = collation.toLowerCase(Locale.ROOT);
        if (names.contains(name)) {
            return name;
        }
        if (name.endsWith("_bin")) {
            return own;
        }
        String newer = name.startsWith(MYSQL_8) ? MARIADB_10_10 + name.substring(MYSQL_8.length()) : name;
        if (names.contains(newer)) {
            return "utf8mb4_" + newer;
        }
        return name.endsWith("_ci") && names.contains(OLDER) ? OLDER : name;
    }
}
