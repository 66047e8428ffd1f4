package io.tributary.backend.batch;

import io.tributary.backend.engine.ReleasedPositions;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.ConditionalPosition;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the engine has each table of one log, as its owner knows it: what the next batch of a table expects. One entry a
 * table. Any thread; a table's batches come one after another.
 *
 * <p>This is neither the engine's own account, which it is compared with, nor {@code backend.engine.CommittedPositions}, which
 * only an engine has that can be opened again, while a tool commits by this on any.
 */
public final class LogPositions {
    private static final Logger log = LoggerFactory.getLogger(LogPositions.class);

    private final TableEngine engine;
    private final long logEpoch;
    private final Map<Long, Long> applied = new ConcurrentHashMap<>();
    /** Engines that did not answer: how far they have a table is asked before its first batch. */
    private final Set<TableEngine> silent = new HashSet<>();
    /** Tables of silent engines that have been asked about. */
    private final Set<Long> asked = ConcurrentHashMap.newKeySet();

    /** Where batches end that were begun by their label before the start. */
    private Map<Long, Long> begun = Map.of();

    /** Up to where the log has let go of loads, by table of a server. */
    private Map<Long, Long> released = Map.of();

    private LogPositions(TableEngine engine, long logEpoch) {
        this.engine = engine;
        this.logEpoch = logEpoch;
    }

    /** Asks the engine, which this process owns by now, and those for which it stands, as far as they answer; blocks. */
    public static LogPositions read(TableEngine engine, long logEpoch) {
        LogPositions positions = new LogPositions(engine, logEpoch);
        positions.ask(engine);
        positions.begun = Map.copyOf(BegunBatch.positions(engine.systemStore(), logEpoch));
        positions.released =
                ReleasedPositions.read(engine.systemStore(), logEpoch).positions();
        for (TableEngine other : engine.others()) {
            if (!other.keepsLoads()) {
                continue;
            }
            try {
                positions.ask(other);
            } catch (TributaryException e) {
                log.warn(
                        "event=positions_unknown engine={} reason={}",
                        other.traits().name(),
                        e.getMessage());
                positions.silent.add(other);
            }
        }
        return positions;
    }

    private void ask(TableEngine one) {
        // It is its owner before it is asked, so that nobody else moves them afterwards.
        long generation = one.systemStore().generation();
        Map<Long, Long> found = one.systemStore().appliedPositions(logEpoch);
        log.debug("event=positions_read engine={} generation={} tables={}", one, generation, found.size());
        applied.putAll(found);
    }

    /** Whether its engine did not say yet how far it has this table. */
    public boolean isUnknown(TableSchema table) {
        return !silent.isEmpty() && silent.contains(engine.keeperOf(table)) && !asked.contains(table.tableId());
    }

    /** Asks how far the engine has a table; blocks. */
    OptionalLong ask(TableSchema table) {
        SystemStore store = engine.keeperOf(table).systemStore();
        long generation = store.generation();
        OptionalLong position = store.appliedPosition(logEpoch, table.tableId());
        position.ifPresent(known -> committed(table.tableId(), known));
        log.debug("event=position_read table={} generation={} position={}", table.tableId(), generation, position);
        asked.add(table.tableId());
        return position;
    }

    public long logEpoch() {
        return logEpoch;
    }

    /** Returns the positions by table; tables without one are absent. */
    public Map<Long, Long> applied() {
        return Map.copyOf(applied);
    }

    /** How far the engine has a table, as far as its owner knows. */
    long of(TableSchema table) {
        return applied.getOrDefault(table.tableId(), ConditionalPosition.NONE);
    }

    /** Where batches end, by table, that were begun before the start and may be there: the replay ends one there, too. */
    public Map<Long, Long> begun() {
        return begun;
    }

    /**
     * Whether the log may have let go of a load, although it is not known to be committed: the engine has not said, or has lost it,
     * and somebody has given it up.
     */
    public boolean mayBeGone(TableSchema table, long position) {
        return isUnknown(table) || position <= released.getOrDefault(table.tableId(), 0L);
    }

    /** Whether a server has this table, and not the process's own engine. */
    public boolean isOfServer(TableSchema table) {
        return engine.keeperOf(table) != engine;
    }

    /** Leaves out those that the log has let go of: what a server had of them is noted. */
    public Map<Long, Long> withoutReleased(Map<Long, Long> had) {
        Map<Long, Long> left = new HashMap<>(had);
        left.entrySet().removeIf(each -> each.getValue() <= released.getOrDefault(each.getKey(), 0L));
        return left;
    }

    /** What the engine is to find when it commits the table's next batch. */
    ConditionalPosition next(TableSchema table, AppliedBatch batch) {
        return new ConditionalPosition(
                batch, of(table), engine.keeperOf(table).systemStore().generation());
    }

    /** The engine has said that it has the table so far. */
    void committed(long tableId, long position) {
        applied.merge(tableId, position, Math::max);
    }

    /** The table was dropped. */
    void forget(long tableId) {
        applied.remove(tableId);
    }
}
