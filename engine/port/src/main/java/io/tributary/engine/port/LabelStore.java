package io.tributary.engine.port;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * The labels of committed loads, each written by the transaction that holds its load's rows ({@link
 * EngineTransaction#putLabel}). A label that was used again after its time stands there once for each use. Who knows the
 * time of a use finds it without looking at others, see {@link #find}. All methods block.
 */
public interface LabelStore {
    /**
     * A use of a label.
     *
     * @param name database, a dot, the label
     * @param committedMillis since 1970
     */
    record UsedLabel(String name, long txnId, long committedMillis) {}

    /** Told of each use, in no order. */
    interface Reader {
        /** @param hash see {@link LabelStore#hash} */
        void used(long hash, long committedMillis);
    }

    /**
     * Takes over, some at a time, the labels that former versions kept elsewhere. To be called before anything else here, by a
     * start whose version is stamped on the data already: those would not look here. Returns how many.
     */
    long moveFormer();

    /** How many uses are kept. */
    long count();

    /** Every use that is committed by now. */
    void read(Reader reader);

    /** The last use in this time, both ends included; looks at what was used about then and at nothing else. */
    Optional<UsedLabel> find(String name, long fromMillis, long untilMillis);

    /**
     * Forgets in one transaction what was used at this time or before.
     *
     * @param except names that stay
     * @return how many uses are forgotten
     */
    long removeUntil(long millis, Set<String> except);

    /** 60 bits of the name's SHA-256, the same for ever: they are stored. */
    static long hash(String name) {
        byte[] digest = Sha256.digest().digest(name.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(digest).getLong() >>> 4;
    }
}
