package io.tributary.engine.port;

import java.util.List;
import java.util.Set;

/**
 * The rows in quarantine. They are written by the transaction that moves the position of their table past them ({@link
 * EngineTransaction#quarantine}). All methods block.
 */
public interface QuarantineStore {
    /** @param bytes of their JSON */
    record Size(long rows, long bytes) {}

    /**
     * Which rows are meant; nothing said means all.
     *
     * @param tableId 0: of any table
     * @param ids empty: any
     */
    record Filter(long tableId, Set<Long> ids) {
        public Filter {
            ids = Set.copyOf(ids);
        }
    }

    Size size();

    /** The first so many of these rows whose id is larger than {@code after}, by id. */
    List<QuarantinedRow> read(Filter filter, long after, int limit);

    /** The store of an engine that keeps no quarantined rows. */
    QuarantineStore NONE = new QuarantineStore() {
        @Override
        public Size size() {
            return new Size(0, 0);
        }

        @Override
        public List<QuarantinedRow> read(Filter filter, long after, int limit) {
            return List.of();
        }
    };
}
