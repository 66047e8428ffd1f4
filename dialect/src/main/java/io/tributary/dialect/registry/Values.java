package io.tributary.dialect.registry;

import io.tributary.dialect.value.NumberPrefix;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a function is computed from, each value of the class that its {@link Want} has. Whoever asks for one by its class knows it. */
final class Values {
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private final @Nullable Object[] all;

    Values(@Nullable Object[] all) {
        this.all = all;
    }

    int count() {
        return all.length;
    }

    /** Returns the same with another first one. */
    Values with(Object first) {
        @Nullable Object[] changed = all.clone();
        changed[0] = first;
        return new Values(changed);
    }

    boolean hasNull() {
        return Arrays.stream(all).anyMatch(Objects::isNull);
    }

    @Nullable
    Object get(int index) {
        return all[index];
    }

    Object known(int index) {
        return Objects.requireNonNull(all[index]);
    }

    /** Returns a text, or a number's digits. */
    String text(int index) {
        return known(index).toString();
    }

    /** Returns a text that may be left out. */
    String text(int index, String otherwise) {
        return index < all.length ? text(index) : otherwise;
    }

    /** Returns the texts from an index on. */
    List<@Nullable String> texts(int from) {
        return Collections.unmodifiableList(Arrays.asList(Arrays.copyOfRange(all, from, all.length, String[].class)));
    }

    /** Returns the values from an index on that are not NULL, all of one class. */
    <T> List<T> known(int from, Class<T> type) {
        return Arrays.stream(all, from, all.length)
                .filter(Objects::nonNull)
                .map(type::cast)
                .toList();
    }

    byte[] bytes(int index) {
        return (byte[]) known(index);
    }

    /** Returns a whole number, the nearest of 64 bits. */
    long whole(int index) {
        Object number = known(index);
        return number instanceof BigInteger big ? big.min(MOST).max(LEAST).longValue() : ((Number) number).longValue();
    }

    /** Returns a whole number that may be left out. */
    long whole(int index, long otherwise) {
        return index < all.length ? whole(index) : otherwise;
    }

    /** Returns the low 64 bits of a whole number; the largest where there are more. */
    long bits(int index) {
        return known(index) instanceof BigInteger big
                ? big.min(NumberPrefix.UNSIGNED_MAX).longValue()
                : whole(index);
    }

    double real(int index) {
        return (Double) known(index);
    }

    LocalDate day(int index) {
        return (LocalDate) known(index);
    }

    LocalDateTime moment(int index) {
        return (LocalDateTime) known(index);
    }

    Duration time(int index) {
        return (Duration) known(index);
    }
}
