import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Puts into the file of a stopped backend what would take days to come by itself; for {@code bin/prove growth}.
 * Arguments: the engine's file, labels, keys or tombstones, how many.
 */
final class Fill {
    private static final int PIECE = 1_000_000;

    private Fill() {}

    public static void main(String[] arguments) throws SQLException {
        String what = arguments[1];
        long count = Long.parseLong(arguments[2]);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("ATTACH '" + arguments[0] + "' AS store (ROW_GROUP_SIZE 30720)");
            long began = System.currentTimeMillis() - 86_400_000;
            for (long i = 0; i < count; i += PIECE) {
                String numbers = " FROM range(" + i + ", " + Math.min(count, i + PIECE) + ") r(i)";
                String millis = began + " + i * 80000000 // " + count;
                statement.execute(
                        switch (what) {
                            case "labels" ->
                                "INSERT INTO store.tributary.labels SELECT CAST('0x' || substr(sha256("
                                        + "'d.load_' || i), 1, 15) AS BIGINT), 'd.load_' || i, i, " + millis + numbers;
                            case "keys" ->
                                "INSERT INTO store.tributary.idempotency_keys (table_id, key, rows_digest,"
                                        + " first_id, log_epoch, txn_id, committed_millis) SELECT 1 + i % 100,"
                                        + " 'order-' || i, hash(i) // 2, 0, 7, i, " + millis + numbers;
                            case "tombstones" ->
                                // They are tombstones of the table that has one, their keys in no order.
                                "INSERT INTO store.tributary.tombstones SELECT (SELECT any_value(table_id) FROM"
                                        + " store.tributary.tombstones), length(CAST(key AS VARCHAR)) || ':' || key, i"
                                        + " FROM (SELECT i, i * 7919 % " + count + " AS key" + numbers + ")";
                            default -> throw new IllegalArgumentException(what + ": labels, keys or tombstones");
                        });
            }
            statement.execute("CHECKPOINT store");
        }
    }
}
