package io.tributary.engine.port;

import io.tributary.contract.schema.TableSchema;
import java.util.List;

class FakeEngineRequiredTest extends PositionedEngineContract {
    private final FakeEngine fake = new FakeEngine();

    @Override
    protected TableEngine open() {
        fake.reopened();
        return fake;
    }

    @Override
    protected List<Long> rows(TableSchema table) {
        return fake.rows(table.tableId());
    }
}
