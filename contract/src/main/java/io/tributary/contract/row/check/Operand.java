package io.tributary.contract.row.check;

import io.tributary.contract.schema.Check.Domain;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** One side of a comparison, in a row. What is asked of it must be of its domain. */
abstract class Operand {
    final Domain domain;

    Operand(Domain domain) {
        this.domain = domain;
    }

    abstract boolean isNull(int row);

    /** Digits of the fraction of {@link #whole}. */
    int scale() {
        return 0;
    }

    /** Whether {@link #whole} has it. */
    boolean isLong() {
        return domain == Domain.EXACT || domain == Domain.MOMENT;
    }

    /** An exact number without its point, or microseconds since 1970. */
    abstract long whole(int row);

    BigDecimal decimal(int row) {
        return BigDecimal.valueOf(whole(row), scale());
    }

    double real(int row) {
        return decimal(row).doubleValue();
    }

    byte[] bytes() {
        throw new IllegalStateException(domain + " has no bytes");
    }

    int begin(int row) {
        return 0;
    }

    int end(int row) {
        return bytes().length;
    }

    /** A value of a row. */
    static final class OfColumn extends Operand {
        private final Cells cells;
        private final ColumnType type;

        OfColumn(Cells cells) {
            super(Domain.of(cells.type()));
            this.cells = cells;
            type = cells.type();
        }

        @Override
        boolean isNull(int row) {
            return cells.isNull(row);
        }

        @Override
        int scale() {
            return type.kind() == ColumnType.Kind.DECIMAL ? type.scale() : 0;
        }

        @Override
        boolean isLong() {
            return super.isLong() && type.width() <= Long.BYTES;
        }

        @Override
        long whole(int row) {
            long value = LittleEndian.getSigned(cells.bytes(), cells.begin(row), type.width());
            return type.kind() == ColumnType.Kind.DATE ? value * CivilCalendar.MICROS_PER_DAY : value;
        }

        @Override
        BigDecimal decimal(int row) {
            if (isLong()) {
                return super.decimal(row);
            }
            byte[] value = new byte[type.width()];
            for (int i = 0; i < value.length; i++) {
                value[i] = cells.bytes()[cells.begin(row) + value.length - 1 - i];
            }
            return new BigDecimal(new BigInteger(value), scale());
        }

        @Override
        double real(int row) {
            return switch (type.kind()) {
                case FLOAT -> Float.intBitsToFloat(LittleEndian.getInt(cells.bytes(), cells.begin(row)));
                case DOUBLE -> Double.longBitsToDouble(LittleEndian.getLong(cells.bytes(), cells.begin(row)));
                default -> super.real(row);
            };
        }

        @Override
        byte[] bytes() {
            return cells.bytes();
        }

        @Override
        int begin(int row) {
            return cells.begin(row);
        }

        @Override
        int end(int row) {
            return cells.end(row);
        }
    }

    /** How long a text is. */
    static final class Length extends Operand {
        private final Operand text;
        private final boolean characters;

        Length(Operand text, boolean characters) {
            super(Domain.EXACT);
            this.text = text;
            this.characters = characters;
        }

        @Override
        boolean isNull(int row) {
            return text.isNull(row);
        }

        @Override
        long whole(int row) {
            int begin = text.begin(row);
            int length = text.end(row) - begin;
            return characters ? Utf8.characters(text.bytes(), begin, length) : length;
        }
    }

    /** The same value in each row. */
    abstract static class Fixed extends Operand {
        Fixed(Domain domain) {
            super(domain);
        }

        @Override
        boolean isNull(int row) {
            return false;
        }

        @Override
        long whole(int row) {
            throw new IllegalStateException(domain + " is no number");
        }
    }

    static Operand text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new Fixed(Domain.TEXT) {
            @Override
            byte[] bytes() {
                return utf8;
            }
        };
    }

    /** @param text as {@link io.tributary.contract.schema.Check.Step#MOMENT} has it */
    static Operand moment(String text) {
        LocalDateTime time =
                LocalDateTime.parse(text.length() > "2026-01-31".length() ? text.replace(' ', 'T') : text + "T00:00");
        long micros = ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), time);
        return new Fixed(Domain.MOMENT) {
            @Override
            long whole(int row) {
                return micros;
            }
        };
    }

    static Operand number(String digits) {
        return new Numeral(new BigDecimal(digits));
    }

    /** A number that is written in the condition. */
    static final class Numeral extends Fixed {
        private static final int LONG_BITS = Long.SIZE - 1;

        private final BigDecimal value;
        private final double real;
        private final long whole;
        private final boolean isLong;

        private Numeral(BigDecimal value) {
            super(Domain.EXACT);
            this.value = value;
            real = value.doubleValue();
            isLong = value.unscaledValue().bitLength() <= LONG_BITS;
            whole = isLong ? value.unscaledValue().longValueExact() : 0;
        }

        /** Returns it with so many digits of a fraction, or itself where it has more. */
        Operand scaledTo(int scale) {
            BigDecimal plain = value.stripTrailingZeros();
            return plain.scale() <= scale ? new Numeral(plain.setScale(scale)) : this;
        }

        @Override
        int scale() {
            return value.scale();
        }

        @Override
        boolean isLong() {
            return isLong;
        }

        @Override
        long whole(int row) {
            return whole;
        }

        @Override
        BigDecimal decimal(int row) {
            return value;
        }

        @Override
        double real(int row) {
            return real;
        }
    }
}
