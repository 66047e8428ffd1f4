package io.tributary.engine.mysql.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.TransactionLimit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What differs from one server to the next.
 *
 * @param version as it tells it
 * @param packetBytesMax {@code max_allowed_packet}
 * @param collation of utf8mb4 by the codes of the characters, blanks at the end included where the server has one
 * @param loadsLocal {@code local_infile}: whether it takes LOAD DATA LOCAL
 * @param isGalera whether it is a node of a Galera cluster
 * @param needsKeys whether a table without a primary key is refused there, or slow
 * @param limit of a transaction
 */
public record ServerFacts(
        String version,
        long packetBytesMax,
        String collation,
        boolean loadsLocal,
        boolean isGalera,
        boolean needsKeys,
        TransactionLimit limit) {
    /** That of MySQL 8, of MariaDB, and of TiDB and older ones. */
    private static final String COLLATIONS = "'utf8mb4_0900_bin', 'utf8mb4_nopad_bin', 'utf8mb4_bin'";

    /** What a statement has beside the texts of one row: names of columns, numbers. Of many columns it may be more. */
    private static final int HEAD_BYTES = 16 << 10;

    private static final String SET_BYTES = "wsrep_max_ws_size";
    private static final String SET_ROWS = "wsrep_max_ws_rows";
    private static final String SPLITS_LOADS = "wsrep_load_data_splitting";
    private static final String REQUIRES_KEYS = "sql_require_primary_key";
    /** Set in a group of MySQL's own, which refuses rows of a table without a key. */
    private static final String GROUP = "group_replication_group_name";

    private static final String ON = "ON";
    private static final String MARIA_DB = "mariadb";

    /** A row of a key that is there already is deleted and inserted, and both are told to the other nodes. */
    private static final int CHANGES_PER_ROW = 2;

    /**
     * {@code txn-total-size-limit} of TiDB, as it is by default, and the share of it that rows may have: beside them are the entries
     * of indexes. Not run against one.
     *
     * @see <a href="https://docs.pingcap.com/tidb/stable/tidb-configuration-file">TiDB Configuration File</a>
     */
    private static final long TIDB_BYTES = 100L << 20;

    private static final int TIDB_SHARE = 4;

    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final String TIDB = "TiDB";

    /** First versions with INVISIBLE columns. */
    private static final int[] HIDES_MARIA_DB = {10, 3, 3};

    private static final int[] HIDES_MYSQL = {8, 0, 23};

    /** Whether it is a MariaDB, which tells defaults and CHECKs otherwise than MySQL does. */
    public boolean isMariaDb() {
        return version.toLowerCase(Locale.ROOT).contains(MARIA_DB);
    }

    /** Whether a column can be hidden from who does not name it. */
    public boolean hidesColumns() {
        Matcher numbers = NUMBERS.matcher(version);
        if (version.contains(TIDB) || !numbers.find()) {
            return false;
        }
        int[] is = IntStream.rangeClosed(1, 3)
                .map(i -> Integer.parseInt(numbers.group(i)))
                .toArray();
        return Arrays.compare(is, isMariaDb() ? HIDES_MARIA_DB : HIDES_MYSQL) >= 0;
    }

    public static ServerFacts read(Connection connection) throws SQLException {
        Map<String, String> some = someVariables(connection);
        boolean isGalera = some.getOrDefault("wsrep_on", "OFF").equals(ON);
        boolean needsKeys = isGalera
                || some.getOrDefault(REQUIRES_KEYS, "OFF").equals(ON)
                || !some.getOrDefault(GROUP, "").isEmpty();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT VERSION(), @@max_allowed_packet, @@local_infile, (SELECT collation_name"
                                + " FROM information_schema.collations WHERE collation_name IN (" + COLLATIONS
                                + ") ORDER BY FIELD(collation_name, " + COLLATIONS + ") LIMIT 1)")) {
            row.next();
            String version = row.getString(1);
            String collation = row.getString(4);
            if (collation == null) {
                throw new TributaryException(
                        ErrorCode.NOT_SUPPORTED, "the server has no binary collation of utf8mb4: one of " + COLLATIONS);
            }
            // One that is split is committed in pieces.
            boolean isSplit = isGalera && some.getOrDefault(SPLITS_LOADS, "OFF").equals(ON);
            return new ServerFacts(
                    version,
                    row.getLong(2),
                    collation,
                    row.getBoolean(3) && !isSplit,
                    isGalera,
                    needsKeys,
                    (isGalera ? ofWriteSets(some) : ofVersion(version)).withRowBytes(row.getLong(2) - HEAD_BYTES));
        }
    }

    /** Variables that only some servers have; without them there are none. */
    private static Map<String, String> someVariables(Connection connection) throws SQLException {
        Map<String, String> values = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SHOW GLOBAL VARIABLES WHERE variable_name LIKE 'wsrep\\_%' OR variable_name IN" + " ('"
                                + REQUIRES_KEYS + "', '" + GROUP + "')")) {
            while (rows.next()) {
                values.put(rows.getString(1), rows.getString(2));
            }
        }
        return values;
    }

    private static TransactionLimit ofWriteSets(Map<String, String> galera) {
        long bytes = Long.parseLong(galera.getOrDefault(SET_BYTES, "0"));
        long rows = Long.parseLong(galera.getOrDefault(SET_ROWS, "0"));
        return new TransactionLimit(
                SET_BYTES + " = " + bytes + ", " + SET_ROWS + " = " + rows,
                bytes == 0 ? Long.MAX_VALUE : bytes / CHANGES_PER_ROW,
                rows == 0 ? Long.MAX_VALUE : rows / CHANGES_PER_ROW);
    }

    private static TransactionLimit ofVersion(String version) {
        return version.contains(TIDB)
                ? new TransactionLimit("txn-total-size-limit = " + TIDB_BYTES, TIDB_BYTES / TIDB_SHARE, Long.MAX_VALUE)
                : TransactionLimit.NONE;
    }
}
