package io.tributary.frontend.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.columnar.SpoolDirectory;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.row.encode.RowFilter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.load.format.FormatRows;
import io.tributary.frontend.load.format.LoadFormat;
import io.tributary.frontend.load.format.LoadRows;
import io.tributary.frontend.load.format.RejectedRows;
import io.tributary.frontend.load.format.SourceFields;
import io.tributary.planner.plan.part.TargetColumns;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/** What becomes of a body of a load: its rows as lines, cells divided by {@code |}, and those that were left out. */
public final class LoadedRows {
    private static final SpoolDirectory SPOOL =
            new SpoolDirectory(Path.of(System.getProperty("java.io.tmpdir"), "tributary-spool-test"), 64 << 20);

    public final List<String> stored = new ArrayList<>();
    public final RejectedRows rejected = new RejectedRows();
    private final TableSchema table;
    private final RowBlockWriter writer;

    private LoadedRows(List<Column> columns) {
        table = new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        writer = new RowBlockWriter(table);
        writer.filter(new RowFilter(new FilterLimits(1, 0), true, rejected));
    }

    /** The body is cut at these places; its values go to the columns in their order. */
    public static LoadedRows of(LoadFormat format, List<Column> columns, byte[] body, int... cuts) {
        return of(format, columns, columns.stream().map(Column::name).toList(), body, cuts);
    }

    /** @param names of a row's values; those of no column are left out */
    public static LoadedRows of(LoadFormat format, List<Column> columns, List<String> names, byte[] body, int... cuts) {
        LoadedRows loaded = new LoadedRows(columns);
        List<Integer> sources = IntStream.range(0, names.size())
                .filter(i -> loaded.table.indexOf(names.get(i)) >= 0)
                .boxed()
                .toList();
        int[] targets = sources.stream()
                .mapToInt(i -> loaded.table.indexOf(names.get(i)))
                .toArray();
        SourceFields fields = new SourceFields(names, new TargetColumns(targets), sources);
        LoadRows rows = format.accept(new FormatRows(columns, fields, loaded.writer, SPOOL));
        loaded.rejected.linesOf(rows);
        try {
            int from = 0;
            for (int i = 0; i <= cuts.length; i++) {
                int to = i == cuts.length ? body.length : cuts[i];
                loaded.keep(rows.add(Arrays.copyOfRange(body, from, to)));
                from = to;
            }
            do {
                loaded.keep(rows.finish());
            } while (rows.hasMore());
        } finally {
            rows.close();
        }
        assertThat(SPOOL.bytes()).isZero();
        return loaded;
    }

    private void keep(List<RowBlock> blocks) {
        RowBlockReader reader =
                new RowBlockReader(table.columns().stream().map(Column::type).toList());
        for (RowBlock block : blocks) {
            reader.reset(block);
            for (int row = 0; row < reader.rowCount(); row++) {
                StringJoiner line = new StringJoiner("|");
                for (int column = 0; column < table.columns().size(); column++) {
                    line.add(reader.isNull(column, row) ? "NULL" : shown(reader, column, row));
                }
                stored.add(line.toString());
            }
        }
    }

    private String shown(RowBlockReader reader, int column, int row) {
        return table.columns().get(column).type().isVariableWidth()
                ? new String(
                        reader.array(),
                        reader.bytesOffset(column, row),
                        reader.bytesLength(column, row),
                        StandardCharsets.UTF_8)
                : Long.toString(reader.getLong(column, row));
    }
}
