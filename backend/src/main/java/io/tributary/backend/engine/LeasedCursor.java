package io.tributary.backend.engine;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.row.RowBlock;
import io.tributary.engine.port.ResultCursor;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cursor that ends with the instance of the engine that it reads from. */
final class LeasedCursor implements ResultCursor {
    private final ResultCursor cursor;
    private final Lease lease;
    private final Runnable closing;

    /** @param closing what closes it, unless the lease has ended */
    LeasedCursor(ResultCursor cursor, Lease lease, Runnable closing) {
        this.cursor = cursor;
        this.lease = lease;
        this.closing = closing;
    }

    /** One with a lease of its own. */
    static LeasedCursor of(EngineInstance instance, EngineHealth health, ResultCursor cursor) {
        Lease lease = new Lease(instance, health, cursor::close, cursor::cancel);
        return new LeasedCursor(cursor, lease, lease::close);
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
        closing.run();
    }
}
