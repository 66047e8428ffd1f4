package io.tributary.contract.schema;

import java.util.Objects;

/**
 * The column of a table that a column of a result shows unchanged: what MySQL tells a client of it.
 *
 * @param database empty, as are the other names, for {@link #COMPUTED}
 * @param table what the statement calls the table: its alias or its name
 * @param type as declared; the engine knows texts without a length
 * @param nullable whether NULL may stand there: in the table, or because an outer join finds no row
 * @param declared MySQL's words for its type where they say more, see {@link Column.Declared#type}
 * @param key whether it is part of a key that no two rows share
 */
public record ColumnOrigin(
        String database,
        String table,
        String originalTable,
        String originalName,
        ColumnType type,
        String declared,
        boolean nullable,
        boolean key,
        boolean autoIncrement) {
    /** A column that belongs to no table. */
    public static final ColumnOrigin COMPUTED =
            new ColumnOrigin("", "", "", "", ColumnType.of(ColumnType.Kind.NULL), "", true, false, false);

    public ColumnOrigin {
        Objects.requireNonNull(database);
        Objects.requireNonNull(table);
        Objects.requireNonNull(originalTable);
        Objects.requireNonNull(originalName);
        Objects.requireNonNull(type);
        Objects.requireNonNull(declared);
    }

    public static ColumnOrigin of(TableSchema table, Column column) {
        return new ColumnOrigin(
                table.database(),
                table.name(),
                table.name(),
                column.name(),
                column.type(),
                column.declared().type(),
                column.nullable(),
                table.isKeyed() && column.key(),
                column.autoIncrement());
    }

    /** The same where the statement calls the table so. */
    public ColumnOrigin under(String alias) {
        return new ColumnOrigin(
                database, alias, originalTable, originalName, type, declared, nullable, key, autoIncrement);
    }

    /** The same on the side of an outer join that may have no row. */
    public ColumnOrigin optional() {
        return new ColumnOrigin(database, table, originalTable, originalName, type, declared, true, key, autoIncrement);
    }
}
