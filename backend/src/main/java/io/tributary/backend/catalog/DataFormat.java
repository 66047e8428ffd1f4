package io.tributary.backend.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The version of everything that is kept in the engine and beside it: the system schema, definitions, labels, keys, the log's
 * records and the files of loads between two phases. A start stamps what it finds with its own version, and refuses a newer
 * one: it would drop what it does not know.
 *
 * <p>Whoever changes what is stored raises {@link #CURRENT}, reads all versions from {@link #OLDEST} on, and adds a golden
 * directory of the version before (CONTRIBUTING.md).
 */
final class DataFormat {
    /** The version of a store without a stamp. */
    static final int OLDEST = 1;

    /**
     * 2: the stamp. 3: labels have a table, ids of dropped tables are ranges. 4: the policy on_read, and its loads in the log. 5: CHECK,
     * to which a version that does not know it would hold no row, columns of TIME, partitions by the clock and the default partition.
     */
    static final int CURRENT = 5;

    private static final Logger log = LoggerFactory.getLogger(DataFormat.class);
    private static final String SPACE = "format";
    private static final String KEY = "version";

    private DataFormat() {}

    /**
     * Stamps the store with this version, before anything else of it is read or written.
     *
     * @throws TributaryException naming both versions if a newer one has written here
     */
    static void stamp(SystemStore store) {
        int found = store.get(SPACE, KEY).map(Integer::parseInt).orElse(OLDEST);
        if (found > CURRENT) {
            throw new TributaryException(
                    ErrorCode.ENGINE,
                    "the data directory has format " + found + ", this version of Tributary reads formats " + OLDEST
                            + " to " + CURRENT + " only: start it with the version that wrote it, or a later one");
        }
        if (found < CURRENT) {
            store.put(SPACE, KEY, Integer.toString(CURRENT));
            log.info("event=format_stamped from={} to={}", found, CURRENT);
        }
    }
}
