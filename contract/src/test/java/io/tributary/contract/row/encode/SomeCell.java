package io.tributary.contract.row.encode;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.LittleEndian;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Random;

/** A value that can go into a writer by a call, or by way of the index: mostly such as its column takes. */
final class SomeCell {
    private static final String[] ODD_TEXTS = {
        "",
        " ",
        "-",
        ".",
        "-.",
        "1.",
        ".5",
        "-0.0",
        "+7",
        " 12 ",
        "1e3",
        "1e400",
        "0x1f",
        "99999999999999999999",
        "12a",
        "nan",
        "2024-02-30",
        "2024-02-29",
        "20240131",
        "2024-1-5",
        "0000-00-00",
        "2024-01-31 23:59:59.9999999",
        "2024-01-31T10:00:00+08:00",
        "9999-12-31 23:59:59.999999",
        "true",
        "FALSE",
        "{\"a\": [1, 2.5e3, null]}",
        "[1",
        "é漢😀",
        "x    ",
        "漢字    "
    };

    private final CellKind kind;
    private final byte[] bytes;
    /** The number; the digits of a date or datetime are in the bytes. */
    private final long number;

    private int offset;

    private SomeCell(CellKind kind, byte[] bytes, long number) {
        this.kind = kind;
        this.bytes = bytes;
        this.number = number;
    }

    /** @param oddInHundred how many values are anything at all */
    static SomeCell random(Random random, ColumnType type, CellKind usual, int oddInHundred) {
        if (random.nextInt(100) < oddInHundred) {
            return ofKind(random, CellKind.of(random.nextInt(16)), oddText(random), Long.SIZE);
        }
        return ofKind(random, usual, goodText(random, type), goodBits(type));
    }

    /** A kind that the column can take most values of. */
    static CellKind usualKind(Random random, ColumnType type) {
        CellKind[] kinds =
                switch (type.kind()) {
                    case BOOLEAN -> new CellKind[] {CellKind.KEYWORD, CellKind.INTEGER, CellKind.TEXT, CellKind.NUMBER};
                    case TINYINT, SMALLINT, INT, BIGINT, LARGEINT ->
                        new CellKind[] {
                            CellKind.INTEGER, CellKind.UNSIGNED, CellKind.TEXT, CellKind.NUMBER, CellKind.COPIED_NUMBER
                        };
                    case DECIMAL, FLOAT, DOUBLE ->
                        new CellKind[] {
                            CellKind.TEXT, CellKind.NUMBER, CellKind.COPIED_TEXT, CellKind.FLOATING, CellKind.INTEGER
                        };
                    case DATE, DATETIME ->
                        new CellKind[] {
                            CellKind.DATE, CellKind.DATETIME, CellKind.TEXT, CellKind.COPIED_TEXT, CellKind.MOMENT
                        };
                    case TIME -> new CellKind[] {CellKind.MOMENT};
                    case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY, VARBINARY ->
                        new CellKind[] {CellKind.TEXT, CellKind.COPIED_TEXT, CellKind.BYTES, CellKind.LONG_DATA};
                    case NULL -> new CellKind[] {CellKind.NULL};
                };
        return kinds[random.nextInt(kinds.length)];
    }

    /** @param bits of integers, sign included */
    private static SomeCell ofKind(Random random, CellKind kind, byte[] text, int bits) {
        return switch (kind) {
            case NULL -> new SomeCell(kind, new byte[0], 0);
            case KEYWORD -> new SomeCell(kind, new byte[0], random.nextInt(3));
            case INTEGER -> integer(kind, random, bits, true);
            case UNSIGNED -> integer(kind, random, bits, false);
            case FLOATING -> {
                double value = random.nextInt(10) == 0 ? random.nextGaussian() * 1e300 : random.nextInt(200) / 100.0;
                yield random.nextBoolean()
                        ? new SomeCell(kind, little(8).putDouble(value).array(), 0)
                        : new SomeCell(kind, little(4).putFloat((float) value).array(), 0);
            }
            case DATE -> new SomeCell(kind, date(random, random.nextInt(20) == 0 ? 0 : 4), 0);
            case DATETIME -> new SomeCell(kind, date(random, new int[] {0, 4, 7, 7, 11, 11}[random.nextInt(6)]), 0);
            case MOMENT -> new SomeCell(kind, new byte[0], random.nextInt());
            case TEXT, NUMBER, BYTES, BITS, COPIED_TEXT, COPIED_NUMBER, COPIED_BYTES, LONG_DATA ->
                new SomeCell(kind, text, 0);
        };
    }

    private static SomeCell integer(CellKind kind, Random random, int bits, boolean signed) {
        int width = 1 << random.nextInt(4);
        long value = random.nextLong() >> (Long.SIZE - bits) >> random.nextInt(bits);
        byte[] bytes = Arrays.copyOf(
                little(8).putLong(signed ? value : Math.abs(value)).array(), width);
        long number = signed ? LittleEndian.getSigned(bytes, 0, width) : LittleEndian.getUnsigned(bytes, 0, width);
        return new SomeCell(kind, bytes, number);
    }

