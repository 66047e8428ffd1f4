package io.tributary.dialect.value;

import io.tributary.contract.value.ZoneNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import org.jspecify.annotations.Nullable;

/** Moments of TIMESTAMP, seconds since 1970 and clocks of zones ("Date and Time Functions", "MySQL Server Time Zone Support"). */
public final class TimeZones {
    /** 3001-01-18 23:59:59, the last second that MySQL 8 knows in a zone. */
    private static final long SECOND_MAX = 32_536_771_199L;

    private static final int OFFSET_MINUTES_MIN = -(13 * 60 + 59);
    private static final int OFFSET_MINUTES_MAX = 14 * 60;

    private TimeZones() {}

    /** Returns the zone that a name or an offset from -13:59 to +14:00 stands for, or none. */
    public static @Nullable ZoneId find(String name) {
        ZoneId offset = offset(name);
        return offset != null
                ? offset
                : name.equalsIgnoreCase("SYSTEM") ? ZoneId.systemDefault() : ZoneNames.find(name);
    }

    static @Nullable ZoneId offset(String text) {
        int colon = text.indexOf(':');
        boolean signed = !text.isEmpty() && (text.charAt(0) == '+' || text.charAt(0) == '-');
        if (!signed
                || (colon != 2 && colon != 3)
                || text.length() != colon + 3
                || Characters.skipDigits(text, 1) != colon
                || Characters.skipDigits(text, colon + 1) != text.length()) {
            return null;
        }
        long minutes = Characters.number(text, 1, colon) * 60 + Characters.number(text, colon + 1, text.length());
        long offset = text.charAt(0) == '-' ? -minutes : minutes;
        boolean known = offset >= OFFSET_MINUTES_MIN && offset <= OFFSET_MINUTES_MAX && text.charAt(colon + 1) <= '5';
        return known ? ZoneOffset.ofTotalSeconds((int) offset * 60) : null;
    }

    /**
     * Returns the moment that a zone's clock shows: the first one where it is set back, and the one of the change for times that it
     * skips.
     */
    private static Instant instant(LocalDateTime moment, ZoneId zone) {
        ZoneOffsetTransition change =
                zone instanceof ZoneOffset ? null : zone.getRules().getTransition(moment);
        return change != null && change.isGap()
                ? change.getInstant()
                : moment.atZone(zone).toInstant();
    }

    /** Returns CONVERT_TZ: a moment that TIMESTAMP does not have stays as it is. */
    public static LocalDateTime convert(LocalDateTime moment, ZoneId from, ZoneId to) {
        Instant instant = instant(moment, from);
        return isTimestamp(instant) ? LocalDateTime.ofInstant(instant, to) : moment;
    }

    /** Returns what a clock in one zone shows, when one in the other shows the moment; none beyond DATETIME's years. */
    static @Nullable LocalDateTime shown(LocalDateTime moment, ZoneId from, ZoneId to) {
        LocalDateTime shown = LocalDateTime.ofInstant(instant(moment, from), to);
        return shown.getYear() < 0 || shown.getYear() > DayNumber.YEAR_MAX ? null : shown;
    }

    private static boolean isTimestamp(Instant instant) {
        return instant.getEpochSecond() > 0 && instant.getEpochSecond() <= SECOND_MAX;
    }

    /**
     * Returns UNIX_TIMESTAMP: 0 before 1970 and from 3001-01-19 on.
     *
     * @param digits of the moment's fraction, which are those of the result
     */
    public static BigDecimal unixTimestamp(LocalDateTime moment, ZoneId zone, int digits) {
        Instant instant = instant(moment, zone);
        boolean known = instant.getEpochSecond() >= 0 && instant.getEpochSecond() <= SECOND_MAX;
        long micros = known ? instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000 : 0;
        return BigDecimal.valueOf(micros, 6).setScale(digits, RoundingMode.DOWN);
    }

    /** Returns FROM_UNIXTIME, the fraction rounded to microseconds; none before 1970 and from 3001-01-19 on. */
    public static @Nullable LocalDateTime fromUnixTime(BigDecimal seconds, ZoneId zone) {
        if (seconds.signum() < 0 || seconds.compareTo(BigDecimal.valueOf(SECOND_MAX + 1)) >= 0) {
            return null;
        }
        long micros =
                seconds.movePointRight(6).setScale(0, RoundingMode.HALF_UP).longValue();
        return micros / 1_000_000 > SECOND_MAX
                ? null
                : LocalDateTime.ofInstant(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), zone);
    }
}
