package io.tributary.backend.engine;

import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.row.RowBlock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cursor that ends with the instance of the engine that it reads from. */
final class LeasedCursor implements ResultCursor {
    private final ResultCursor cursor;
    private final Lease lease;

    LeasedCursor(EngineInstance instance, EngineHealth health, ResultCursor cursor) {
        this.cursor = cursor;
        lease = new Lease(instance, health, cursor::close, cursor::cancel);
    }

    @Override
    public List<ResultColumn> columns() {
        return lease.call(false, cursor::columns);
    }

    @Override
    public @Nullable RowBlock next() {
        return lease.call(false, () -> Optional.ofNullable(cursor.next())).orElse(null);
    }

    @Override
    public int columnCount() {
        return lease.call(false, cursor::columnCount);
    }

    @Override
    public boolean isRead() {
        return cursor.isRead();
    }

    @Override
    public void cancel() {
        cursor.cancel();
    }

    @Override
    public void close() {
        lease.close();
    }
}
