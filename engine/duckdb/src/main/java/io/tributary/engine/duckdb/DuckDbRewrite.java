package io.tributary.engine.duckdb;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableChange.Kept;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.rows.KeyedSql;
import io.tributary.engine.duckdb.rows.RowBlockStream;
import io.tributary.engine.duckdb.rows.RowView;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.duckdb.session.EngineTypes;
import io.tributary.engine.port.TableRewrite;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of a table beside it. It is made in a transaction whose snapshot is taken in the table's lane, and committed: a
 * copy that a process leaves behind is dropped when the engine is opened again.
 *
 * <p>Rows that were committed since come as they were written. Those of a table without a key are added; those of a table
 * with one may have been merged with what was there, so their keys are taken from the table, as it is by then.
 */
final class DuckDbRewrite implements TableRewrite {
    /** Longer than any name of MySQL's, so that no table of a user has such a name. */
    private static final String PREFIX =
            "$rewrite of a table that is being altered, dropped when the engine is opened: table ";

    private static final AtomicLong COPIES = new AtomicLong();
    private static final String CHANGED = "temp.main.tributary_changed";
    private static final Logger log = LoggerFactory.getLogger(DuckDbRewrite.class);

    private final DuckDbSessions sessions;
    private final BufferAllocator allocator;
    private final TableSchema before;
    private final TableChange change;
    /** Another for each: one may be there that is being dropped, or could not be. */
    private final String copyName;
    /** The session whose transaction has the table's snapshot, until it is copied. */
    private @Nullable DuckDbSession snapshot;

    private boolean copied;
    private boolean taken;

    private DuckDbRewrite(
            DuckDbSessions sessions,
            BufferAllocator allocator,
            TableSchema before,
            TableChange change,
            DuckDbSession snapshot) {
        this.sessions = sessions;
        this.allocator = allocator;
        this.before = before;
        this.change = change;
        copyName = DuckDbSession.table(
                before.database(), PREFIX + before.tableId() + ", copy " + COPIES.incrementAndGet());
        this.snapshot = snapshot;
    }

