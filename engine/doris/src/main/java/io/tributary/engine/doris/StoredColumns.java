package io.tributary.engine.doris;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a server has of a table, as its system tables say it: its errors have no numbers that tell what is missing, and what it says of
 * a result has no LARGEINT. Any thread; blocks.
 */
final class StoredColumns {
    /** A type with at most two numbers. */
    private static final Pattern TYPE = Pattern.compile("([a-z0-9 ]+)(?:\\((\\d{1,3})(?:\\s*,\\s*(\\d{1,3}))?\\))?.*");

    private static final int MICROS_DIGITS = 6;

    private final ServerConnections connections;

    StoredColumns(ServerConnections connections) {
        this.connections = connections;
    }

    /** @throws TributaryException UNKNOWN_DATABASE or UNKNOWN_TABLE */
    List<ResultColumn> of(String database, String table) {
        require(database, table);
        return Sql.on(
                connections,
                sql -> sql.query(
                        "SELECT column_name, column_type, is_nullable FROM information_schema.columns"
                                + " WHERE table_schema = " + literal(database) + " AND table_name = " + literal(table)
                                + " ORDER BY ordinal_position",
                        StoredColumns::read));
    }

    void require(String database, String table) {
        if (!isThere("information_schema.schemata WHERE schema_name = " + literal(database))) {
            throw new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'");
        }
        if (!isThere("information_schema.tables WHERE table_schema = " + literal(database) + " AND table_name = "
                + literal(table))) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE, "Table '" + database + "." + table + "' doesn't exist");
        }
    }

    private boolean isThere(String which) {
        return Sql.on(connections, sql -> sql.number("SELECT count(*) FROM " + which)) > 0;
    }

    private static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private static List<ResultColumn> read(ResultSet rows) throws SQLException {
        List<ResultColumn> columns = new ArrayList<>();
        while (rows.next()) {
            columns.add(new ResultColumn(
                    rows.getString(1),
                    type(rows.getString(2)),
                    "YES".equalsIgnoreCase(rows.getString(3)),
                    ColumnOrigin.COMPUTED));
        }
        return columns;
    }

    static ColumnType type(String text) {
        Matcher parts = TYPE.matcher(text.toLowerCase(Locale.ROOT).strip());
        if (!parts.matches()) {
            return ColumnType.of(Kind.STRING);
        }
        return switch (parts.group(1).strip()) {
            case "boolean" -> ColumnType.of(Kind.BOOLEAN);
            case "tinyint" -> ColumnType.of(Kind.TINYINT);
            case "smallint" -> ColumnType.of(Kind.SMALLINT);
            case "int", "integer" -> ColumnType.of(Kind.INT);
            case "bigint" -> ColumnType.of(Kind.BIGINT);
            case "largeint", "bigint unsigned" -> ColumnType.of(Kind.LARGEINT);
            case "float" -> ColumnType.of(Kind.FLOAT);
            case "double" -> ColumnType.of(Kind.DOUBLE);
            case "decimal", "decimalv2", "decimalv3", "decimal32", "decimal64", "decimal128" ->
                decimal(parts.group(2), parts.group(3));
            case "date", "datev2" -> ColumnType.of(Kind.DATE);
            case "datetime", "datetimev2" -> ColumnType.datetime(Math.min(MICROS_DIGITS, number(parts.group(2))));
            default -> ColumnType.of(Kind.STRING);
        };
    }

    /** A server's DECIMAL may have more digits than ours: whole numbers are LARGEINT then, and others their texts. */
    private static ColumnType decimal(@Nullable String precision, @Nullable String scale) {
        int digits = Math.max(1, number(precision));
        int decimals = number(scale);
        if (digits <= ColumnType.DECIMAL_PRECISION_MAX && decimals <= digits) {
            return ColumnType.decimal(digits, decimals);
        }
        return ColumnType.of(decimals == 0 ? Kind.LARGEINT : Kind.STRING);
    }

    /** A number of at most three digits; 0 where there is none. */
    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }
}
