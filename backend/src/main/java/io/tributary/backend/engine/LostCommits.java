package io.tributary.backend.engine;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.engine.port.TableEngine;
import java.util.List;

/** Gives a server back what a failover of it has lost: what was acknowledged is in the logs for a while. The server's keeper's thread. */
@FunctionalInterface
public interface LostCommits {
    /** What a process has whose logs are not open yet. */
    LostCommits NOT_YET = (where, opened, gaps) -> {
        if (!gaps.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.ENGINE_DOWN, "the server has gone back, and the logs are not open yet: " + gaps.get(0));
        }
    };

    /**
     * Stores what the server lacks, before anybody else uses it. Blocks.
     *
     * @param opened the server's tables, for this process alone
     * @param gaps may be empty: then it is only asked whether something else is missing
     * @throws LostEngineException where nobody can
     * @throws TributaryException where that has failed, maybe behind a part of it; to be called again
     */
    void giveBack(DatabaseEngine where, TableEngine opened, List<PositionGap> gaps);
}
