package io.tributary.dialect.print;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.bind.BoundQuery;
import io.tributary.dialect.bind.Correlation;

/** The subqueries of one SELECT, each of which the engine makes a join of, within the one before. One thread, one SELECT. */
final class Subqueries {
    /** Planning takes half of a second from there on, and twice as long with every third more. */
    private static final int CORRELATED_MAX = 32;

    /** Planning takes a quarter of a second; some hundred joins within each other are more than the engine's stack has room for. */
    private static final int COUNT_MAX = 128;

    private int count;
    private int correlated;

    /** @throws TributaryException NOT_SUPPORTED of one too many */
    void add(BoundQuery query) {
        count++;
        if (Correlation.isCorrelated(query)) {
            correlated++;
        }
        check("subqueries", count, COUNT_MAX);
        check("correlated subqueries", correlated, CORRELATED_MAX);
    }

    private static void check(String what, int count, int most) {
        if (count > most) {
            throw TributaryException.notSupported("a SELECT of more than " + most + " " + what);
        }
    }
}
