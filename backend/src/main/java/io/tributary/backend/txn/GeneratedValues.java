package io.tributary.backend.txn;

import io.tributary.backend.catalog.AutoIncrementIds;
import java.time.InstantSource;

/**
 * Where values come from that a statement does not give.
 *
 * @param ids for AUTO_INCREMENT
 * @param clock for NOW() and DEFAULT CURRENT_TIMESTAMP of a statement that does not say when it began
 */
public record GeneratedValues(AutoIncrementIds ids, InstantSource clock) {}
