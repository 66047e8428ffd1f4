package io.tributary.engine.duckdb.store;

import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.duckdb.session.PiecewiseRemoval;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.KeyStore;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.duckdb.DuckDBAppender;

/**
 * A table of keys in the system schema, without an index: whoever writes knows all keys that count, and nobody else looks
 * one up. A key that was used again after its time stands there twice until the older one is removed.
 */
public final class IdempotencyKeys implements KeyStore {
    private static final String NAME = "idempotency_keys";
    private static final String TABLE = DuckDbSession.table("tributary", NAME);

    private final DuckDbSessions sessions;

    public IdempotencyKeys(DuckDbSessions sessions) {
        this.sessions = sessions;
    }

    public static void open(DuckDbSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (table_id BIGINT, key VARCHAR, rows_digest BIGINT,"
                + " first_id BIGINT, log_epoch BIGINT, txn_id BIGINT, committed_millis BIGINT)");
    }

    /**
     * Writes keys within the session's transaction; they are there when this returns. After a failure the session must be
     * ended: the appender keeps what it could not flush.
     */
    public static void write(DuckDbSession session, List<KeptKey> keys) throws SQLException {
        DuckDBAppender appender = session.connection().createAppender(DuckDbSession.STORE, "tributary", NAME);
        for (KeptKey kept : keys) {
            appender.beginRow();
            appender.append(kept.tableId());
            appender.append(kept.key().utf8());
            appender.append(kept.key().rowsDigest());
            appender.append(kept.key().firstId());
            appender.append(kept.logEpoch());
            appender.append(kept.txnId());
            appender.append(kept.committedMillis());
            appender.endRow();
        }
        // Closing would swallow the failure of a flush.
        appender.flush();
        appender.close();
    }

    @Override
    public void readSince(long millis, Consumer<KeptKey> reader) {
        sessions.inTransaction(session -> {
            try (PreparedStatement select = session.connection()
                    .prepareStatement("SELECT table_id, key, rows_digest, first_id, log_epoch, txn_id, committed_millis"
                            + " FROM " + TABLE + " WHERE committed_millis > ? ORDER BY committed_millis")) {
                select.setLong(1, millis);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        reader.accept(new KeptKey(
                                rows.getLong(1),
                                new IdempotencyKey(rows.getString(2), rows.getLong(3), rows.getLong(4)),
                                rows.getLong(5),
                                rows.getLong(6),
                                rows.getLong(7)));
                    }
                }
            }
            return true;
        });
    }

    @Override
    public long removeUntil(long millis) {
        return new PiecewiseRemoval(sessions, TABLE).run("committed_millis <= " + millis);
    }

    @Override
    public long removeOf(LongPredicate tables) {
        return new PiecewiseRemoval(sessions, TABLE).ofTables(tables, "TRUE");
    }
}
