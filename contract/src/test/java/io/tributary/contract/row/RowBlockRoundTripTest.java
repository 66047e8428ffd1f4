package io.tributary.contract.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.row.encode.BlockValues;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.NumberText;
import io.tributary.testing.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowBlockRoundTripTest {
    private static final Kind[] KINDS = Kind.values();

    @Test
    void whatIsWrittenIsReadAgain() {
        Seeds.check(RowBlockRoundTripTest.class, 400, random -> {
            int columnCount = random.nextInt(13);
            int rowCount = random.nextInt(71);
            List<Column> columns = randomColumns(random, columnCount);
            RowBlockWriter writer = new RowBlockWriter(columns);
            // A writer that was used before gives the same blocks.
            writeRows(writer, columns, random, random.nextInt(40));
            writer.finish();

            List<List<@Nullable Object>> written = writeRows(writer, columns, random, rowCount);
            int announced = writer.encodedBytes();
            RowBlock block = writer.finish();

            int withoutBitmaps = RowBlock.HEADER_BYTES + columnCount + announced;
            assertThat(block.length()).isBetween(withoutBitmaps, withoutBitmaps + columnCount * ((rowCount + 7) / 8));
            assertThat(block.rowCount()).isEqualTo(rowCount);
            assertThat(BlockValues.rows(block, columns)).isEqualTo(written);
            assertThat(BlockValues.rows(embedded(block), columns)).isEqualTo(written);
        });
    }

    @Test
    void selectedRowsAreThoseOfTheBlock() {
        Seeds.check(RowBlockRoundTripTest.class, 200, random -> {
            int columnCount = random.nextInt(13);
            int rowCount = random.nextInt(71);
            List<Column> columns = randomColumns(random, columnCount);
            RowBlockWriter writer = new RowBlockWriter(columns);
            List<List<@Nullable Object>> written = writeRows(writer, columns, random, rowCount);
            BitSet wanted = new BitSet();
            List<List<@Nullable Object>> expected = new ArrayList<>();
            for (int row = 0; row < rowCount; row++) {
                if (random.nextInt(3) > 0) {
                    wanted.set(row);
                    expected.add(written.get(row));
                }
            }

            RowBlock selected = new RowSelection(BlockValues.types(columns)).of(embedded(writer.finish()), wanted);

            assertThat(BlockValues.rows(selected, columns)).isEqualTo(expected);
        });
    }

    /** The same block in the middle of a larger array. */
    private static RowBlock embedded(RowBlock block) {
        byte[] larger = new byte[block.length() + 11];
        System.arraycopy(block.bytes(), 0, larger, 5, block.length());
        return new RowBlock(larger, 5, block.length());
    }

    private static List<Column> randomColumns(Random random, int count) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Kind kind = KINDS[random.nextInt(KINDS.length)];
            ColumnType type =
                    switch (kind) {
                        case DECIMAL -> {
                            int precision = 1 + random.nextInt(38);
                            yield ColumnType.decimal(precision, random.nextInt(precision + 1));
                        }
                        case DATETIME -> ColumnType.datetime(random.nextInt(7));
                        case CHAR -> ColumnType.charType(1 + random.nextInt(255));
                        case VARCHAR -> ColumnType.varchar(1 + random.nextInt(300));
                        case ARRAY -> ColumnType.arrayOf(ColumnType.of(Kind.INT));
                        default -> ColumnType.of(kind);
                    };
            columns.add(Column.of("c" + i, type, kind == Kind.NULL || random.nextBoolean()));
        }
        return columns;
    }

    private static List<List<@Nullable Object>> writeRows(
            RowBlockWriter writer, List<Column> columns, Random random, int count) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        while (rows.size() < count) {
            writer.beginRow();
            List<@Nullable Object> row = new ArrayList<>();
            boolean abandoned = random.nextInt(8) == 0;
            int stopAt = abandoned ? random.nextInt(columns.size() + 1) : columns.size();
            for (int column = 0; column < stopAt; column++) {
                row.add(putRandom(writer, column, columns.get(column), random));
            }
            if (abandoned) {
                writer.abandonRow();
            } else {
                writer.endRow();
                rows.add(row);
            }
        }
        return rows;
    }

    private static @Nullable Object putRandom(RowBlockWriter writer, int column, Column definition, Random random) {
        ColumnType type = definition.type();
        if (definition.nullable() && (random.nextInt(4) == 0 || type.kind() == Kind.NULL)) {
            writer.putNull(column);
            return null;
        }
        boolean asText = random.nextBoolean();
        switch (type.kind()) {
            case BOOLEAN -> {
                boolean value = random.nextBoolean();
                put(writer, column, asText, String.valueOf(value), value ? 1 : 0);
                return value;
            }
            case TINYINT, SMALLINT, INT, BIGINT -> {
                long value = random.nextLong() >> (64 - 8 * type.width()) >> random.nextInt(8 * type.width());
                put(writer, column, asText, Long.toString(value), value);
                return value;
            }
            case TIME -> {
                long value = random.nextLong(-838 * 3600L, 838 * 3600L) * CivilCalendar.MICROS_PER_SECOND;
                writer.putMoment(column, ColumnType.Kind.TIME, value, 6);
                return value;
            }
            case LARGEINT -> {
                BigInteger value = new BigInteger(127, random).shiftRight(random.nextInt(127));
                value = random.nextBoolean() ? value : value.not();
                put(writer, column, asText, new BigDecimal(value));
                return value;
            }
            case DECIMAL -> {
                BigInteger bound = BigInteger.TEN.pow(type.length());
                BigInteger unscaled = new BigInteger(130, random).mod(bound).shiftRight(random.nextInt(130));
                BigDecimal value = new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
                put(writer, column, asText, value);
                return value;
            }
            case FLOAT -> {
                float value = random.nextFloat() * 1e9f - 5e8f;
                if (asText) {
                    putText(writer, column, Float.toString(value));
                } else {
                    writer.putFloat(column, value);
                }
                return value;
            }
            case DOUBLE -> {
                double value = random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
                if (asText) {
                    putText(writer, column, Double.toString(value));
                } else {
                    writer.putDouble(column, value);
                }
                return value;
            }
            case DATE -> {
                LocalDate value = randomDate(random);
                if (asText) {
                    putText(writer, column, value.toString());
                } else {
                    writer.putDate(column, value.getYear(), value.getMonthValue(), value.getDayOfMonth());
                }
                return value;
            }
            case DATETIME -> {
                return putRandomDateTime(writer, column, type, asText, random);
            }
            case CHAR, VARCHAR, STRING -> {
                String value = randomText(random, type.length() == 0 ? 40 : type.length());
                putText(writer, column, value);
                return value;
            }
            case ARRAY -> {
                int element = random.nextInt();
                putText(writer, column, "[" + element + ", null]");
                return "[\"" + element + "\",null]";
            }
            case JSON, VARIANT -> {
                String value = "[" + random.nextInt() + "]";
                putText(writer, column, value);
                return value;
            }
            case VARBINARY -> {
                byte[] value = new byte[random.nextInt(50)];
                random.nextBytes(value);
                writer.putBytes(column, value, 0, value.length);
                return HexFormat.of().formatHex(value);
            }
            case NULL -> throw new AssertionError("columns of nulls are nullable");
        }
        throw new AssertionError(type);
    }

    private static LocalDateTime putRandomDateTime(
            RowBlockWriter writer, int column, ColumnType type, boolean asText, Random random) {
        long unit = NumberText.tenTo(6 - type.scale());
        int micros = (int) (random.nextInt(1_000_000) / unit * unit);
        LocalDateTime value =
                randomDate(random).atTime(random.nextInt(24), random.nextInt(60), random.nextInt(60), micros * 1000);
        if (asText) {
            String text = String.format(
                    "%04d-%02d-%02d %02d:%02d:%02d.%06d",
                    value.getYear(),
                    value.getMonthValue(),
                    value.getDayOfMonth(),
                    value.getHour(),
                    value.getMinute(),
                    value.getSecond(),
                    micros);
            putText(writer, column, text);
        } else if (random.nextBoolean()) {
            writer.putMoment(
                    column,
                    ColumnType.Kind.DATETIME,
                    java.time.temporal.ChronoUnit.MICROS.between(BlockValues.EPOCH, value),
                    6);
        } else {
            writer.putDateTime(
                    column,
                    value.getYear(),
                    value.getMonthValue(),
                    value.getDayOfMonth(),
                    value.getHour(),
                    value.getMinute(),
                    value.getSecond(),
                    micros);
        }
        return value;
    }

    private static LocalDate randomDate(Random random) {
        return LocalDate.ofEpochDay(
                CivilCalendar.DAY_MIN + random.nextInt(CivilCalendar.DAY_MAX - CivilCalendar.DAY_MIN + 1));
    }

    private static String randomText(Random random, int charactersMax) {
        String alphabet = "ab 'é漢😀\0\n";
        int[] codePoints = alphabet.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        int characters = random.nextInt(charactersMax + 1);
        for (int i = 0; i < characters; i++) {
            text.appendCodePoint(random.nextInt(3) > 0 ? 'x' : codePoints[random.nextInt(codePoints.length)]);
        }
        return text.toString();
    }

    private static void put(RowBlockWriter writer, int column, boolean asText, String text, long number) {
        if (asText) {
            putText(writer, column, text);
        } else {
            writer.putLong(column, number);
        }
    }

    private static void put(RowBlockWriter writer, int column, boolean asText, BigDecimal value) {
        if (asText) {
            putText(writer, column, value.toPlainString());
        } else {
            BigInteger unscaled = value.unscaledValue();
            writer.putDecimal(column, unscaled.shiftRight(64).longValue(), unscaled.longValue(), value.scale());
        }
    }

    private static void putText(RowBlockWriter writer, int column, String text) {
        // It stands in the middle of other text, as in a packet.
        byte[] value = text.getBytes(StandardCharsets.UTF_8);
        byte[] packet = new byte[value.length + 40];
        Arrays.fill(packet, (byte) '7');
        System.arraycopy(value, 0, packet, 20, value.length);
        writer.putText(column, packet, 20, value.length);
    }
}
