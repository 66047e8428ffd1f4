package io.tributary.bench.load;

import io.tributary.bench.lineitem.LineItemChecksum;
import io.tributary.bench.measure.RowSums;
import io.tributary.cli.lineitem.LineItemRow;
import io.tributary.cli.lineitem.LineItems;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows of each statement, by the statement's number: made beforehand, always the same, and sent round and round. So
 * the measured cost of a client is the client's, and what was acknowledged can be added up without keeping it.
 */
final class StatementRows {
    /** The rows of all statements together: 200 statements of a hundred rows, 20 of a thousand. */
    static final int ROWS = 20_000;

    private final List<LineItemRow> rows;
    private final int perStatement;
    /** The sums by statement; made beforehand as well, so that adding up costs the measured time next to nothing. */
    private final List<RowSums> checksums;

    /** @param perStatement 1 to {@value #ROWS} */
    StatementRows(int perStatement) {
        this.perStatement = perStatement;
        this.rows = new LineItems(ROWS).next(ROWS);
        this.checksums = IntStream.range(0, count())
                .mapToObj(statement -> LineItemChecksum.of(of(statement)))
                .toList();
    }

    /** How many different statements there are. */
    int count() {
        return ROWS / perStatement;
    }

    /** Returns the rows of all statements, in their order. */
    List<LineItemRow> all() {
        return rows;
    }

    /** @param statement from 0 to {@link #count} - 1 */
    List<LineItemRow> of(int statement) {
        return rows.subList(statement * perStatement, (statement + 1) * perStatement);
    }

    /**
     * What all acknowledged rows add up to.
     *
     * @param acknowledged by statement, how often it was
     */
    RowSums checksum(long[] acknowledged) {
        return checksum(checksums, acknowledged);
    }

    static RowSums checksum(List<RowSums> ofStatements, long[] acknowledged) {
        RowSums sum = RowSums.none();
        for (int statement = 0; statement < acknowledged.length; statement++) {
            if (acknowledged[statement] > 0) {
                sum.add(ofStatements.get(statement), acknowledged[statement]);
            }
        }
        return sum;
    }
}
