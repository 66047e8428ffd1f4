package io.tributary.contract.row.encode;

import io.tributary.contract.value.CivilCalendar;

/**
 * Dates and times as the numbers of their digits: 20240131102030.5. A whole number is that of the nearest second, which may be
 * the next day's.
 */
final class MomentNumber {
    private static final long SECOND = CivilCalendar.MICROS_PER_SECOND;

    private MomentNumber() {}

    static void dateTime(
            ColumnEncoder column, int year, int month, int day, int hour, int minute, int second, int micros) {
        if (micros != 0 && isWhole(column)) {
            column.putEpochMicros(
                    nearestSecond(CivilCalendar.epochMicros(year, month, day, hour, minute, second, micros)), 0);
            return;
        }
        long date = year * 10_000L + month * 100L + day;
        put(column, date * 1_000_000L + hour * 10_000L + minute * 100L + second, micros, 1);
    }

    /** @param micros of a signed span */
    static void time(ColumnEncoder column, long micros) {
        long span = isWhole(column) ? nearestSecond(Math.abs(micros)) : Math.abs(micros);
        long seconds = span / SECOND;
        long digits = seconds / 3600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60;
        put(column, digits, (int) (span % SECOND), micros < 0 ? -1 : 1);
    }

    private static void put(ColumnEncoder column, long digits, int micros, int sign) {
        if (micros == 0) {
            column.putLong(sign * digits);
            return;
        }
        // Fourteen digits and six are 67 bits.
        long high = Math.multiplyHigh(sign * digits, SECOND);
        long low = sign * digits * SECOND;
        long added = sign * (long) micros;
        long sum = low + added;
        long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
        column.putDecimal(high + (added >> 63) + carry, sum, 6);
    }

    private static boolean isWhole(ColumnEncoder encoder) {
        return switch (encoder.column.type().kind()) {
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT -> true;
            default -> false;
        };
    }

    private static long nearestSecond(long micros) {
        return Math.floorDiv(micros + SECOND / 2, SECOND) * SECOND;
    }
}
