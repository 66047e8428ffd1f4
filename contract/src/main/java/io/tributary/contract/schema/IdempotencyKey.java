package io.tributary.contract.schema;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a client names a load by, so that the load takes place once however often it is sent. It counts within one table.
 *
 * @param text the client's, 1 to {@link #BYTES_MAX} bytes of UTF-8
 * @param rowsDigest of the rows as the client gave them, see {@code RowDigest}: a repetition has the same
 * @param firstId the first number generated for an AUTO_INCREMENT column of the load, or 0; what a repetition is told
 */
public record IdempotencyKey(String text, long rowsDigest, long firstId) {
    /** The variable of a session, and what its refusals name. */
    public static final String VARIABLE = "idempotency_key";

    public static final int BYTES_MAX = 128;

    public IdempotencyKey {
        requireText(text);
    }

    /** @throws TributaryException WRONG_VALUE_FOR_VARIABLE if this can be no key */
    public static void requireText(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > BYTES_MAX) {
            throw new TributaryException(
                    ErrorCode.WRONG_VALUE_FOR_VARIABLE,
                    "Variable '" + VARIABLE + "' can't be set to the value of '" + text + "': it has " + bytes
                            + " bytes, 1 to " + BYTES_MAX + " are allowed");
        }
    }

    /** What a refusal says of a load with this key, or with none: an earlier attempt under the key may be committed. */
    public static String nothingStored(@Nullable IdempotencyKey key) {
        return key == null
                ? "nothing was stored"
                : "this attempt stored nothing, an earlier one with its " + VARIABLE + " may have";
    }

    public byte[] utf8() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
