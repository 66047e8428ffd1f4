package io.tributary.dialect.value;

import java.time.LocalDate;
import java.time.ZoneId;

/**
 * What a session's time zone and its statement's day give to texts with an offset and to times that become moments.
 *
 * @param today the date that MySQL puts before a TIME ("Conversion Between Date and Time Types")
 */
public record SessionClock(ZoneId zone, LocalDate today) {}
