package io.tributary.engine.mysql.store;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.mysql.session.SqlName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sequences of rows that were deleted by their sign, a table of Tributary's own database for each table with a sequence column: one
 * for all would have the gaps between its keys locked by commits of different tables, which then wait for each other. A key is the
 * SHA-256 of its columns' values, so that a change of the table's columns leaves it as it is. Any thread.
 */
public final class Tombstones {
    private static final Logger log = LoggerFactory.getLogger(Tombstones.class);
    private static final String PREFIX = "tombstones_";
    private static final String LIST = "SELECT table_name FROM information_schema.tables WHERE table_schema = '"
            + StoreTables.DATABASE + "' AND table_name LIKE 'tombstones\\_%'";

    private final ServerConnections connections;
    private final boolean mariaDb;
    private final Set<Long> there = ConcurrentHashMap.newKeySet();

    /** @param mariaDb whether the server is one: others keep what they once counted */
    public Tombstones(ServerConnections connections, boolean mariaDb) {
        this.connections = connections;
        this.mariaDb = mariaDb;
    }

    /** Returns the name of the table that has those of another, quoted. */
    public static String name(TableSchema table) {
        return SqlName.of(StoreTables.DATABASE, PREFIX + table.tableId());
    }

    /** A table that is about to be made has none: what is there is of one that had its id before, in another data directory. */
    public void renew(TableSchema table) {
        connections.define("DROP TABLE IF EXISTS " + name(table));
        there.remove(table.tableId());
        require(table);
    }

    /** Makes the table where it is not known to be there. Blocks, on a connection of its own. */
    public void require(TableSchema table) {
        if (there.contains(table.tableId())) {
            return;
        }
        connections.define("CREATE TABLE IF NOT EXISTS " + name(table)
                + " (`key` BINARY(32) NOT NULL PRIMARY KEY, `sequence` DECIMAL(39,0) NULL) ENGINE=InnoDB");
        there.add(table.tableId());
    }

    /** How many there are, as the server estimates. Blocks. */
    public long count() {
        return Sql.on(connections, sql -> {
            if (!mariaDb) {
                sql.update("SET information_schema_stats_expiry = 0");
            }
            return sql.number(
                    "SELECT COALESCE(SUM(table_rows), 0) FROM information_schema.tables WHERE table_schema = '"
                            + StoreTables.DATABASE + "' AND table_name LIKE 'tombstones\\_%'");
        });
    }

    /** Forgets those of tables that were dropped; returns of how many. What a transaction that is open holds stays. Blocks. */
    public long forget(LongPredicate dropped) {
        List<String> names = Sql.on(
                connections,
                sql -> sql.query(LIST, rows -> {
                    List<String> all = new ArrayList<>();
                    while (rows.next()) {
                        all.add(rows.getString(1));
                    }
                    return all;
                }));
        long gone = 0;
        for (String name : names) {
            long id = Long.parseLong(name.substring(PREFIX.length()));
            if (!dropped.test(id)) {
                continue;
            }
            try {
                connections.define("DROP TABLE IF EXISTS " + SqlName.of(StoreTables.DATABASE, name));
                there.remove(id);
                gone++;
            } catch (TributaryException e) {
                log.info("event=tombstones_kept table_id={} error={}", id, e.getMessage());
            }
        }
        return gone;
    }
}
