package io.tributary.backend.engine;

import io.tributary.contract.row.RowBlock;
import io.tributary.engine.port.TableRewrite;
import java.util.List;

/** A copy of a table that is lost with the instance of the engine that it is made in. */
final class LeasedRewrite implements TableRewrite {
    private final TableRewrite rewrite;
    private final Lease lease;

    LeasedRewrite(EngineInstance instance, EngineHealth health, TableRewrite rewrite) {
        this.rewrite = rewrite;
        lease = new Lease(instance, health, rewrite::close, () -> {});
    }

    TableRewrite rewrite() {
        return rewrite;
    }

    @Override
    public void copy() {
        lease.run(true, rewrite::copy);
    }

    @Override
    public void catchUp(List<RowBlock> blocks) {
        lease.run(true, () -> rewrite.catchUp(blocks));
    }

    @Override
    public void close() {
        lease.close();
    }
}
