package io.tributary.bench.jmh;

import io.tributary.cli.lineitem.LineItemRow;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.mysql.PreparedRowEncoder;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.protocol.command.ExecuteBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TPC-H lineitems as the blocks that the frontend makes of one statement each; always the same ones. */
public final class LineItemBlocks {
    private static final byte[] @Nullable [] NO_LONG_DATA = new byte[0][];

    private LineItemBlocks() {}

    /** The table of their rows. */
    public static TableSchema table() {
        return LineItemStatements.table();
    }

    /** {@value LineItemStatements#COUNT} different blocks. */
    public static List<RowBlock> of(int rowsEach) {
        return of(LineItemStatements.COUNT, rowsEach);
    }

    public static List<RowBlock> of(int count, int rowsEach) {
        PreparedRowEncoder encoder = new PreparedRowEncoder(
                TargetColumns.all(LineItemStatements.COLUMNS),
                RowTemplate.ofParameters(rowsEach, LineItemStatements.COLUMNS),
                SqlMode.DEFAULT);
        RowBlockWriter writer = new RowBlockWriter(table().columns());
        List<RowBlock> blocks = new ArrayList<>(count);
        for (List<LineItemRow> rows : LineItemStatements.rows(count, rowsEach)) {
            ExecuteBody body = ExecuteBody.parse(
                    LineItemStatements.executeBody(rows), rowsEach * LineItemStatements.COLUMNS, null);
            blocks.addAll(encoder.encode(body, NO_LONG_DATA, StandardCharsets.UTF_8, writer));
        }
        return List.copyOf(blocks);
    }
}
