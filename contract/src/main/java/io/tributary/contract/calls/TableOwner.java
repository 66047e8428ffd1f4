package io.tributary.contract.calls;

/**
 * Which backend takes the writes of a table and holds its log.
 *
 * @param backend its number, from 0 on
 * @param generation of that backend among those that ever had its engine: a later start has a larger one; 0 where the
 *     backend does not tell
 */
public record TableOwner(int backend, long generation) {
    /** The number of the backend where there is one. */
    public static final int ONLY_BACKEND = 0;

    public static final TableOwner UNTOLD = new TableOwner(ONLY_BACKEND, 0);

    public TableOwner {
        if (backend < 0 || backend >= TransactionIds.BACKENDS_MAX) {
            throw new IllegalArgumentException(
                    "backend " + backend + " owns a table, must be 0 to " + (TransactionIds.BACKENDS_MAX - 1));
        }
    }
}
