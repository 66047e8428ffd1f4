package io.tributary.engine.mysql.query;

import com.mysql.cj.result.Field;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The columns of a server's result in our types. */
final class ResultColumns {
    private static final int MICROS_DIGITS = 6;

    /** What a DOUBLE without a fixed number of digits tells for it; the driver says 0 then. */
    private static final int ANY_DIGITS = 31;

    private static final int LARGEINT_DIGITS = 39;

    /** What a server says of a sum of LARGEINTs: 22 more than these have. */
    private static final int SUM_DIGITS = LARGEINT_DIGITS + 22;

    /** Flags of a column definition. */
    private static final int NOT_NULL = 1;

    private static final int KEY = 2;
    private static final int AUTO_INCREMENT = 512;

    private ResultColumns() {}

    static List<ResultColumn> of(ResultSetMetaData data) throws SQLException {
        Field[] fields =
                data.unwrap(com.mysql.cj.jdbc.result.ResultSetMetaData.class).getFields();
        List<ResultColumn> columns = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            ColumnType type = type(data.getColumnTypeName(i + 1), data.getPrecision(i + 1), fields[i].getDecimals());
            if (type.equals(ColumnType.of(Kind.LARGEINT)) && !isLargeInt(fields[i], data.getPrecision(i + 1))) {
                type = ColumnType.of(Kind.STRING);
            }
            boolean nullable = (fields[i].getFlags() & NOT_NULL) == 0;
            columns.add(new ResultColumn(label(data, i + 1), type, nullable, origin(fields[i], type, nullable)));
        }
        return columns;
    }

    /** Which columns are BIT: their values come as bytes. */
    static BitSet bits(ResultSetMetaData data) throws SQLException {
        BitSet bits = new BitSet();
        for (int i = 0; i < data.getColumnCount(); i++) {
            bits.set(i, data.getColumnTypeName(i + 1).equalsIgnoreCase("BIT"));
        }
        return bits;
    }

    private static String label(ResultSetMetaData data, int column) throws SQLException {
        return name(data.getColumnLabel(column));
    }

    /** The driver has none where it is empty, as that of SELECT '', or the database of a table in FROM that is a query. */
    private static String name(@Nullable String drivers) {
        return drivers == null ? "" : drivers;
    }

    private static ColumnOrigin origin(Field field, ColumnType type, boolean nullable) {
        String database = name(field.getDatabaseName());
        String table = name(field.getOriginalTableName());
        String column = name(field.getOriginalName());
        return database.isEmpty() || table.isEmpty() || column.isEmpty()
                ? ColumnOrigin.COMPUTED
                : new ColumnOrigin(
                        database,
                        name(field.getTableName()),
                        table,
                        column,
                        type,
                        "",
                        nullable,
                        (field.getFlags() & KEY) != 0,
                        (field.getFlags() & AUTO_INCREMENT) != 0);
    }

    private static ColumnType type(String driversName, int precision, int scale) {
        String name = driversName.toUpperCase(Locale.ROOT);
        return switch (name) {
            case "TINYINT" -> ColumnType.of(Kind.TINYINT);
            case "TINYINT UNSIGNED" -> ColumnType.unsigned(8);
            case "SMALLINT", "YEAR" -> ColumnType.of(Kind.SMALLINT);
            case "SMALLINT UNSIGNED" -> ColumnType.unsigned(16);
            case "MEDIUMINT", "INT" -> ColumnType.of(Kind.INT);
            case "MEDIUMINT UNSIGNED" -> ColumnType.unsigned(24);
            case "INT UNSIGNED" -> ColumnType.unsigned(32);
            case "BIGINT" -> ColumnType.of(Kind.BIGINT);
            case "BIGINT UNSIGNED", "BIT" -> ColumnType.unsigned(64);
            case "FLOAT", "FLOAT UNSIGNED" -> ColumnType.of(Kind.FLOAT);
            case "DOUBLE", "DOUBLE UNSIGNED" ->
                scale > 0 && scale < ANY_DIGITS ? ColumnType.fixedDouble(scale) : ColumnType.of(Kind.DOUBLE);
            case "DECIMAL", "DECIMAL UNSIGNED" -> decimal(precision, scale);
            case "DATE" -> ColumnType.of(Kind.DATE);
            case "DATETIME", "TIMESTAMP" -> ColumnType.datetime(Math.min(MICROS_DIGITS, scale));
            case "TIME" -> new ColumnType(Kind.TIME, 0, Math.min(MICROS_DIGITS, scale));
            case "BINARY", "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB", "GEOMETRY", "VECTOR" ->
                ColumnType.of(Kind.VARBINARY);
            case "JSON" -> ColumnType.of(Kind.JSON);
            case "NULL" -> ColumnType.of(Kind.NULL);
            case "CHAR", "VARCHAR", "ENUM", "SET" -> text(precision);
            default -> ColumnType.of(Kind.STRING);
        };
    }

    /** A table's has the digits of a LARGEINT, and a sum of BIGINTs, which is one too, says that it has some more. */
    private static boolean isLargeInt(Field field, int precision) {
        return precision <= (name(field.getOriginalTableName()).isEmpty() ? SUM_DIGITS : LARGEINT_DIGITS);
    }

    /** A server's DECIMAL may have more digits than ours; its text is then the value. */
    private static ColumnType decimal(int precision, int scale) {
        if (scale == 0 && precision > ColumnType.DECIMAL_PRECISION_MAX) {
            return ColumnType.of(Kind.LARGEINT);
        }
        return precision > ColumnType.DECIMAL_PRECISION_MAX
                ? ColumnType.of(Kind.STRING)
                : ColumnType.decimal(Math.max(1, precision), scale);
    }

    private static ColumnType text(int characters) {
        return characters < 1 || characters > ColumnType.VARCHAR_LENGTH_MAX
                ? ColumnType.of(Kind.STRING)
                : ColumnType.varchar(characters);
    }
}
