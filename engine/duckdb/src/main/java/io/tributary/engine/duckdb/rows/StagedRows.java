package io.tributary.engine.duckdb.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.port.EngineTransaction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;

/**
 * New rows and the old ones of their keys as temporary tables of a session's transaction, for statements that merge them.
 * They end with the transaction unless it commits.
 */
public final class StagedRows {
    private static final String CREATE = "CREATE OR REPLACE TEMP TABLE ";
    private static final String NEW = DuckDbSession.temporary(OnDuplicateKey.NEW_ROWS);
    private static final String OLD = DuckDbSession.temporary(EngineTransaction.OLD_ROWS);
    private static final String CHANGED = DuckDbSession.temporary("$changed");
    private static final String ORDER = SqlName.quote(EngineTransaction.ORDER);
    private static final String ROUND = SqlName.quote(EngineTransaction.ROUND);

    private final DuckDbSession session;
    private final BufferAllocator allocator;
    private final TableSchema table;

    public StagedRows(DuckDbSession session, BufferAllocator allocator, TableSchema table) {
        this.session = session;
        this.allocator = allocator;
        this.table = table;
    }

    /** Returns what can be read, without a database. */
    public static List<TableSchema> schemas(TableSchema table) {
        List<Column> fresh = new ArrayList<>();
        List<Column> old = new ArrayList<>();
        for (Column column : table.columns()) {
            String collation = column.collationName();
            fresh.add(Column.of(OnDuplicateKey.newColumnName(fresh.size()), column.type(), true)
                    .collatedBy(collation));
            old.add(Column.of(column.name(), column.type(), column.nullable()).collatedBy(collation));
        }
        for (String number : List.of(EngineTransaction.ORDER, EngineTransaction.ROUND)) {
            fresh.add(Column.of(number, ColumnType.of(ColumnType.Kind.BIGINT), false));
        }
        return List.of(named(OnDuplicateKey.NEW_ROWS, fresh, table), named(EngineTransaction.OLD_ROWS, old, table));
    }

    private static TableSchema named(String name, List<Column> columns, TableSchema table) {
        return new TableSchema(
                table.tableId(),
                "",
                name,
                table.schemaVersion(),
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    public void create(List<RowBlock> blocks) throws SQLException {
        String key =
                Arrays.stream(table.keyPositions()).mapToObj(StagedRows::name).collect(Collectors.joining(", "));
        session.optimize(true);
        fromBlocks(
                blocks,
                CREATE + NEW + " AS SELECT *, row_number() OVER (PARTITION BY " + key + " ORDER BY " + ORDER + ") AS "
                        + ROUND + " FROM (SELECT " + typed() + ", row_number() OVER () AS " + ORDER + " FROM "
                        + RowView.QUALIFIED_NAME + ")");
        session.execute(CREATE + OLD + " AS SELECT * FROM " + DuckDbSession.table(table)
                + " AS old WHERE EXISTS (SELECT 1 FROM " + NEW + " AS new WHERE " + sameKey() + ")");
    }

    /** These rows are the old ones of their keys from now on; the last where there are several. */
    public void replaceOld(List<RowBlock> blocks) throws SQLException {
        session.optimize(true);
        fromBlocks(blocks, CREATE + CHANGED + " AS SELECT " + typed() + " FROM " + RowView.QUALIFIED_NAME);
        session.execute("DELETE FROM " + OLD + " AS old USING " + CHANGED + " AS new WHERE " + sameKey());
        session.execute("INSERT INTO " + OLD + " SELECT * FROM " + CHANGED);
    }

    public static void drop(DuckDbSession session) throws SQLException {
        for (String name : List.of(NEW, OLD, CHANGED)) {
            session.execute("DROP TABLE IF EXISTS " + name);
        }
    }

    private void fromBlocks(List<RowBlock> blocks, String sql) throws SQLException {
        RowView.read(session, allocator, RowBlockStream.whole(allocator, table, blocks), sql);
    }

    /** The columns of the view as the table's types. */
    private String typed() {
        StringJoiner columns = new StringJoiner(", ");
        List<Column> all = table.columns();
        for (int i = 0; i < all.size(); i++) {
            columns.add(KeyedSql.typed(all.get(i), i) + " AS " + name(i));
        }
        return columns.toString();
    }

    private String sameKey() {
        return KeyedSql.sameKey(table, StagedRows::name);
    }

    private static String name(int position) {
        return SqlName.quote(OnDuplicateKey.newColumnName(position));
    }
}
