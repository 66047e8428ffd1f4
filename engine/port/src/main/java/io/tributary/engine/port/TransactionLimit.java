package io.tributary.engine.port;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import org.jspecify.annotations.Nullable;

/**
 * How much one transaction of an engine may bring: batches are cut so that each stays below, and what is alone too large is refused
 * before it is acknowledged. Immutable.
 *
 * @param name of the setting that limits it, with its value, as errors say it
 * @param bytesMax encoded bytes of rows, and {@value #ROW_BYTES} for each
 * @param rowsMax rows
 * @param rowBytesMax bytes of one row as it stands in a statement
 */
public record TransactionLimit(String name, long bytesMax, long rowsMax, long rowBytesMax) {
    /** There is none. */
    public static final TransactionLimit NONE = new TransactionLimit("", Long.MAX_VALUE, Long.MAX_VALUE);

    /** One that rows of any size are below. */
    public TransactionLimit(String name, long bytesMax, long rowsMax) {
        this(name, bytesMax, rowsMax, Long.MAX_VALUE);
    }

    public TransactionLimit withRowBytes(long most) {
        return new TransactionLimit(name, bytesMax, rowsMax, most);
    }

    /** What a row costs beside its values: a key for its certification, the head of its change. */
    public static final int ROW_BYTES = 32;

    public boolean takes(long bytes, long rows) {
        return rows <= rowsMax && bytes <= bytesMax - rows * ROW_BYTES;
    }

    /** Returns why so much is too much for one transaction, or null if it is not. */
    public @Nullable TributaryException refusal(long bytes, long rows) {
        return takes(bytes, rows)
                ? null
                : new TributaryException(
                        ErrorCode.TRANSACTION_TOO_LARGE,
                        rows + " rows of " + bytes
                                + " bytes are more than a transaction of the table's server may have: "
                                + name + ", so at most " + rowsMax + " rows, and " + bytesMax + " bytes with "
                                + ROW_BYTES + " for each row; nothing was stored, load fewer rows at once");
    }
}
