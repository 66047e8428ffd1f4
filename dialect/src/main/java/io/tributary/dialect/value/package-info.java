/**
 * What MySQL 8 computes upon single values. An integer is a Long, or a BigInteger beyond 64 bits with sign; DECIMAL is a
 * BigDecimal of its type's scale, FLOAT and DOUBLE are Doubles, text and JSON Strings, bytes byte[], DATE is a LocalDate, DATETIME a
 * LocalDateTime of years 0 to 9999, TIME a Duration, NULL null. A zero date is none. Titles in quotes are pages of MySQL's manual.
 */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.value;
