package io.tributary.engine.duckdb;

import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.file.CheckpointCopy;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DurableNames;
import io.tributary.engine.duckdb.store.DuckDbSystemStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.duckdb.DuckDBConnection;

/**
 * Writes what is in the engine's own log into its file. DuckDB does that in one of two ways, and decides by itself when it
 * begins ({@code DuckTransactionManager::Checkpoint}): while a snapshot is open that is older than the last commit, it leaves
 * row groups alone that are written, and commits into other tables than the one at hand go on; otherwise it merges small row groups and takes deleted rows out, and
 * every commit waits until it has ended. What it may write again in place is copied before ({@link CheckpointCopy}). Any thread, one
 * at a time.
 */
final class FileWriter {
    private static final String CHECKPOINT = "CHECKPOINT " + SqlName.quote(DuckDbSession.STORE);
    private static final String SNAPSHOT = "SELECT count(*) FROM " + DuckDbSystemStore.TABLE;

    /** Blocks of descriptions that have free parts: new descriptions go into those. */
    private static final String WRITTEN_IN_PLACE =
            "SELECT block_id FROM pragma_metadata_info('" + DuckDbSession.STORE + "') WHERE free_blocks > 0";

    private final DuckDBConnection root;
    private final DurableNames names;
    private final CheckpointCopy copy;
    private final SmallGroups groups;
    private final LongSupplier loans;

    /** @param loans how often a session was lent so far; -1 while one is, who may have a snapshot */
    FileWriter(DuckDbInstance instance, SmallGroups groups, LongSupplier loans) {
        root = instance.root();
        names = instance.names();
        copy = new CheckpointCopy(instance.files());
        this.groups = groups;
        this.loans = loans;
    }

    /** A commit waits for it only while it writes a table that is in that commit. */
    void write() {
        try (DuckDBConnection older = root.duplicate();
                DuckDBConnection connection = root.duplicate()) {
            // It is open until its connection is closed.
            DuckDbSession snapshot = new DuckDbSession(older);
            snapshot.begin();
            snapshot.number(SNAPSHOT);
            DuckDbSession session = new DuckDbSession(connection);
            // There has to be a commit behind the snapshot, if only of a read.
            session.begin();
            session.number(SNAPSHOT);
            session.commit();
            copy(session);
            writeBy(session);
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e);
        }
    }

    /**
     * And merges small row groups; every commit waits for it. Does nothing while somebody may have an older snapshot; if somebody
     * may get one until it begins, it may have been written beside commits, and counts as not merged.
     */
    void merge() {
        long before = loans.getAsLong();
        if (before < 0) {
            return;
        }
        try (DuckDBConnection connection = root.duplicate()) {
            DuckDbSession session = new DuckDbSession(connection);
            // With nothing in its own log DuckDB does nothing.
            session.begin();
            DuckDbSystemStore.write(session, "engine", "merged", Long.toString(System.currentTimeMillis()));
            session.commit();
            copy(session);
            boolean alone = loans.getAsLong() == before;
            writeBy(session);
            if (alone) {
                groups.merged();
            }
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e);
        }
    }

    /** Only a checkpoint changes what is copied, and there is one at a time. */
    private void copy(DuckDbSession session) throws SQLException {
        List<Long> blocks = new ArrayList<>();
        try (Statement statement = session.connection().createStatement();
                ResultSet rows = statement.executeQuery(WRITTEN_IN_PLACE)) {
            while (rows.next()) {
                blocks.add(rows.getLong(1));
            }
        }
        copy.write(blocks);
        names.sync();
    }

    private void writeBy(DuckDbSession session) throws SQLException {
        Runnable written = groups.checkpoint();
        session.execute(CHECKPOINT);
        written.run();
        names.sync();
    }
}
