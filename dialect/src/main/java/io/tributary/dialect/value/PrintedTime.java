package io.tributary.dialect.value;

import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.TextForm;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** Dates and times as MySQL prints them, with the fraction's digits of their type ("The DATE, DATETIME, and TIMESTAMP Types"). */
public final class PrintedTime {
    private PrintedTime() {}

    public static String of(LocalDate date) {
        TextForm form = new TextForm();
        form.setDate(date.getYear(), date.getMonthValue(), date.getDayOfMonth());
        return form.toString();
    }

    public static String of(LocalDateTime moment, int digits) {
        TextForm form = new TextForm();
        long day = moment.toLocalDate().toEpochDay();
        long micros = moment.toLocalTime().toNanoOfDay() / 1000;
        form.setEpochMicros(day * CivilCalendar.MICROS_PER_DAY + micros);
        return withDigits(form.toString(), digits);
    }

    public static String of(Duration time, int digits) {
        TextForm form = new TextForm();
        form.setTime(TimeSpan.micros(time));
        return withDigits(form.toString(), digits);
    }

    /** The form has all six digits of a fraction, or none where they are zeros. */
    private static String withDigits(String time, int digits) {
        int point = time.indexOf('.');
        String fraction = point < 0 ? ".000000" : time.substring(point);
        return (point < 0 ? time : time.substring(0, point)) + (digits == 0 ? "" : fraction.substring(0, digits + 1));
    }
}
