package io.tributary.contract.row.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** UNSIGNED integers take 0 to their greatest value and nothing else, in whatever form it comes. */
final class UnsignedTest {
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 24, 32, 64})
    void theBoundsAreTakenAndWhatLiesBeyondIsRefused(int bits) {
        ColumnType type = ColumnType.unsigned(bits);
        BigInteger max = type.unsignedMax();
        BigInteger beyond = max.add(BigInteger.ONE);

        assertThat(stored(type, "0", "-0", "0.4", max.toString())).isEqualTo(4);
        for (String refused : new String[] {"-1", "-0.5", "-1e3", beyond.toString(), max + ".5"}) {
            refused(type, refused, writer -> text(writer, refused));
        }
        refused(type, "-1", writer -> writer.putLong(0, -1));
        refused(type, "-1", writer -> writer.putDouble(0, -1));
        refused(type, "-1", writer -> writer.putDecimal(0, -1, -1, 0));
        refused(
                type,
                beyond.toString(),
                writer -> writer.putDecimal(0, beyond.shiftRight(64).longValue(), beyond.longValue(), 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 24, 32, 64})
    void cellsOfManyRowsAreHeldToTheSameBounds(int bits) {
        RowBlockWriter writer = writer(ColumnType.unsigned(bits));
        byte[] source = "7,8,9,-1,".getBytes(StandardCharsets.UTF_8);
        writer.cells().begin(source, 0);
        for (int[] cell : new int[][] {{0, 1}, {2, 1}, {4, 1}, {6, 2}}) {
            writer.cells().addNumber(source, cell[0], cell[1]);
            writer.cells().endRow();
        }

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(writer::putCells)
                .withMessageContaining("Out of range value for column 'u' at row 4: -1")
                .matches(e -> e.code() == ErrorCode.OUT_OF_RANGE);
    }

    private interface Put {
        void into(RowBlockWriter writer);
    }

    private static void refused(ColumnType type, String shown, Put value) {
        RowBlockWriter writer = writer(type);
        writer.beginRow();
        assertThatExceptionOfType(TributaryException.class)
                .as("%s of %s", shown, type.ddl())
                .isThrownBy(() -> value.into(writer))
                .withMessageStartingWith("Out of range value for column 'u' at row 1")
                .withMessageContaining("0 to " + type.unsignedMax());
    }

    private static int stored(ColumnType type, String... values) {
        RowBlockWriter writer = writer(type);
        for (String value : values) {
            writer.beginRow();
            text(writer, value);
            writer.endRow();
        }
        return writer.finish().rowCount();
    }

    private static RowBlockWriter writer(ColumnType type) {
        return new RowBlockWriter(List.of(Column.of("u", type, true)));
    }

    private static void text(RowBlockWriter writer, String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        writer.putText(0, text, 0, text.length);
    }
}