    private static int goodBits(ColumnType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> 8 * type.width() - 1;
            case DECIMAL -> 4;
            default -> Long.SIZE;
        };
    }

    private static byte[] date(Random random, int length) {
        boolean wrong = random.nextInt(60) == 0;
        byte[] all = little(11)
                .putShort((short) (wrong ? random.nextInt() : random.nextInt(10_000)))
                .put((byte) (wrong ? random.nextInt() : 1 + random.nextInt(12)))
                .put((byte) (wrong ? random.nextInt(33) : 1 + random.nextInt(28)))
                .put((byte) random.nextInt(24))
                .put((byte) random.nextInt(60))
                .put((byte) random.nextInt(wrong ? 62 : 60))
                .putInt(random.nextInt(1_000_000))
                .array();
        return Arrays.copyOf(all, length);
    }

    private static byte[] oddText(Random random) {
        if (random.nextInt(4) == 0) {
            byte[] bytes = new byte[random.nextInt(70)];
            random.nextBytes(bytes);
            return bytes;
        }
        return ODD_TEXTS[random.nextInt(ODD_TEXTS.length)].getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] goodText(Random random, ColumnType type) {
        String text =
                switch (type.kind()) {
                    case BOOLEAN -> random.nextBoolean() ? "1" : "0";
                    case TINYINT, SMALLINT, INT, BIGINT ->
                        Long.toString(random.nextLong() >> (64 - 8 * type.width()) >> random.nextInt(8 * type.width()));
                    case LARGEINT -> Long.toString(random.nextLong());
                    case DECIMAL -> decimal(random, type);
                    case FLOAT, DOUBLE -> Double.toString(random.nextInt() / 64.0);
                    case DATE ->
                        LocalDate.of(random.nextInt(10_000), 1 + random.nextInt(12), 1 + random.nextInt(28))
                                .toString();
                    case DATETIME -> "2024-01-31 10:20:" + (10 + random.nextInt(50));
                    case JSON, VARIANT, ARRAY -> "[" + random.nextInt() + "]";
                    case TIME, NULL, CHAR, VARCHAR, STRING, VARBINARY ->
                        words(random, type.length() == 0 ? 60 : type.length());
                };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String decimal(Random random, ColumnType type) {
        int whole = type.length() - type.scale();
        StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "-" : "");
        int digits = whole == 0 ? 0 : 1 + random.nextInt(whole);
        for (int i = 0; i < digits; i++) {
            text.append((char) ('0' + random.nextInt(10)));
        }
        int fraction = random.nextInt(3) == 0 ? random.nextInt(type.scale() + 1) : type.scale();
        if (fraction > 0 || digits == 0) {
            text.append('.').append(digits == 0 && fraction == 0 ? "0" : "");
        }
        for (int i = 0; i < fraction; i++) {
            text.append((char) ('0' + random.nextInt(10)));
        }
        return text.toString();
    }

    private static String words(Random random, int charactersMax) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(charactersMax + 1);
        boolean ascii = random.nextInt(5) > 0;
        for (int i = 0; i < length; i++) {
            text.append(ascii || random.nextInt(4) > 0 ? (char) (' ' + random.nextInt(95)) : '漢');
        }
        return text.toString();
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Takes its place in the source, unless it is to be copied. */
    void appendTo(ByteArrayOutputStream source) {
        offset = source.size();
        source.writeBytes(bytes);
    }

    void addTo(CellIndex cells) {
        switch (kind) {
            case NULL -> cells.addNull();
            case KEYWORD -> {
                if (number == 2) {
                    cells.addDefault();
                } else {
                    cells.addBoolean(number == 1);
                }
            }
            case BITS -> cells.addBits(bytes, 0, bytes.length);
            case INTEGER, UNSIGNED, FLOATING, DATE, DATETIME, TEXT, NUMBER, BYTES ->
                cells.add(CellIndex.form(kind, bytes.length) | offset);
            case MOMENT -> cells.addMoment(ColumnType.Kind.TIME, number, 6);
            case COPIED_TEXT -> cells.addText(bytes, 0, bytes.length);
            case COPIED_NUMBER -> cells.addNumber(bytes, 0, bytes.length);
            case COPIED_BYTES -> cells.addBytes(bytes, 0, bytes.length);
            case LONG_DATA -> cells.addLongData(bytes);
        }
    }

    void putInto(RowBlockWriter writer, int column) {
        switch (kind) {
            case NULL -> writer.putNull(column);
            case KEYWORD -> {
                if (number == 2) {
                    writer.putDefault(column);
                } else {
                    writer.putLong(column, number);
                }
            }
            case BITS -> writer.putBits(column, bytes, 0, bytes.length);
            case INTEGER -> writer.putLong(column, number);
            case UNSIGNED -> writer.putUnsignedLong(column, number);
            case FLOATING -> {
                ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                if (bytes.length == 4) {
                    writer.putFloat(column, value.getFloat());
                } else {
                    writer.putDouble(column, value.getDouble());
                }
            }
            case DATE -> {
                ByteBuffer parts = parts();
                writer.putDate(column, parts.getShort() & 0xffff, parts.get(), parts.get());
            }
            case DATETIME -> {
                ByteBuffer parts = parts();
                writer.putDateTime(
                        column,
                        parts.getShort() & 0xffff,
                        parts.get(),
                        parts.get(),
                        parts.get(),
                        parts.get(),
                        parts.get(),
                        parts.getInt());
            }
            case MOMENT -> writer.putMoment(column, ColumnType.Kind.TIME, number, 6);
            case TEXT, COPIED_TEXT -> writer.putText(column, bytes, 0, bytes.length);
            case NUMBER, COPIED_NUMBER -> writer.putNumber(column, bytes, 0, bytes.length);
            case BYTES, COPIED_BYTES, LONG_DATA -> writer.putBytes(column, bytes, 0, bytes.length);
        }
    }

    /** All parts of a date and time; those not sent are 0. */
    private ByteBuffer parts() {
        return ByteBuffer.wrap(Arrays.copyOf(bytes, 11)).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public String toString() {
        return kind + " " + number + " '" + new String(bytes, StandardCharsets.ISO_8859_1) + "'";
    }
}
