package io.tributary.frontend.write;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowDigest;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.FirstWord;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.planner.GroupCommitDecision;
import io.tributary.planner.plan.FallbackReason;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.session.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What an idempotency key asks of an INSERT: that its rows enter group commit, and a digest by which a repetition is told
 * from other rows. Event loop of the connection.
 */
public final class KeyedLoads {
    /** What a text begins with that can be a load: it takes the session's key whatever becomes of it. */
    public static final List<String> BEGINNINGS = List.of("INSERT", "REPLACE", "LOAD", "EXECUTE");

    /** Those of the beginnings that can be prepared; clients send the others as text after all. */
    public static final List<String> PREPARABLE = List.of("INSERT", "REPLACE");

    private final Session session;
    private final ConnectionLoop loop;

    KeyedLoads(Session session, ConnectionLoop loop) {
        this.session = session;
        this.loop = loop;
    }

    /** The session's key, which it has no longer, for a text that begins with one of these words; empty for others. */
    public static String takeKey(Session session, byte[] sql, int from, int to, SqlMode mode, List<String> beginnings) {
        String key = session.variables().takeIdempotencyKey();
        if (key.isEmpty() || FirstWord.isAny(sql, from, to, mode, beginnings)) {
            return key;
        }
        session.variables().giveBackIdempotencyKey(key);
        return "";
    }

    /** Whether drivers answer this refusal of PREPARE by sending the same statement as text, which then takes the key. */
    public static boolean isSentAsTextInstead(Throwable refusal) {
        return refusal instanceof TributaryException error
                && (error.code() == ErrorCode.TOO_MANY_PLACEHOLDERS
                        || error.code() == ErrorCode.TOO_MANY_PREPARED_STATEMENTS
                        || error.code() == ErrorCode.UNSUPPORTED_PREPARED);
    }

    /** The key of a statement: its hint's, or else the one taken from the session; empty for most. */
    static String keyOf(InsertPlan plan, String ofSession) {
        String hint = plan.hint().idempotencyKey();
        return hint.isEmpty() ? ofSession : hint;
    }

    /** @throws TributaryException NOT_SUPPORTED for a load that is no load of group commit by itself */
    void requireGrouped(GroupCommitDecision decision) {
        FallbackReason reason = decision.reason();
        if (reason != null) {
            throw unsupported("outside of group commit: " + reason);
        }
        if (!session.variables().autocommit()) {
            throw unsupported("that waits for COMMIT: autocommit is off");
        }
    }

    public static TributaryException unsupported(String ofALoad) {
        return TributaryException.notSupported(
                IdempotencyKey.VARIABLE + " of a load " + ofALoad,
                "; this attempt stored nothing, an earlier one with the key may have. A key needs "
                        + GroupCommitMode.SYNC_MODE.text() + " or "
                        + GroupCommitMode.ASYNC_MODE.text()
                        + ", autocommit, and values that are literals or parameters");
    }

    /** Returns a digest of rows as the client gave them: before numbers are generated. A long one is taken off the loop. */
    CompletableFuture<Long> digest(TableSchema table, InsertRows rows) {
        int[] positions = rows.plan().columns().toArray();
        long bytes = rows.blocks().stream().mapToLong(RowBlock::length).sum();
        return bytes <= ConnectionLoop.BYTES_MAX
                ? CompletableFuture.completedFuture(RowDigest.of(table, positions, rows.blocks()))
                : loop.offLoop(() -> RowDigest.of(table, positions, rows.blocks()));
    }
}
