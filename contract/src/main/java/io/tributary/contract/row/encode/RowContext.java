package io.tributary.contract.row.encode;

import io.tributary.contract.value.Decimal128;
import io.tributary.contract.value.NumberText;
import io.tributary.contract.value.TemporalText;
import io.tributary.contract.value.TextForm;
import java.time.ZoneId;

/** What the columns of one writer share: facts of the statement, and scratch space for their conversions. */
final class RowContext {
    long firstRowNumber = 1;
    int rowsEnded;
    /** Unknown until set. */
    long statementMicros = Long.MIN_VALUE;

    ZoneId zone = ZoneId.systemDefault();

    final NumberText number = new NumberText();
    final Decimal128 decimal = new Decimal128();
    final TemporalText temporal = new TemporalText();
    final TextForm text = new TextForm();

    /** The number of the row being written, as errors name it. */
    long rowNumber() {
        return firstRowNumber + rowsEnded;
    }
}
