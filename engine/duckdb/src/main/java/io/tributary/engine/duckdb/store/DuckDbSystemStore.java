package io.tributary.engine.duckdb.store;

import io.tributary.engine.duckdb.session.AppliedPositions;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.duckdb.session.PositionClaims;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.SystemStore;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table of (space, key, value) in the system schema. It has no primary key: DuckDB checks one against rows that the
 * same transaction deleted. Writers of one key take turns here; where two transactions still wrote the same new key, the
 * later row counts.
 */
public final class DuckDbSystemStore implements SystemStore {
    public static final String TABLE = DuckDbSession.table("tributary", "system");

    private static final String SELECT = "SELECT key, value FROM " + TABLE + " WHERE space = ?";

    private final DuckDbSessions sessions;
    private final PositionClaims claims;

    public DuckDbSystemStore(DuckDbSessions sessions, PositionClaims claims) {
        this.sessions = sessions;
        this.claims = claims;
    }

    /** The last generation that was taken, when the engine is opened. */
    public static long generation(DuckDbSession session) throws SQLException {
        String found = read(session, OWNER, GENERATION).get(GENERATION);
        return found == null ? 0 : Long.parseLong(found);
    }

    public static void open(DuckDbSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (space VARCHAR, key VARCHAR, value VARCHAR)");
    }

    /** Writes a value within the session's transaction. */
    public static void write(DuckDbSession session, String space, String key, String value) throws SQLException {
        delete(session, space, key);
        try (PreparedStatement insert =
                session.connection().prepareStatement("INSERT INTO " + TABLE + " VALUES (?, ?, ?)")) {
            insert.setString(1, space);
            insert.setString(2, key);
            insert.setString(3, value);
            insert.executeUpdate();
        }
    }

    /** Deletes a value within the session's transaction. */
    public static void delete(DuckDbSession session, String space, String key) throws SQLException {
        try (PreparedStatement delete =
                session.connection().prepareStatement("DELETE FROM " + TABLE + " WHERE space = ? AND key = ?")) {
            delete.setString(1, space);
            delete.setString(2, key);
            delete.executeUpdate();
        }
    }

    @Override
    public Optional<String> get(String space, String key) {
        return Optional.ofNullable(read(space, key).get(key));
    }

    @Override
    public Map<String, String> list(String space) {
        return read(space, null);
    }

    private Map<String, String> read(String space, @Nullable String key) {
        return sessions.inTransaction(session -> read(session, space, key));
    }

    private static Map<String, String> read(DuckDbSession session, String space, @Nullable String key)
            throws SQLException {
        Map<String, String> found = new TreeMap<>();
        String sql = SELECT + (key == null ? "" : " AND key = ?") + " ORDER BY rowid";
        try (PreparedStatement select = session.connection().prepareStatement(sql)) {
            select.setString(1, space);
            if (key != null) {
                select.setString(2, key);
            }
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getString(1), rows.getString(2));
                }
            }
        }
        return found;
    }

    @Override
    public synchronized void put(String space, String key, String value) {
        sessions.change("", session -> {
            write(session, space, key, value);
            return true;
        });
    }

    @Override
    public synchronized boolean compareAndPut(String space, String key, @Nullable String expected, String value) {
        return sessions.changeIf("", session -> {
            boolean isExpected = Objects.equals(read(session, space, key).get(key), expected);
            if (isExpected) {
                write(session, space, key, value);
            }
            return isExpected;
        });
    }

    @Override
    public synchronized long raiseGeneration() {
        long generation = SystemStore.super.raiseGeneration();
        claims.generation(generation);
        return generation;
    }

    @Override
    public synchronized void remove(String space, String key) {
        sessions.change("", session -> {
            delete(session, space, key);
            return true;
        });
    }

    @Override
    public Map<Long, Long> appliedPositions(long logEpoch) {
        return sessions.inTransaction(session -> AppliedPositions.read(session, logEpoch));
    }

    @Override
    public OptionalLong appliedPosition(long logEpoch, long tableId) {
        return sessions.inTransaction(session -> AppliedPositions.read(session, logEpoch, tableId));
    }

    @Override
    public long positionCount() {
        return sessions.inTransaction(AppliedPositions::count);
    }

    @Override
    public List<AppliedBatch> lastBatches(int most) {
        return sessions.inTransaction(session -> AppliedPositions.last(session, most));
    }
}
