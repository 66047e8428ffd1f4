package io.tributary.bench;

/**
 * What a cell has beside its writers.
 *
 * @param rows that each table has before, 0 to {@value #ROWS_MAX}; the server makes them itself
 * @param queriesPerSecond that read all rows of the first table, 0 to {@value #QUERIES_MAX}
 */
public record SideLoad(long rows, int queriesPerSecond) {
    static final long ROWS_MAX = 1_000_000_000;
    static final int QUERIES_MAX = 1_000;

    public static final SideLoad NOTHING = new SideLoad(0, 0);

    public SideLoad {
        if (rows < 0 || rows > ROWS_MAX) {
            throw new IllegalArgumentException("--rows-before " + rows + ": allowed are 0 to " + ROWS_MAX);
        }
        if (queriesPerSecond < 0 || queriesPerSecond > QUERIES_MAX) {
            throw new IllegalArgumentException("--queries " + queriesPerSecond + ": allowed are 0 to " + QUERIES_MAX);
        }
    }
}
