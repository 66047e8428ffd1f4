package io.tributary.engine.mysql;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.rows.RowAppend;
import io.tributary.engine.mysql.session.ServerFacts;
import io.tributary.engine.mysql.session.SqlName;
import io.tributary.engine.mysql.store.StoreTables;
import io.tributary.engine.port.EngineTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Rows that are merged with those of their keys, in temporary tables of the connection: they are nobody else's, and to make them
 * commits nothing. One transaction, one thread.
 */
final class StagedRows {
    /** The database in which they go by their names alone. */
    static final String DATABASE = StoreTables.DATABASE;

    private static final String RAW = "$raw";
    private static final String CHANGED = "$changed";
    private static final String NEW = SqlName.of(DATABASE, OnDuplicateKey.NEW_ROWS);
    private static final String OLD = SqlName.of(DATABASE, EngineTransaction.OLD_ROWS);
    private static final String ORDER = SqlName.quote(EngineTransaction.ORDER);
    private static final String ROUND = SqlName.quote(EngineTransaction.ROUND);
    private static final String CREATE = "CREATE TEMPORARY TABLE ";

    private final Connection connection;
    private final ServerFacts facts;
    private final TableSchema table;

    StagedRows(Connection connection, ServerFacts facts, TableSchema table) {
        this.connection = connection;
        this.facts = facts;
        this.table = table;
    }

    /** Makes the new rows and the old ones of their keys readable. */
    void create(List<RowBlock> blocks) throws SQLException {
        drop(connection);
        String key = Arrays.stream(table.keyPositions())
                .mapToObj(StagedRows::newName)
                .collect(Collectors.joining(", "));
        append(RAW, blocks);
        execute(CREATE + NEW + " (PRIMARY KEY (" + ORDER + ")) AS SELECT *, ROW_NUMBER() OVER (PARTITION BY " + key
                + " ORDER BY " + ORDER + ") AS " + ROUND + " FROM " + SqlName.of(DATABASE, RAW));
        // MySQL locks no rows in a definition.
        String theirs = " FROM " + SqlName.of(table) + " AS old";
        execute(CREATE + OLD + " (" + HiddenKey.of(table) + ") AS SELECT " + oldNames("old.") + theirs + " LIMIT 0");
        // What is read so stays as it is until the transaction ends.
        execute("INSERT INTO " + OLD + " (" + oldNames("") + ") SELECT " + oldNames("old.") + theirs
                + " JOIN (SELECT DISTINCT " + key + " FROM " + NEW + ") AS new ON " + sameKey("old", "new")
                + " FOR UPDATE");
    }

    /** These rows are the old ones of their keys from now on; the last where there are several. */
    void replaceOld(List<RowBlock> blocks) throws SQLException {
        execute("DROP TEMPORARY TABLE IF EXISTS " + SqlName.of(DATABASE, CHANGED));
        append(CHANGED, blocks);
        String changed = SqlName.of(DATABASE, CHANGED);
        execute("DELETE old FROM " + OLD + " AS old JOIN " + changed + " AS new ON " + sameKey("old", "new"));
        execute("INSERT INTO " + OLD + " (" + oldNames("") + ") SELECT " + newNames() + " FROM " + changed);
    }

    private String oldNames(String before) {
        return table.columns().stream()
                .map(column -> before + SqlName.quote(column.name()))
                .collect(Collectors.joining(", "));
    }

    private String newNames() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            names.add(newName(i));
        }
        return String.join(", ", names);
    }

    static void drop(Connection connection) throws SQLException {
        String names = List.of(RAW, CHANGED, OnDuplicateKey.NEW_ROWS, EngineTransaction.OLD_ROWS).stream()
                .map(name -> SqlName.of(DATABASE, name))
                .collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TEMPORARY TABLE IF EXISTS " + names);
        }
    }

    /** Puts rows into a new table whose columns are called like new rows', in their order. */
    private void append(String name, List<RowBlock> blocks) throws SQLException {
        List<Column> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            columns.add(Column.of(OnDuplicateKey.newColumnName(columns.size()), column.type(), true));
        }
        TableSchema staged = new TableSchema(
                table.tableId(),
                DATABASE,
                name,
                table.schemaVersion(),
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        String definitions =
                columns.stream().map(column -> TableDdl.column(staged, column)).collect(Collectors.joining(", "));
        execute(CREATE + SqlName.of(staged) + " (" + definitions + ", " + ORDER
                + " BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY) DEFAULT CHARSET=utf8mb4 COLLATE=" + facts.collation());
        new RowAppend(connection, facts, staged, "").append(blocks);
    }

    private String sameKey(String old, String fresh) {
        return Arrays.stream(table.keyPositions())
                .mapToObj(i ->
                        old + "." + SqlName.quote(table.columns().get(i).name()) + " <=> " + fresh + "." + newName(i))
                .collect(Collectors.joining(" AND "));
    }

    private static String newName(int position) {
        return SqlName.quote(OnDuplicateKey.newColumnName(position));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
