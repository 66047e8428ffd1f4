package io.tributary.backend.catalog;

import io.tributary.contract.schema.TableSchema;
import java.util.function.LongSupplier;

/**
 * Versions for tables that are altered: how often, in the lower bits, and by chance in the upper ones. So (but for one chance in
 * two million for each time it was altered) a table that was altered after a backup, and otherwise after that was restored, has
 * not the same version for two shapes: rows and statements that a frontend prepared for one of them are refused for the
 * other. Versions are compared, and not ordered. Any thread, if the random source is for any.
 */
final class SchemaVersions {
    /** The lower bits, which count: versions of a table differ for sure until the count comes round. */
    static final int COUNT_BITS = TableSchema.VERSION_COUNT_BITS;

    private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;

    private final LongSupplier random;

    /** @param random any 64 bits; always 0 where versions are to be counted */
    SchemaVersions(LongSupplier random) {
        this.random = random;
    }

    /** Returns the next version of a table that has this one; never negative. */
    int after(int version) {
        int count = (version + 1) & COUNT_MASK;
        return (((int) random.getAsLong() << COUNT_BITS) & Integer.MAX_VALUE) | count;
    }
}
