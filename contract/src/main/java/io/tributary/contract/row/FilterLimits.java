package io.tributary.contract.row;

/**
 * How far a load goes on without its bad rows, which strict mode refuses to do at all.
 *
 * @param ratioMax the largest share of its rows that may be left out, 0 to 1: {@code insert_max_filter_ratio}
 * @param warningsMax of how many rows the reasons are kept: {@code max_error_count}
 */
public record FilterLimits(double ratioMax, int warningsMax) {
    public FilterLimits {
        if (!(ratioMax >= 0 && ratioMax <= 1) || warningsMax < 0) {
            throw new IllegalArgumentException("ratio " + ratioMax + " of 0 to 1, " + warningsMax + " warnings");
        }
    }
}