    /** Empty where the change is quick. */
    static Optional<TableRewrite> begin(
            DuckDbSessions sessions, BufferAllocator allocator, TableSchema before, TableChange change, long rowsMin) {
        if (!new TableAlteration(before, change).isRewrite()) {
            return Optional.empty();
        }
        DuckDbSession session = sessions.lend();
        boolean begun = false;
        try {
            session.begin();
            // The count takes the snapshot, too.
            begun = session.number("SELECT count(*) FROM " + DuckDbSession.table(before)) >= rowsMin;
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e, before.database());
        } finally {
            if (!begun) {
                sessions.discard(session);
            }
        }
        return begun ? Optional.of(new DuckDbRewrite(sessions, allocator, before, change, session)) : Optional.empty();
    }

    String database() {
        return before.database();
    }

    TableSchema rewritten() {
        return change.table();
    }

    @Override
    public void copy() {
        DuckDbSession session = snapshot;
        if (session == null) {
            throw new IllegalStateException("table " + before.name() + " was copied before");
        }
        long began = System.nanoTime();
        snapshot = null;
        boolean done = false;
        try {
            session.optimize(true);
            TableAlteration alteration = new TableAlteration(before, change);
            long rows = alteration.checkRows(session, DuckDbSession.table(before));
            session.execute("CREATE TABLE " + copyName + " AS SELECT " + alteration.selected(false) + " FROM "
                    + DuckDbSession.table(before));
            // The answer of the commit may be lost.
            copied = true;
            session.commit();
            done = true;
            log.info(
                    "event=table_copied table={}.{} rows={} millis={}",
                    before.database(),
                    before.name(),
                    rows,
                    (System.nanoTime() - began) / 1_000_000);
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e, before.database());
        } finally {
            if (done) {
                sessions.giveBack(session);
            } else {
                sessions.discard(session);
            }
        }
    }

    @Override
    public void catchUp(List<RowBlock> blocks) {
        if (blocks.isEmpty()) {
            return;
        }
        sessions.inTransaction(before.database(), session -> {
            session.optimize(true);
            RowView.read(
                    session,
                    allocator,
                    RowBlockStream.whole(allocator, before, blocks),
                    "CREATE OR REPLACE TEMP TABLE " + CHANGED + " AS SELECT " + named() + " FROM "
                            + RowView.QUALIFIED_NAME);
            add(session);
            session.execute("DROP TABLE " + CHANGED);
            return true;
        });
    }

    private void add(DuckDbSession session) throws SQLException {
        String rows = CHANGED;
        if (before.isKeyed()) {
            List<String> sameAsBefore = new ArrayList<>();
            List<String> sameAsAfter = new ArrayList<>();
            for (int position : before.keyPositions()) {
                Column is = before.columns().get(position);
                Column wanted = change.table().columns().get(change.origins().indexOf(new Kept(position)));
                String value = "new." + SqlName.quote(is.name());
                sameAsBefore.add("old." + SqlName.quote(is.name()) + " IS NOT DISTINCT FROM " + value);
                sameAsAfter.add("old." + SqlName.quote(wanted.name()) + " IS NOT DISTINCT FROM CAST(" + value + " AS "
                        + EngineTypes.ddl(wanted.type()) + ")");
            }
            session.execute("DELETE FROM " + copyName + " AS old USING " + CHANGED + " AS new WHERE "
                    + String.join(" AND ", sameAsAfter));
            rows = "(SELECT * FROM " + DuckDbSession.table(before) + " AS old WHERE EXISTS (SELECT 1 FROM " + CHANGED
                    + " AS new WHERE " + String.join(" AND ", sameAsBefore) + "))";
        }
        TableAlteration alteration = new TableAlteration(before, change);
        alteration.checkRows(session, rows);
        session.execute("INSERT INTO " + copyName + " SELECT " + alteration.selected(false) + " FROM " + rows);
    }

    /** The view's columns under the names that they have in the table. */
    private String named() {
        List<Column> columns = before.columns();
        return IntStream.range(0, columns.size())
                .mapToObj(i -> KeyedSql.typed(columns.get(i), i) + " AS "
                        + SqlName.quote(columns.get(i).name()))
                .collect(Collectors.joining(", "));
    }

    /** Puts the copy in the table's place, in a transaction of the table's lane. */
    void takeOver(DuckDbSession session) throws SQLException {
        session.execute("DROP TABLE " + DuckDbSession.table(before));
        session.execute("ALTER TABLE " + copyName + " RENAME TO "
                + SqlName.quote(change.table().name()));
    }

    /** It was committed: the copy is the table. */
    void takenOver() {
        taken = true;
    }

    @Override
    public void close() {
        DuckDbSession session = snapshot;
        snapshot = null;
        if (session != null) {
            sessions.discard(session);
        }
        if (!copied || taken) {
            return;
        }
        copied = false;
        try {
            sessions.inTransaction(dropping -> {
                dropping.execute("DROP TABLE IF EXISTS " + copyName);
                return true;
            });
        } catch (TributaryException e) {
            log.warn(
                    "event=table_copy_left table={}.{} error={}; it is dropped at the next start",
                    before.database(),
                    before.name(),
                    e.getMessage());
        }
    }

    /** Drops what processes have left behind that ended meanwhile. */
    static void dropAll(DuckDbSession session) throws SQLException {
        List<String> left = new ArrayList<>();
        try (Statement select = session.connection().createStatement();
                ResultSet rows = select.executeQuery("SELECT schema_name, table_name FROM duckdb_tables()"
                        + " WHERE database_name = '" + DuckDbSession.STORE + "' AND starts_with(table_name, '" + PREFIX
                        + "')")) {
            while (rows.next()) {
                left.add(DuckDbSession.table(rows.getString(1), rows.getString(2)));
            }
        }
        for (String table : left) {
            session.execute("DROP TABLE " + table);
            log.info("event=table_copy_dropped copy={}", table);
        }
    }
}
