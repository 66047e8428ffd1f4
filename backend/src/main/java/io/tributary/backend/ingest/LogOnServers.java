package io.tributary.backend.ingest;

import io.tributary.backend.batch.LogPositions;
import io.tributary.backend.engine.LostEngineException;
import io.tributary.backend.engine.PositionGap;
import io.tributary.backend.record.LostBatches;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A log as far as it holds loads of tables that servers have. Any thread. */
public final class LogOnServers {
    private final IngestParts parts;
    private final LogPositions positions;
    private final LostBatches lost;

    LogOnServers(IngestParts parts, LogPositions positions, LostBatches lost) {
        this.parts = parts;
        this.positions = positions;
        this.lost = lost;
    }

    /** How far each of these tables is known to be on its server. */
    Map<Long, Long> positions() {
        TableEngine home = parts.engine();
        Map<Long, Long> known = new HashMap<>();
        positions.applied().forEach((tableId, position) -> {
            TableSchema table = parts.tables().table(tableId);
            if (table != null && home.keeperOf(table) != home) {
                known.put(tableId, position);
            }
        });
        return known;
    }

    /**
     * Commits what a server has lost of these logs. Blocks.
     *
     * @param agents of the logs
     * @param opened the server's tables, for the caller alone
     * @throws LostEngineException where they do not hold it
     */
    public static void giveBack(List<IngestAgent> agents, TableEngine opened, List<PositionGap> gaps) {
        Map<Long, List<PositionGap>> byLog = gaps.stream().collect(Collectors.groupingBy(PositionGap::logEpoch));
        byLog.forEach((epoch, ofLog) -> {
            IngestAgent agent = agents.stream()
                    .filter(each -> each.epoch() == epoch)
                    .findFirst()
                    .orElseThrow(() -> new LostEngineException(
                            "the server has gone back: " + ofLog.get(0) + ", which this process has not"));
            LogOnServers log = agent.onServers();
            log.lost.giveBack(log.parts.engine().systemStore(), opened, ofLog);
        });
    }
}
