package io.tributary.contract.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.testing.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTextTest {
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(127);

    private final NumberText number = new NumberText();
    private final Decimal128 result = new Decimal128();

    @Test
    void randomNumbersAreScaledAsByBigDecimal() {
        Seeds.check(NumberTextTest.class, 4, random -> {
            for (int round = 0; round < 25_000; round++) {
                String text = randomNumber(random);
                int scale = random.nextInt(39);
                BigInteger expected = new BigDecimal(text)
                        .setScale(scale, RoundingMode.HALF_UP)
                        .unscaledValue();
                // It stands in the middle of other digits, which must not be read.
                int from = random.nextInt(12);
                byte[] bytes = ("9".repeat(from) + text + "9".repeat(9)).getBytes(StandardCharsets.US_ASCII);

                assertThat(number.scan(bytes, from, text.length())).isTrue();
                boolean fits = number.toScaled(scale, result) && result.fitsInt128();
                if (fits != (expected.abs().compareTo(LIMIT) < 0) || (fits && !value().equals(expected))) {
                    throw new AssertionError(text + " to scale " + scale + ": " + fits + " " + value());
                }
                long simple = NumberText.simple(bytes, from, from + text.length(), scale);
                if (simple != NumberText.NOT_SIMPLE
                        && !BigInteger.valueOf(simple).equals(expected)) {
                    throw new AssertionError(text + " to scale " + scale + ": " + simple);
                }
            }
        });
    }

    @Test
    void randomNumbersBecomeTheDoublesOfTheJdk() {
        Seeds.check(NumberTextTest.class, 4, random -> {
            for (int round = 0; round < 25_000; round++) {
                String text = randomNumber(random);
                byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

                assertThat(number.scan(bytes, 0, bytes.length)).isTrue();
                if (number.toDouble() != Double.parseDouble(text)) {
                    throw new AssertionError(text + ": " + number.toDouble());
                }
            }
        });
    }

    @Test
    void aDecimalMovesBetweenScalesAsBigDecimal() {
        Seeds.check(NumberTextTest.class, 4, random -> {
            for (int round = 0; round < 25_000; round++) {
                BigInteger unscaled = new BigInteger(random.nextInt(128), random);
                BigInteger signed = random.nextBoolean() ? unscaled : unscaled.negate();
                int from = random.nextInt(39);
                int to = random.nextInt(39);
                BigInteger expected = new BigDecimal(signed, from)
                        .setScale(to, RoundingMode.HALF_UP)
                        .unscaledValue();

                result.set(signed.shiftRight(64).longValue(), signed.longValue());
                boolean fits = result.rescale(from, to) && result.fitsInt128();

                if (fits != (expected.abs().compareTo(LIMIT) < 0) || (fits && !value().equals(expected))) {
                    throw new AssertionError(
                            signed + " from scale " + from + " to " + to + ": " + fits + " " + value());
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "-", "+", ".", "-.", "e5", "1e", "1e+", "1.2.3", "1 2", "12abc", "0x10", "1d", "NaN"})
    void whatIsNoNumberIsRefused(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

        assertThat(number.scan(bytes, 0, bytes.length)).isFalse();
        assertThat(NumberText.simple(bytes, 0, bytes.length, 4)).isEqualTo(NumberText.NOT_SIMPLE);
    }

    @Test
    void aVastExponentIsTooLargeOrZeroAndCostsNothing() {
        byte[] large = "1e999999999999".getBytes(StandardCharsets.US_ASCII);
        assertThat(number.scan(large, 0, large.length)).isTrue();
        assertThat(number.toScaled(0, result)).isFalse();

        byte[] small = "123e-999999999999".getBytes(StandardCharsets.US_ASCII);
        assertThat(number.scan(small, 0, small.length)).isTrue();
        assertThat(number.toScaled(38, result)).isTrue();
        assertThat(value()).isZero();

        byte[] zero = "0e999999999999".getBytes(StandardCharsets.US_ASCII);
        assertThat(number.scan(zero, 0, zero.length)).isTrue();
        assertThat(number.toScaled(0, result)).isTrue();
        assertThat(value()).isZero();
    }

    private BigInteger value() {
        return BigInteger.valueOf(result.signedHigh())
                .shiftLeft(64)
                .add(new BigInteger(Long.toUnsignedString(result.signedLow())));
    }

    private static String randomNumber(Random random) {
        StringBuilder text = new StringBuilder();
        text.append(random.nextInt(3) == 0 ? "-" : random.nextInt(8) == 0 ? "+" : "");
        int whole = random.nextInt(random.nextBoolean() ? 6 : 42);
        int fraction = random.nextInt(random.nextBoolean() ? 4 : 45);
        if (whole + fraction == 0) {
            whole = 1;
        }
        digits(random, whole, text);
        if (fraction > 0) {
            text.append('.');
            digits(random, fraction, text);
        }
        if (random.nextInt(4) == 0) {
            text.append(random.nextBoolean() ? 'e' : 'E').append(random.nextInt(121) - 60);
        }
        return text.toString();
    }

    private static void digits(Random random, int count, StringBuilder text) {
        boolean few = random.nextInt(3) == 0;
        for (int i = 0; i < count; i++) {
            text.append((char) ('0' + (few ? random.nextInt(2) * 9 : random.nextInt(10))));
        }
    }
}
