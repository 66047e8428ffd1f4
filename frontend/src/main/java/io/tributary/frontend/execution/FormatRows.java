package io.tributary.frontend.execution;

import io.tributary.frontend.columnar.SpoolDirectory;
import io.tributary.rpc.row.RowBlockWriter;
import io.tributary.rpc.schema.Column;
import java.util.List;

/**
 * Reads the rows of a body in whatever format it has.
 *
 * @param columns of the writer, without a delete sign
 * @param spool for formats that are read as whole files
 */
record FormatRows(List<Column> columns, SourceFields fields, RowBlockWriter writer, SpoolDirectory spool)
        implements LoadFormat.Visitor<LoadRows> {
    @Override
    public LoadRows csv(CsvFormat format) {
        return new CsvRows(format, fields, writer);
    }

    @Override
    public LoadRows json(JsonFormat format) {
        return new JsonRows(format, columns, fields, writer);
    }

    @Override
    public LoadRows file(FileFormat format) {
        return new FileRows(format, fields, writer, spool);
    }
}
