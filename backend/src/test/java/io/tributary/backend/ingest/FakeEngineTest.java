package io.tributary.backend.ingest;

import io.tributary.backend.engine.CommittedTogetherContract;
import io.tributary.backend.engine.TableEngine;
import io.tributary.rpc.row.RowBlock;
import java.util.List;

class FakeEngineTest extends CommittedTogetherContract {
    private static final long REFUSED = -1;

    private final FakeEngine fake = new FakeEngine();

    @Override
    protected TableEngine open() {
        fake.reopened();
        return fake;
    }

    @Override
    protected List<Long> rows() {
        return fake.rows(table.tableId());
    }

    @Override
    protected RowBlock refused() {
        fake.refuseValues(REFUSED);
        return Rows.block(REFUSED);
    }
}
