package io.tributary.dialect.token;

import io.tributary.contract.error.TributaryException;

/** How large a statement may be, so that whoever goes through its tree needs no more than a thread's stack. */
public enum Limit {
    LENGTH(64 << 20, "characters in a statement that is computed"),
    TOKENS(200_000, "words in a statement that is computed"),
    /** How deep parentheses, subqueries, CASEs and NOTs nest. */
    DEPTH(128, "levels of parentheses, CASEs and NOTs"),
    /** {@code a + b + c} is a tree of that depth; AND and OR are not. */
    CHAIN(500, "operators or queries in a row without parentheses"),
    /** Planning takes a second for twice as many, in which the time grows with their square, and ends the process for 1,024. */
    GROUPING_SETS(128, "grouping sets in a GROUP BY");

    private final int most;
    private final String what;

    Limit(int most, String what) {
        this.most = most;
        this.what = what;
    }

    public int most() {
        return most;
    }

    public void check(long count) {
        if (count > most) {
            throw TributaryException.notSupported("more than " + most + " " + what);
        }
    }
}
