package io.tributary.contract.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class CivilCalendarTest {
    @Test
    void everyDayOfTheCalendarIsThatOfJavaTime() {
        LocalDate first = LocalDate.of(0, 1, 1);
        LocalDate last = LocalDate.of(9999, 12, 31);
        assertThat(first.toEpochDay()).isEqualTo(CivilCalendar.DAY_MIN);
        assertThat(last.toEpochDay()).isEqualTo(CivilCalendar.DAY_MAX);

        for (LocalDate date = first; !date.isAfter(last); date = date.plusDays(1)) {
            int year = date.getYear();
            int month = date.getMonthValue();
            int day = date.getDayOfMonth();
            if (CivilCalendar.epochDay(year, month, day) != date.toEpochDay()
                    || CivilCalendar.yearMonthDay((int) date.toEpochDay()) != year * 10_000 + month * 100 + day) {
                throw new AssertionError("wrong day: " + date);
            }
        }
    }

    @Test
    void daysThatDoNotExistAreRefused() {
        for (int year : new int[] {0, 1, 4, 100, 400, 1900, 1999, 2000, 2023, 2024, 9999}) {
            for (int month = -1; month <= 14; month++) {
                for (int day = -1; day <= 33; day++) {
                    assertThat(CivilCalendar.isDate(year, month, day)).isEqualTo(exists(year, month, day));
                }
            }
        }
        assertThat(CivilCalendar.isDate(-1, 1, 1)).isFalse();
        assertThat(CivilCalendar.isDate(10_000, 1, 1)).isFalse();
    }

    private static boolean exists(int year, int month, int day) {
        try {
            LocalDate.of(year, month, day);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
