package io.tributary.engine.duckdb.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.DuckDbSession;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Appends rows to a table with an AGGREGATE KEY, within the session's transaction: what the table holds of their keys and
 * the rows themselves, in their order, become one row a key, which takes the place of the one that was there.
 */
final class AggregatedAppend {
    private static final String FOLDED = "temp.main.tributary_folded";

    private final DuckDbSession session;
    private final BufferAllocator allocator;
    private final TableSchema table;
    private final KeyedSql sql;

    AggregatedAppend(DuckDbSession session, BufferAllocator allocator, TableSchema table) {
        this.session = session;
        this.allocator = allocator;
        this.table = table;
        sql = new KeyedSql(table);
    }

    void append(List<RowBlock> blocks) throws SQLException {
        session.optimize(true);
        int[] all = IntStream.range(0, table.columns().size()).toArray();
        // A window without an order numbers rows as they come.
        RowView.read(
                session,
                allocator,
                RowBlockStream.whole(allocator, table, blocks),
                "CREATE TEMP TABLE " + KeyedSql.STAGED + " AS SELECT " + sql.typed(all)
                        + ", row_number() OVER () AS arrival FROM " + RowView.QUALIFIED_NAME);
        session.execute("CREATE TEMP TABLE " + FOLDED + " AS " + folded(all));
        session.execute("DELETE FROM " + sql.table() + " AS old USING " + FOLDED + " AS new WHERE " + sql.sameKey());
        session.execute("INSERT INTO " + sql.table() + " SELECT * FROM " + FOLDED);
        session.execute("DROP TABLE " + FOLDED);
        session.execute("DROP TABLE " + KeyedSql.STAGED);
    }

    private String folded(int... all) {
        StringJoiner values = new StringJoiner(", ", "SELECT ", "");
        StringJoiner held = new StringJoiner(", ", "SELECT ", "");
        for (int i : all) {
            Column column = table.columns().get(i);
            String value = column.key() ? "c" + i : AggregateSql.of(column, "c" + i);
            values.add(value + " AS c" + i);
            held.add("old." + SqlName.quote(column.name()) + " AS c" + i);
        }
        String keys = Arrays.stream(table.keyPositions()).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
        return values + " FROM (SELECT * FROM " + KeyedSql.STAGED + " UNION ALL " + held + ", 0 AS arrival FROM "
                + sql.table() + " AS old SEMI JOIN " + KeyedSql.STAGED + " AS new ON " + sql.sameKey()
                + ") AS every_row GROUP BY " + keys;
    }
}
