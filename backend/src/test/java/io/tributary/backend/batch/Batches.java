package io.tributary.backend.batch;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.List;

/** What tests of batches are made of: a table of one column, a block of two of its rows, and who waits and does nothing. */
final class Batches {
    static final RowBlock BLOCK = RowBlock.of(new byte[] {RowBlock.FORMAT, 0, 1, 0, 2, 0, 0, 0, 0, 5, 6});

    static final TableSchema TABLE = new TableSchema(
            7,
            "db",
            "t",
            1,
            TableSchema.KeyModel.DUPLICATE,
            List.of(Column.of("v", ColumnType.of(ColumnType.Kind.TINYINT), false)),
            TableProperties.defaults(),
            TableSchema.Layout.none());

    static final CommitListener NOBODY = new CommitListener() {
        @Override
        public void committed(Batch batch) {}

        @Override
        public void abandoned(TributaryException error) {}
    };

    private Batches() {}

    /** An empty batch of {@link #TABLE}. */
    static Batch open() {
        return new Batch(TABLE, 3, 10, 1_000);
    }

    /** Adds {@link #BLOCK}, which is not the end of a load yet. */
    static void addBlock(Batch batch, long lsn) {
        batch.addBlock(lsn, lsn, 2, BLOCK.length(), BLOCK);
    }
}
