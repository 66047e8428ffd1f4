package io.tributary.columnar;

/** What a file of columns may be. */
public enum ColumnarFormat {
    PARQUET,
    /** Arrow's IPC, as a stream or as a file. */
    ARROW
}
