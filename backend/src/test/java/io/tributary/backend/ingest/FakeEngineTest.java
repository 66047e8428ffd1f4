package io.tributary.backend.ingest;

import io.tributary.contract.row.RowBlock;
import io.tributary.engine.port.CommittedTogetherContract;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.Rows;
import io.tributary.engine.port.TableEngine;
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
