package io.tributary.backend.engine.duckdb;

import io.tributary.backend.engine.EngineTransaction;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.OnDuplicateKey;
import io.tributary.rpc.schema.TableSchema;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;

/** New rows as a temporary table of a session's transaction, for statements that merge them with old ones. */
final class StagedRows {
    private static final String NAME = "temp.main." + DuckDbSession.quote(OnDuplicateKey.NEW_ROWS);
    private static final String ORDER = DuckDbSession.quote("$order");

    private StagedRows() {}

    static void create(DuckDbSession session, BufferAllocator allocator, TableSchema table, List<RowBlock> blocks)
            throws SQLException {
        StringJoiner columns = new StringJoiner(", ");
        List<Column> all = table.columns();
        for (int i = 0; i < all.size(); i++) {
            columns.add(KeyedSql.typed(all.get(i), i) + " AS " + name(i));
        }
        String key =
                Arrays.stream(table.keyPositions()).mapToObj(StagedRows::name).collect(Collectors.joining(", "));
        session.optimize(true);
        RowView.read(
                session,
                allocator,
                RowBlockStream.whole(allocator, table, blocks),
                "CREATE OR REPLACE TEMP TABLE " + NAME + " AS SELECT * EXCLUDE (" + ORDER + "),"
                        + " row_number() OVER (PARTITION BY " + key + " ORDER BY " + ORDER + ") AS "
                        + DuckDbSession.quote(EngineTransaction.ROUND) + " FROM (SELECT " + columns
                        + ", row_number() OVER () AS " + ORDER + " FROM " + RowView.QUALIFIED_NAME + ")");
    }

    static void drop(DuckDbSession session) throws SQLException {
        session.execute("DROP TABLE " + NAME);
    }

    private static String name(int position) {
        return DuckDbSession.quote(OnDuplicateKey.newColumnName(position));
    }
}
