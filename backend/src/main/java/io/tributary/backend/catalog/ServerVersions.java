package io.tributary.backend.catalog;

import io.tributary.backend.catalog.turn.OwnDefinitions;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables of servers that somebody else has defined anew there. Until they are refreshed nothing new is stored in them, and what was
 * acknowledged waits: nobody knows whether it fits. Any thread; what asks a server blocks.
 */
public final class ServerVersions {
    private static final Logger log = LoggerFactory.getLogger(ServerVersions.class);

    private static final String GONE = "";

    private final TableEngine home;
    /** Versions as they were found, of tables that have another one here, by their ids. */
    private final Map<Long, String> changed = new ConcurrentHashMap<>();
    /** What the last {@link #look} found different for the first time: a node may lag behind others. */
    private final Map<Long, String> suspected = new ConcurrentHashMap<>();

    private final Set<Long> released = ConcurrentHashMap.newKeySet();

    private final OwnDefinitions own;

    /** @param own what this process changes on servers itself */
    ServerVersions(TableEngine home, OwnDefinitions own) {
        this.home = home;
        this.own = own;
    }

    /**
     * Looks at those of these tables that are on one server; to be called from time to time, for each by one thread. What is found
     * twice, while this process changes nothing there, is so.
     *
     * @param tables all there are now
     */
    public void look(TableEngine server, Supplier<? extends Collection<TableSchema>> tables) {
        Set<String> databases = tables.get().stream()
                .filter(table -> !AdoptedTable.version(table).isEmpty() && home.of(table.database()) == server)
                .map(TableSchema::database)
                .collect(Collectors.toSet());
        databases.forEach(database -> look(database, tables));
        Set<Long> known = tables.get().stream().map(TableSchema::tableId).collect(Collectors.toSet());
        List.of(changed.keySet(), suspected.keySet(), released).forEach(ids -> ids.retainAll(known));
    }

    private void look(String database, Supplier<? extends Collection<TableSchema>> all) {
        TableEngine engine = home.of(database);
        OptionalLong before = own.stamp(database);
        if (engine.refusal() != null || before.isEmpty()) {
            return;
        }
        List<TableSchema> tables = all.get().stream()
                .filter(table -> table.database().equals(database)
                        && !AdoptedTable.version(table).isEmpty())
                .toList();
        Map<String, String> found;
        try {
            found = engine.existingTables().versions(database);
        } catch (TributaryException e) {
            log.debug("tables of {} could not be looked at: {}", database, e.getMessage());
            return;
        }
        if (!own.stamp(database).equals(before)) {
            return;
        }
        for (TableSchema table : tables) {
            String now = found.getOrDefault(table.name(), GONE);
            long id = table.tableId();
            if (now.equals(AdoptedTable.version(table))) {
                suspected.remove(id);
                if (changed.remove(id) != null) {
                    log.info("event=table_as_before table={}.{}", table.database(), table.name());
                }
            } else if (now.equals(suspected.put(id, now)) && !released.contains(id)) {
                found(table, now);
            }
        }
    }

    private void found(TableSchema table, String now) {
        if (!now.equals(changed.put(table.tableId(), now))) {
            log.error(
                    "event=table_changed_on_server table={}.{} reason=\"{}\"",
                    table.database(),
                    table.name(),
                    reason(table, now));
        }
    }

    /**
     * Asks the server whether it has the table as it is known here. To be called where nobody changes it meanwhile.
     *
     * @throws TributaryException of its engine, or saying that it has not
     */
    void verify(TableSchema table) {
        if (AdoptedTable.version(table).isEmpty() || released.contains(table.tableId())) {
            return;
        }
        String now = home.of(table).existingTables().versions(table.database()).getOrDefault(table.name(), GONE);
        if (!now.equals(AdoptedTable.version(table))) {
            found(table, now);
            throw error(table, now);
        }
    }

    /** Why nothing new is stored in the table, or null. */
    @Nullable
    TributaryException refusal(TableSchema table) {
        String now = changed.get(table.tableId());
        return now == null ? null : error(table, now);
    }

    /** Why what was acknowledged waits, or null. */
    @Nullable
    TributaryException hold(TableSchema table) {
        TableEngine engine = home.of(table);
        if (engine.isLost()) {
            return engine.refusal();
        }
        return released.contains(table.tableId()) ? null : refusal(table);
    }

    private static TributaryException error(TableSchema table, String now) {
        return TributaryException.refused(ErrorCode.ENGINE, reason(table, now), "nothing was stored");
    }

    private static String reason(TableSchema table, String now) {
        String name = table.database() + "." + table.name();
        return "table " + name + " was " + (now.equals(GONE) ? "dropped" : "changed")
                + " on its server by somebody else: REFRESH DATABASE " + table.database() + " takes it as it is now";
    }

    /** The owner knows that it was changed: what was acknowledged is stored in what it is now, or goes into quarantine. */
    public void release(long tableId) {
        if (changed.containsKey(tableId)) {
            released.add(tableId);
        }
    }

    /** Runs what makes the table known as it is now; where that fails it is as it was. */
    <T> T refreshing(TableSchema table, Supplier<T> refresh) {
        try {
            T done = refresh.get();
            changed.remove(table.tableId());
            return done;
        } finally {
            released.remove(table.tableId());
        }
    }

    /** What is known of the table at the start is not what its server has. */
    void foundAtStart(TableSchema table, @Nullable String now) {
        found(table, now == null ? GONE : now);
    }
}
