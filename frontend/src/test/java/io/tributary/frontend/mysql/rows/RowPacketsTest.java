package io.tributary.frontend.mysql.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.codec.PacketWriter;
import io.tributary.protocol.response.BinaryRow;
import io.tributary.protocol.response.RowWriter;
import io.tributary.protocol.response.TextRow;
import io.tributary.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written column by column is what {@link RowWriter}s write row by row. */
final class RowPacketsTest {
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.of(Kind.BOOLEAN),
            ColumnType.of(Kind.TINYINT),
            ColumnType.of(Kind.SMALLINT),
            ColumnType.of(Kind.INT),
            ColumnType.of(Kind.BIGINT),
            ColumnType.of(Kind.LARGEINT),
            ColumnType.of(Kind.FLOAT),
            ColumnType.of(Kind.DOUBLE),
            ColumnType.decimal(15, 2),
            ColumnType.decimal(18, 0),
            ColumnType.decimal(18, 18),
            ColumnType.decimal(30, 5),
            ColumnType.of(Kind.DATE),
            ColumnType.datetime(0),
            ColumnType.datetime(6),
            ColumnType.of(Kind.TIME),
            ColumnType.varchar(20),
            ColumnType.of(Kind.STRING),
            ColumnType.of(Kind.JSON),
            ColumnType.of(Kind.VARBINARY),
            ColumnType.of(Kind.NULL));

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void randomRowsAreWhatIsWrittenRowByRow(boolean binary, boolean latin1) {
        for (int seed : Seeds.of(RowPacketsTest.class, 300)) {
            Random random = Seeds.random(seed);
            List<ColumnType> types = new ArrayList<>();
            for (int i = random.nextInt(12); i >= 0; i--) {
                types.add(TYPES.get(random.nextInt(TYPES.size())));
            }
            int rows = random.nextInt(4) == 0 ? random.nextInt(3 * RowPackets.ROWS_MAX) : random.nextInt(20);
            RowBlock block = RandomBlock.of(random, types, rows, 1 << random.nextInt(17));
            int from = random.nextInt(rows + 1);
            int to = from + random.nextInt(rows - from + 1);

            assertThat(columnByColumn(types, block, from, to, binary, latin1))
                    .as("seed %s, %s, rows %s to %s", seed, types, from, to)
                    .isEqualTo(rowByRow(types, block, from, to, binary, latin1));
        }
    }

    @ParameterizedTest
    @CsvSource({"16777206, false", "16777207, false", "16777208, false", "34000000, false", "17000000, true"})
    void rowsOfSeveralFramesStandBetweenOthers(int bytes, boolean binary) {
        List<ColumnType> types = List.of(ColumnType.of(Kind.VARBINARY), ColumnType.of(Kind.TINYINT));
        RowBlock block = longRow(bytes);

        byte[] written = columnByColumn(types, block, 0, 3, binary, false);

        assertThat(written).isEqualTo(rowByRow(types, block, 0, 3, binary, false));
    }

    @Test
    void buffersAreNoLargerThanTheirBoundButForARowThatIs() {
        List<ColumnType> types = List.of(ColumnType.of(Kind.STRING), ColumnType.of(Kind.INT));
        int seed = Seeds.one(RowPacketsTest.class, 7);
        RowBlock block = RandomBlock.of(new Random(seed), types, 2_000, 3 * RowPackets.BUFFER_BYTES);
        List<Integer> sizes = new ArrayList<>();
        RowPackets packets = RowPackets.text(types, new int[types.size()], false);

        packets.write(block, 0, 2_000, new PacketWriter(), UnpooledByteBufAllocator.DEFAULT, buffer -> {
            int frames = 0;
            for (int at = 0; at < buffer.readableBytes(); frames++) {
                at += 4 + buffer.getUnsignedMediumLE(at);
            }
            if (frames > 1) {
                sizes.add(buffer.readableBytes() - 4 * frames);
            }
            assertThat(buffer.writableBytes()).isZero();
            buffer.release();
        });

        assertThat(sizes).as("seed %d", seed).isNotEmpty().allMatch(bytes -> bytes <= RowPackets.BUFFER_BYTES);
    }

    /** Rows of a VARBINARY and a TINYINT, the second of which has so many bytes. */
    private static RowBlock longRow(int bytes) {
        ByteBuffer block = ByteBuffer.allocate(RowBlock.HEADER_BYTES + 1 + 12 + bytes + 2 + 1 + 3)
                .order(ByteOrder.LITTLE_ENDIAN);
        block.put(RowBlock.FORMAT).put((byte) 0).putShort((short) 2).putInt(3);
        block.put((byte) 0).putInt(1).putInt(1 + bytes).putInt(2 + bytes);
        for (int i = 0; i < bytes + 2; i++) {
            block.put((byte) i);
        }
        block.put((byte) 0).put(new byte[] {1, 2, 3});
        return RowBlock.of(block.array());
    }

    private static byte[] columnByColumn(
            List<ColumnType> types, RowBlock block, int from, int to, boolean binary, boolean latin1) {
        RowPackets packets = binary
                ? RowPackets.binary(types, new int[types.size()], typeCodes(types), latin1)
                : RowPackets.text(types, new int[types.size()], latin1);
        ByteBuf all = Unpooled.buffer();
        packets.write(block, from, to, new PacketWriter(), UnpooledByteBufAllocator.DEFAULT, buffer -> {
            all.writeBytes(buffer);
            buffer.release();
        });
        return ByteBufUtil.getBytes(all);
    }

    private static byte[] rowByRow(
            List<ColumnType> types, RowBlock block, int from, int to, boolean binary, boolean latin1) {
        RowBlockReader reader = new RowBlockReader(types);
        reader.reset(block);
        RowBlockValues values = new RowBlockValues(reader, latin1);
        RowWriter writer = binary ? new BinaryRow(typeCodes(types)) : new TextRow();
        PacketWriter packets = new PacketWriter();
        ByteBuf out = Unpooled.buffer();
        for (int row = from; row < to; row++) {
            packets.begin(out);
            writer.start(out);
            for (int column = 0; column < types.size(); column++) {
                if (reader.isNull(column, row)) {
                    writer.appendNull();
                } else {
                    values.value(column, row, types.get(column), writer);
                }
            }
            packets.end(out);
        }
        return ByteBufUtil.getBytes(out);
    }

    private static int[] typeCodes(List<ColumnType> types) {
        return types.stream()
                .mapToInt(type -> switch (type.kind()) {
                    case BOOLEAN, TINYINT -> ColumnTypeCode.TINY;
                    case SMALLINT -> ColumnTypeCode.SHORT;
                    case INT -> ColumnTypeCode.LONG;
                    case BIGINT -> ColumnTypeCode.LONGLONG;
                    case FLOAT -> ColumnTypeCode.FLOAT;
                    case DOUBLE -> ColumnTypeCode.DOUBLE;
                    default -> ColumnTypeCode.VAR_STRING;
                })
                .toArray();
    }
}
