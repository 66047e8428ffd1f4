package io.tributary.contract.row.encode;

import io.tributary.contract.value.Decimal128;
import io.tributary.contract.value.NumberText;
import io.tributary.contract.value.TemporalText;
import io.tributary.contract.value.TextForm;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/** What the columns of one writer share: facts of the statement, and scratch space for their conversions. */
final class RowContext {
    long firstRowNumber = 1;
    int rowsEnded;
    /** Unknown until set. */
    long statementMicros = Long.MIN_VALUE;

    ZoneId zone = ZoneId.systemDefault();

    /** Columns in which a number means the member of that place. */
    Set<String> members = Set.of();

    final NumberText number = new NumberText();
    final Decimal128 decimal = new Decimal128();
    final TemporalText temporal = new TemporalText();
    final TextForm text = new TextForm();

    /** Whether a number as written in SQL is an exact one below 0. */
    boolean isNegativeDecimal(byte[] bytes, int offset, int length) {
        return length > 0 && bytes[offset] == '-' && number.scan(bytes, offset, length) && number.isNegativeDecimal();
    }

    /** When the statement began, or else now, in microseconds since 1970 on the clock of the session's zone. */
    long localMicros() {
        if (statementMicros != Long.MIN_VALUE) {
            return statementMicros;
        }
        LocalDateTime now = LocalDateTime.now(zone);
        return ChronoUnit.MICROS.between(LocalDate.EPOCH.atStartOfDay(), now);
    }

    /** The number of the row being written, as errors name it. */
    long rowNumber() {
        return firstRowNumber + rowsEnded;
    }
}
