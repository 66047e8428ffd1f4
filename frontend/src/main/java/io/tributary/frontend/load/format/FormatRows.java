package io.tributary.frontend.load.format;

import io.tributary.columnar.SpoolDirectory;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import java.util.List;

/**
 * Reads the rows of a body in whatever format it has.
 *
 * @param columns of the writer, without a delete sign
 * @param spool for formats that are read as whole files
 */
public record FormatRows(List<Column> columns, SourceFields fields, RowBlockWriter writer, SpoolDirectory spool)
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
