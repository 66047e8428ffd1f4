package io.tributary.engine.mysql.query;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The columns of a server's result in our types. */
final class ResultColumns {
    private static final int MICROS_DIGITS = 6;

    private ResultColumns() {}

    static List<ResultColumn> of(ResultSetMetaData data) throws SQLException {
        List<ResultColumn> columns = new ArrayList<>();
        for (int i = 1; i <= data.getColumnCount(); i++) {
            boolean nullable = data.isNullable(i) != ResultSetMetaData.columnNoNulls;
            columns.add(new ResultColumn(data.getColumnLabel(i), type(data, i), nullable));
        }
        return columns;
    }

    private static ColumnType type(ResultSetMetaData data, int column) throws SQLException {
        String name = data.getColumnTypeName(column).toUpperCase(Locale.ROOT);
        int precision = data.getPrecision(column);
        int scale = data.getScale(column);
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
            case "DOUBLE", "DOUBLE UNSIGNED" -> ColumnType.of(Kind.DOUBLE);
            case "DECIMAL", "DECIMAL UNSIGNED" -> decimal(precision, scale);
            case "DATE" -> ColumnType.of(Kind.DATE);
            case "DATETIME", "TIMESTAMP" -> ColumnType.datetime(Math.min(MICROS_DIGITS, scale));
            case "TIME" -> new ColumnType(Kind.TIME, 0, Math.min(MICROS_DIGITS, scale));
            case "BINARY", "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB", "GEOMETRY" ->
                ColumnType.of(Kind.VARBINARY);
            case "JSON" -> ColumnType.of(Kind.JSON);
            case "NULL" -> ColumnType.of(Kind.NULL);
            case "CHAR", "VARCHAR", "ENUM", "SET" -> text(precision);
            default -> ColumnType.of(Kind.STRING);
        };
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
