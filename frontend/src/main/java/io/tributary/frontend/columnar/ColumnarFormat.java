package io.tributary.frontend.columnar;

/** What a file of columns may be. */
public enum ColumnarFormat {
    PARQUET,
    /** Arrow's IPC, as a stream or as a file. */
    ARROW
}
