package io.tributary.frontend.load.format;

import io.tributary.columnar.ColumnarFormat;

/** A body that is a file of columns, read as a whole when it has come. */
public record FileFormat(ColumnarFormat kind) implements LoadFormat {
    @Override
    public <T> T accept(Visitor<T> visitor) {
        return visitor.file(this);
    }
}
