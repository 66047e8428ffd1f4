package io.tributary.backend.record;

import io.tributary.backend.batch.LogPositions;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.engine.LostEngineException;
import io.tributary.backend.engine.PositionGap;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A log as far as it holds loads of tables that servers have. Any thread. */
public final class LogOnServers {
    private final TableEngine home;
    private final TableLookup tables;
    private final LogPositions positions;
    private final LostBatches lost;
    private final Map<Long, Long> outdated;

    /**
     * @param home the process's own engine
     * @param outdated see {@link LogReplay#outdated}
     */
    public LogOnServers(
            TableEngine home, TableLookup tables, LogPositions positions, LostBatches lost, Map<Long, Long> outdated) {
        this.home = home;
        this.tables = tables;
        this.positions = positions;
        this.lost = lost;
        this.outdated = Map.copyOf(outdated);
    }

    public long logEpoch() {
        return positions.logEpoch();
    }

    /** What no log can give a server of tables that have another definition by now: how far each must be there. */
    public Map<Long, Long> outdated() {
        return outdated;
    }

    /** How far each of these tables is known to be on its server. */
    public Map<Long, Long> positions() {
        Map<Long, Long> known = new HashMap<>();
        positions.applied().forEach((tableId, position) -> {
            TableSchema table = tables.table(tableId);
            if (table != null && positions.isOfServer(table)) {
                known.put(tableId, position);
            }
        });
        return known;
    }

    /**
     * Commits what a server has lost of these logs. Blocks.
     *
     * @param opened the server's tables, for the caller alone
     * @throws LostEngineException where they do not hold it
     */
    public static void giveBack(Collection<LogOnServers> logs, TableEngine opened, List<PositionGap> gaps) {
        Map<Long, List<PositionGap>> byLog = gaps.stream().collect(Collectors.groupingBy(PositionGap::logEpoch));
        byLog.forEach((epoch, ofLog) -> {
            LogOnServers log = logs.stream()
                    .filter(each -> each.positions.logEpoch() == epoch)
                    .findFirst()
                    .orElseThrow(() -> new LostEngineException(
                            "the server has gone back: " + ofLog.get(0) + ", which this process has not"));
            log.lost.giveBack(log.home.systemStore(), opened, ofLog);
        });
    }
}
