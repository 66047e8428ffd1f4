package io.tributary.frontend.write;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.TemporalText;
import java.time.ZoneOffset;

/** The value of a {@code DATE'…'} or {@code TIMESTAMP'…'}. Mutable scratch. */
public final class MomentLiteral {
    private final TemporalText text = new TemporalText();
    private long micros;

    /**
     * Takes what stands between the quotes; false when it is none, or names an offset or a zone.
     *
     * @param kind DATE or DATETIME
     */
    public boolean parse(byte[] bytes, int offset, int length, ColumnType.Kind kind) {
        if (!text.parse(bytes, offset, length) || text.hasOffset()) {
            return false;
        }
        micros = text.epochMicros(ZoneOffset.UTC) + (text.roundUp ? 1 : 0);
        return micros <= CivilCalendar.MICROS_MAX
                && (kind == ColumnType.Kind.DATETIME || Math.floorMod(micros, CivilCalendar.MICROS_PER_DAY) == 0);
    }

    /** Microseconds since 1970-01-01 00:00:00 without zone. */
    public long micros() {
        return micros;
    }

    /** Digits of a second that stand there, at most 6. */
    public int fractionDigits() {
        return text.fractionDigits();
    }
}
