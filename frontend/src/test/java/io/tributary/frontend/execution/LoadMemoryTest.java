package io.tributary.frontend.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.memory.ByteBudget;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.frontend.load.EncodedInput;
import io.tributary.frontend.load.format.CsvFormat;
import io.tributary.frontend.load.format.CsvRows;
import io.tributary.frontend.load.format.SourceFields;
import io.tributary.planner.plan.part.TargetColumns;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LoadMemoryTest {
    private static final int FREE = LoadMemory.FREE_BYTES;
    private static final List<Column> COLUMNS = List.of(Column.of("name", ColumnType.of(Kind.STRING), true));

    private final LoadMemory memory = new LoadMemory(4L << 20);

    @Test
    void whatIsHeldByAllIsBoundedAndGivenBack() {
        ByteBudget.Share one = memory.share();
        ByteBudget.Share other = memory.share();

        one.hold(FREE);
        assertThat(memory.held()).isZero();
        one.hold(FREE + (3L << 20));
        assertThatThrownBy(() -> other.hold(FREE + (2L << 20)))
                .hasMessageContaining("hold 4194304 bytes of memory, and no more are allowed; try again");
        other.hold(FREE + (1L << 20));
        one.hold(0);
        other.hold(FREE + (4L << 20));
        other.hold(0);

        assertThat(memory.held()).isZero();
    }

    @Test
    void whatCanBeDoneWithoutIsKeptInOneHalfOnly() {
        ByteBudget.Share kept = memory.share();
        ByteBudget.Share load = memory.share();

        assertThat(kept.tryKeep(FREE + (2L << 20))).isTrue();
        assertThat(load.tryKeep(FREE + 1)).isFalse();
        load.hold(FREE + (2L << 20));
        assertThat(kept.tryKeep(0)).as("less is always possible").isTrue();
        load.hold(0);

        assertThat(memory.held()).isZero();
    }

    /** A hundred clients that send no line's end would hold 64 MiB each. */
    @Test
    void rowsThatDoNotEndAreRefusedTogetherAndGiveTheirMemoryBack() {
        byte[] piece = new byte[64 << 10];
        List<EncodedInput> inputs = List.of(input(), input(), input());
        int refused = 0;
        for (int round = 0; round < 64; round++) {
            for (EncodedInput input : inputs) {
                refused += input.add(piece.clone()).isCompletedExceptionally() ? 1 : 0;
                assertThat(memory.held()).isLessThanOrEqualTo(4L << 20);
            }
        }

        assertThat(refused).isPositive();
        inputs.forEach(EncodedInput::close);
        assertThat(memory.held()).isZero();
        assertThat(inputs.get(0).add(new byte[8 << 20])).isNotNull();
        assertThat(memory.held()).as("what is closed holds nothing").isZero();
    }

    private EncodedInput input() {
        CsvFormat format =
                new CsvFormat(new byte[] {','}, new byte[] {'\n'}, CsvFormat.NONE, CsvFormat.NONE, false, false, 0);
        SourceFields fields = new SourceFields(List.of("name"), new TargetColumns(new int[] {0}), List.of(0));
        return new EncodedInput(
                new CsvRows(format, fields, new RowBlockWriter(COLUMNS)),
                memory,
                new ConnectionLoop(Runnable::run, Runnable::run));
    }
}
