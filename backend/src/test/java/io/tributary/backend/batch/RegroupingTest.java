package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegroupingTest {
    private static final TableSchema TABLE = new TableSchema(
            7,
            "db",
            "t",
            1,
            TableSchema.KeyModel.DUPLICATE,
            List.of(Column.of("v", ColumnType.of(ColumnType.Kind.TINYINT), false)),
            TableProperties.defaults(),
            TableSchema.Layout.none());
    private static final CommitListener NOBODY = new CommitListener() {
        @Override
        public void committed(Batch batch) {}

        @Override
        public void abandoned(TributaryException error) {}
    };

    private final Regrouping regrouping = new Regrouping();
    private final Batch batch = new Batch(TABLE, 3, 10, 1_000);

    @Test
    void nobodyWaitsBeforeTheFirstCommit() {
        assertThat(regrouping.isOver(batch.writers(), 1_000)).isTrue();
        assertThat(regrouping.nanosLeft(1_000)).isZero();
    }

    @Test
    void itIsOverWhenAllAreBack() {
        regrouping.begin(2, 1_000, 500);

        batch.await(NOBODY);
        assertThat(regrouping.isOver(batch.writers(), 1_100)).isFalse();
        assertThat(regrouping.nanosLeft(1_100)).isEqualTo(400);
        batch.await(NOBODY);
        assertThat(regrouping.isOver(batch.writers(), 1_100)).isTrue();
    }

    @Test
    void itIsOverAfterAsLongAsTheCommitTook() {
        regrouping.begin(2, 1_000, 500);

        assertThat(regrouping.isOver(batch.writers(), 1_499)).isFalse();
        assertThat(regrouping.isOver(batch.writers(), 1_500)).isTrue();
        assertThat(regrouping.nanosLeft(1_500)).isZero();
    }

    @Test
    void aSlowCommitIsNoReasonToWaitLonger() {
        regrouping.begin(2, 1_000, 60_000_000_000L);

        assertThat(regrouping.nanosLeft(1_000)).isEqualTo(Regrouping.NANOS_MAX);
    }

    @Test
    void aCommitNobodyWaitedForStartsNothing() {
        regrouping.begin(0, 1_000, 500);

        assertThat(regrouping.isOver(1_000)).isTrue();
    }
}
