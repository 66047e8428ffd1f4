package io.tributary.frontend.mysql;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.protocol.command.ParameterReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A prepared INSERT and one execution of it, mostly right; some cells are literals, some parameters long data. */
final class RandomExecution {
    private static final byte[] SQL = "INSERT INTO t VALUES ('lit','it''s',7)".getBytes(StandardCharsets.UTF_8);
    private static final String[] LITERALS = {"'lit'", "'it''s'", "7"};

    private final Random random;
    final List<Column> columns = new ArrayList<>();
    final TargetColumns targets;
    final RowTemplate template;
    final ExecuteBody body;
    final byte[] @Nullable [] longData;

    /** What stands in each cell: a parameter, DEFAULT, or one of the literals from 0 on. */
    private final List<Integer> cells = new ArrayList<>();

    private static final int PARAMETER = -1;
    private static final int DEFAULT = -2;

    /** @param textBytes of strings, at most, beside short ones */
    RandomExecution(Random random, int rowsMax, int textBytes) {
        this.random = random;
        int count = 1 + random.nextInt(7);
        for (int i = 0; i < count; i++) {
            columns.add(randomColumn("c" + i));
        }
        targets = TargetColumns.all(count);
        int rows = 1 + random.nextInt(rowsMax);
        boolean mixed = random.nextInt(4) == 0;
        ParameterBytes parameters = new ParameterBytes();
        int odd = new int[] {0, 0, 1, 5, 30}[random.nextInt(5)];
        int parameterCount = 0;
        for (int row = 0; row < rows; row++) {
            for (Column column : columns) {
                int cell = mixed && random.nextInt(4) == 0 ? random.nextInt(5) - 2 : PARAMETER;
                cells.add(cell);
                if (cell == PARAMETER) {
                    parameterCount++;
                    add(parameters, column, random.nextInt(100) < odd, textBytes);
                }
            }
        }
        template = mixed
                ? RowTemplate.mixed(SQL, rows, count, parameterCount, places())
                : RowTemplate.ofParameters(rows, count);
        byte[] bytes = parameters.build();
        if (random.nextInt(8) == 0) {
            int head = (parameterCount + 7) / 8 + 1 + 2 * parameterCount;
            bytes = Arrays.copyOf(bytes, head + random.nextInt(bytes.length + 1 - head));
        }
        body = ExecuteBody.parse(bytes, parameterCount, null);
        longData = longData(parameterCount);
    }

    private Column randomColumn(String name) {
        ColumnType[] types = {
            ColumnType.of(Kind.INT), ColumnType.of(Kind.BIGINT), ColumnType.decimal(15, 2), ColumnType.decimal(30, 5),
            ColumnType.of(Kind.DATE), ColumnType.datetime(3), ColumnType.of(Kind.DOUBLE), ColumnType.charType(3),
            ColumnType.of(Kind.STRING), ColumnType.varchar(40), ColumnType.of(Kind.VARBINARY),
                    ColumnType.of(Kind.BOOLEAN)
        };
        ColumnType type = types[random.nextInt(types.length)];
        return type.kind() == Kind.STRING && random.nextBoolean()
                ? new Column(name, type, random.nextBoolean(), false, DefaultValue.literal("none"), false, "")
                : Column.of(name, type, random.nextInt(3) > 0);
    }

    private void add(ParameterBytes parameters, Column column, boolean odd, int textBytes) {
        if (odd) {
            addOdd(parameters);
            return;
        }
        switch (column.type().kind()) {
            case INT -> parameters.integer(random.nextInt());
            case BIGINT -> parameters.bigint(random.nextLong());
            case DECIMAL -> parameters.decimal(random.nextInt(1_000_000) + "." + random.nextInt(100));
            case DATE -> parameters.date(random.nextInt(10_000), 1 + random.nextInt(12), 1 + random.nextInt(28));
            case DATETIME -> parameters.type(ColumnTypeCode.DATETIME, 0, dateTime(7));
            case DOUBLE -> parameters.number(random.nextGaussian());
            case CHAR -> parameters.text("abcd".substring(0, random.nextInt(4)));
            case BOOLEAN -> parameters.tiny(random.nextInt(2));
            default -> parameters.text("é".repeat(random.nextInt(3)) + "x".repeat(random.nextInt(textBytes)));
        }
    }

    private byte[] dateTime(int length) {
        byte[] all = {
            (byte) length,
            (byte) 232,
            7,
            2,
            (byte) (1 + random.nextInt(29)),
            23,
            59,
            (byte) random.nextInt(60),
            1,
            2,
            3,
            0
        };
        return Arrays.copyOf(all, 1 + length);
    }

