package io.tributary.backend.engine.duckdb;

import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import org.duckdb.DuckDBConnection;

/**
 * Writes what is in the engine's own log into its file. DuckDB does that in one of two ways, and decides by itself when it
 * begins ({@code DuckTransactionManager::Checkpoint}): while a snapshot is open that is older than the last commit, it leaves
 * row groups alone that are written, and commits go on; otherwise it merges small row groups and takes deleted rows out, and
 * every commit waits until it has ended. Any thread, one at a time.
 */
final class FileWriter {
    private static final String CHECKPOINT = "CHECKPOINT " + DuckDbSession.quote(DuckDbSession.STORE);
    private static final String SNAPSHOT = "SELECT count(*) FROM " + DuckDbSystemStore.TABLE;

    private final DuckDBConnection root;
    private final DurableNames names;
    private final SmallGroups groups;
    private final BooleanSupplier inUse;

    /** @param inUse whether anybody may have a snapshot */
    FileWriter(DuckDBConnection root, DurableNames names, SmallGroups groups, BooleanSupplier inUse) {
        this.root = root;
        this.names = names;
        this.groups = groups;
        this.inUse = inUse;
    }

    /** No commit waits for it. */
    void write() {
        try (DuckDBConnection older = root.duplicate();
                DuckDBConnection connection = root.duplicate()) {
            // It is open until its connection is closed.
            DuckDbSession snapshot = new DuckDbSession(older);
            snapshot.begin();
            snapshot.number(SNAPSHOT);
            DuckDbSession session = new DuckDbSession(connection);
            // Behind the snapshot there has to be a commit, if only of a read.
            session.begin();
            session.number(SNAPSHOT);
            session.commit();
            writeBy(session);
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e);
        }
    }

    /** And merges small row groups; every commit waits for it. Does nothing while somebody may have an older snapshot. */
    void merge() {
        if (inUse.getAsBoolean()) {
            return;
        }
        try (DuckDBConnection connection = root.duplicate()) {
            DuckDbSession session = new DuckDbSession(connection);
            // With nothing in its own log DuckDB does nothing.
            session.begin();
            DuckDbSystemStore.write(session, "engine", "merged", Long.toString(System.currentTimeMillis()));
            session.commit();
            writeBy(session);
            groups.merged();
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e);
        }
    }

    private void writeBy(DuckDbSession session) throws SQLException {
        Runnable written = groups.checkpoint();
        session.execute(CHECKPOINT);
        written.run();
        names.sync();
    }
}
