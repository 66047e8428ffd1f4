package io.tributary.backend.engine;

import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.row.RowBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A running query. Used by one thread at a time, except {@link #cancel}, which any thread may call. */
public interface ResultCursor extends AutoCloseable {
    List<ResultColumn> columns();

    /** The next rows (at most a few thousand), or null at the end. */
    @Nullable
    RowBlock next();

    /** Makes a running or later {@link #next} fail with {@code INTERRUPTED}. */
    void cancel();

    @Override
    void close();
}
