package io.tributary.backend.keys;

import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.port.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/** The 128 bits by which an idempotency key of a table is known. One thread at a time. */
final class KeyIds {
    private final MessageDigest sha256 = Sha256.digest();
    private final ByteBuffer table = ByteBuffer.allocate(Long.BYTES);

    TableKeys.Id of(long tableId, IdempotencyKey key) {
        sha256.update(table.putLong(0, tableId).array());
        ByteBuffer hash = ByteBuffer.wrap(sha256.digest(key.utf8()));
        return new TableKeys.Id(hash.getLong(), hash.getLong());
    }
}