    private void addOdd(ParameterBytes parameters) {
        switch (random.nextInt(14)) {
            case 0 -> parameters.nullOf(ColumnTypeCode.LONG);
            case 1 -> parameters.type(ColumnTypeCode.NULL, 0);
            case 2 -> parameters.type(ColumnTypeCode.LONGLONG, 0x80, bytes(8));
            case 3 -> parameters.type(ColumnTypeCode.SHORT, random.nextBoolean() ? 0x80 : 0, bytes(2));
            case 4 ->
                parameters.type(
                        ColumnTypeCode.FLOAT,
                        0,
                        ParameterBytes.little(4).putFloat(2.5f).array());
            case 5 -> parameters.type(ColumnTypeCode.DATE, 0, dateTime(random.nextBoolean() ? 0 : 11));
            case 6 -> parameters.date(2023, 2, 29);
            case 7 -> parameters.type(ColumnTypeCode.TIME, 0, new byte[] {8, 1, 2, 0, 0, 0, 3, 4, 5});
            case 8 -> parameters.string(ColumnTypeCode.BLOB, bytes(random.nextInt(10)));
            case 9 -> parameters.text("x".repeat(300));
            case 10 -> parameters.text("12");
            case 11 -> parameters.text("2024-02-29");
            case 12 -> parameters.type(ColumnTypeCode.TIMESTAMP, 0, dateTime(4));
            default -> parameters.text("");
        }
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private int[] places() {
        String sql = new String(SQL, StandardCharsets.UTF_8);
        int[] places = new int[2 * cells.size()];
        for (int i = 0; i < cells.size(); i++) {
            int cell = cells.get(i);
            places[2 * i] = cell < 0 ? cell : sql.indexOf(LITERALS[cell]);
            places[2 * i + 1] = cell < 0 ? 0 : places[2 * i] + LITERALS[cell].length();
        }
        return places;
    }

    /** Returns long data instead of values that are NULL, as a driver would send it. */
    private byte[] @Nullable [] longData(int parameterCount) {
        byte[] @Nullable [] sent = new byte[random.nextInt(5) == 0 ? parameterCount : 0][];
        for (int i = 0; i < sent.length; i++) {
            if (body.isNull(i) && random.nextBoolean()) {
                sent[i] = "long".getBytes(StandardCharsets.UTF_8);
            }
        }
        return sent;
    }

    /** The blocks, each value put as soon as it is read. */
    List<RowBlock> encodeRowByRow() {
        RowBlockWriter writer = new RowBlockWriter(columns);
        ParameterReader reader = new ParameterReader(body, longData);
        List<RowBlock> blocks = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            int column = i % columns.size();
            if (column == 0) {
                writer.beginRow();
            }
            switch (cells.get(i)) {
                case PARAMETER -> {
                    reader.next();
                    put(reader, writer, column);
                }
                case DEFAULT -> writer.putDefault(column);
                case 0 -> writer.putText(column, new byte[] {'l', 'i', 't'}, 0, 3);
                case 1 -> writer.putText(column, new byte[] {'i', 't', '\'', 's'}, 0, 4);
                default -> writer.putNumber(column, new byte[] {'7'}, 0, 1);
            }
            if (column == columns.size() - 1) {
                writer.endRow();
                if (writer.encodedBytes() >= RowBlockWriter.BLOCK_BYTES_TARGET) {
                    blocks.add(writer.finish());
                }
            }
        }
        if (writer.rowCount() > 0) {
            blocks.add(writer.finish());
        }
        return blocks;
    }

    private static void put(ParameterReader value, RowBlockWriter writer, int column) {
        switch (value.kind()) {
            case NULL -> writer.putNull(column);
            case LONG -> writer.putLong(column, value.longValue());
            case UNSIGNED_LONG -> writer.putUnsignedLong(column, value.longValue());
            case FLOAT -> writer.putFloat(column, (float) value.doubleValue());
            case DOUBLE -> writer.putDouble(column, value.doubleValue());
            case DECIMAL -> writer.putText(column, value.bytes(), value.bytesOffset(), value.bytesLength());
            case BYTES -> writer.putBytes(column, value.bytes(), value.bytesOffset(), value.bytesLength());
            case DATE -> writer.putDate(column, value.year(), value.month(), value.day());
            case DATETIME ->
                writer.putDateTime(
                        column,
                        value.year(),
                        value.month(),
                        value.day(),
                        value.hour(),
                        value.minute(),
                        value.second(),
                        value.micros());
            case TIME -> {
                long seconds = ((value.days() * 24 + value.hour()) * 60 + value.minute()) * 60 + value.second();
                writer.putMoment(
                        column,
                        ColumnType.Kind.TIME,
                        (value.negative() ? -1 : 1) * (seconds * 1_000_000 + value.micros()),
                        value.micros() == 0 ? 0 : 6);
            }
        }
    }
}
