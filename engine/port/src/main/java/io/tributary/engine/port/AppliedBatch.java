package io.tributary.engine.port;

/**
 * A shared batch that is in the engine: everything of its table up to its position of a log is.
 *
 * @param position in the log with this epoch
 * @param rows that it holds
 * @param committedMillis since 1970
 */
public record AppliedBatch(long tableId, long logEpoch, long position, long txnId, long rows, long committedMillis) {}
