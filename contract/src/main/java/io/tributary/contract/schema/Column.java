package io.tributary.contract.schema;

import java.util.Objects;

/**
 * A column of a table.
 *
 * @param name as written in CREATE TABLE; compared without regard to case
 * @param key whether it is part of the table's key
 * @param aggregation of a value column of an AGGREGATE KEY table
 * @param collation CHARACTER SET and COLLATE as MySQL shows them, or empty: queries compare by it, keys and partitions by bytes
 */
public record Column(
        String name,
        ColumnType type,
        boolean nullable,
        boolean key,
        DefaultValue defaultValue,
        boolean autoIncrement,
        String comment,
        Aggregation aggregation,
        String collation) {
    private static final String COLLATE = "COLLATE ";

    public Column {
        Objects.requireNonNull(name);
        Objects.requireNonNull(type);
        Objects.requireNonNull(defaultValue);
        Objects.requireNonNull(comment);
        Objects.requireNonNull(aggregation);
        Objects.requireNonNull(collation);
    }

    /** A column without CHARACTER SET and COLLATE. */
    public Column(
            String name,
            ColumnType type,
            boolean nullable,
            boolean key,
            DefaultValue defaultValue,
            boolean autoIncrement,
            String comment,
            Aggregation aggregation) {
        this(name, type, nullable, key, defaultValue, autoIncrement, comment, aggregation, "");
    }

    /** A column that is not aggregated. */
    public Column(
            String name,
            ColumnType type,
            boolean nullable,
            boolean key,
            DefaultValue defaultValue,
            boolean autoIncrement,
            String comment) {
        this(name, type, nullable, key, defaultValue, autoIncrement, comment, Aggregation.NONE);
    }

    /** Whether nothing shows it unless it is asked for, see {@link HiddenColumns}. */
    public boolean hidden() {
        return name.equalsIgnoreCase(HiddenColumns.SEQUENCE);
    }

    /** This column as a part of the table's key. */
    public Column asKey() {
        return new Column(name, type, nullable, true, defaultValue, autoIncrement, comment, aggregation, collation);
    }

    /** This column as NOT NULL. */
    public Column required() {
        return new Column(name, type, false, key, defaultValue, autoIncrement, comment, aggregation, collation);
    }

    /** This column without a default, and where it is left out NULL. */
    public Column optional() {
        return new Column(name, type, true, key, DefaultValue.none(), autoIncrement, comment, aggregation, collation);
    }

    /** This column under another name. */
    public Column named(String other) {
        return new Column(other, type, nullable, key, defaultValue, autoIncrement, comment, aggregation, collation);
    }

    /** This column with another comment. */
    public Column commented(String other) {
        return new Column(name, type, nullable, key, defaultValue, autoIncrement, other, aggregation, collation);
    }

    /** This column with another default. */
    public Column withDefault(DefaultValue other) {
        return new Column(name, type, nullable, key, other, autoIncrement, comment, aggregation, collation);
    }

    /** This column with another aggregation. */
    public Column aggregatedBy(Aggregation other) {
        return new Column(name, type, nullable, key, defaultValue, autoIncrement, comment, other, collation);
    }

    public static Column of(String name, ColumnType type, boolean nullable) {
        return new Column(name, type, nullable, false, DefaultValue.none(), false, "");
    }

    /** Returns the name that stands in {@link #collation} behind COLLATE, or nothing. */
    public String collationName() {
        int start = collation.indexOf(COLLATE);
        return start < 0 ? "" : collation.substring(start + COLLATE.length()).replace("`", "");
    }

    /** The same with a collation, unless it has one or a character set of its own, or no characters. */
    public Column collatedBy(String name) {
        return !type.isText() || name.isEmpty() || !collation.isEmpty()
                ? this
                : new Column(
                        this.name,
                        type,
                        nullable,
                        key,
                        defaultValue,
                        autoIncrement,
                        comment,
                        aggregation,
                        COLLATE + "`" + name + "`");
    }
}
