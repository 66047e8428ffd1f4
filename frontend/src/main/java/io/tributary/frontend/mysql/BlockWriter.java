package io.tributary.frontend.mysql;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import io.tributary.frontend.mysql.rows.RowPackets;
import java.util.List;

/** Writes the rows of one result set's blocks to a connection. Event loop of the connection. */
final class BlockWriter {
    private final ClientConnection client;
    private final RowPackets rows;

    BlockWriter(ClientConnection client, List<ResultColumn> columns, boolean binary, boolean latin1) {
        this.client = client;
        List<ColumnType> types = columns.stream().map(ResultColumn::type).toList();
        rows = binary
                ? RowPackets.binary(types, WireColumns.bits(columns), WireColumns.typeCodes(columns), latin1)
                : RowPackets.text(types, WireColumns.bits(columns), latin1);
    }

    /** Writes the rows {@code [from, to)} of a block. */
    void write(RowBlock block, int from, int to) {
        rows.write(block, from, to, client.packets(), client.allocator(), client::write);
    }
}
