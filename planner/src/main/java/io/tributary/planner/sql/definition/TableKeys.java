package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.KeyModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a CREATE TABLE names in MySQL's form, until it is known which of them is the table's: the PRIMARY KEY, or
 * else, as InnoDB takes it, the first UNIQUE KEY whose columns are all NOT NULL. Every other key is an index that is kept
 * by name alone; a further UNIQUE KEY is not enforced.
 */
final class TableKeys {
    private final List<Key> keys = new ArrayList<>();

    /**
     * One key or index.
     *
     * @param name {@link TableSchema#PRIMARY}, as written, or empty
     * @param columns in key order; empty for one over expressions
     */
    record Key(boolean unique, String name, List<String> columns, boolean prefixes) {
        boolean primary() {
            return name.equals(TableSchema.PRIMARY);
        }
    }

    /** What becomes of the table: its model, its columns with those of the key marked, and how the key was written. */
    record Decided(KeyModel model, List<Column> columns, List<String> keyColumns, String keyName) {}

    /** @throws TributaryException MULTIPLE_PRIMARY_KEYS or DUPLICATE_KEY_NAME */
    void add(Key key) {
        for (Key other : keys) {
            if (!key.name().isEmpty() && key.name().equalsIgnoreCase(other.name())) {
                throw key.primary()
                        ? multiplePrimaryKeys()
                        : ErrorCode.DUPLICATE_KEY_NAME.error("Duplicate key name '" + key.name() + "'");
            }
        }
        keys.add(key);
    }

    /** Whether some key begins with this column, as MySQL wants it of an AUTO_INCREMENT column. */
    boolean leads(String column) {
        return keys.stream()
                .anyMatch(
                        key -> !key.columns().isEmpty() && key.columns().get(0).equalsIgnoreCase(column));
    }

    /**
     * Decides for these columns.
     *
     * @param nullable names, in lower case, of columns that were written as NULL
     * @throws TributaryException UNKNOWN_KEY_COLUMN, NULL_IN_PRIMARY_KEY, DUPLICATE_COLUMN, or NOT_SUPPORTED for a key
     *     over a prefix, an expression or a type that no key can have
     */
    Decided decide(List<Column> columns, Set<String> nullable) {
        keys.forEach(key -> requireColumns(key, columns));
        Key own = own(columns);
        if (own == null) {
            return new Decided(KeyModel.DUPLICATE, columns, List.of(), "");
        }
        List<Column> keyed = mark(columns, own.columns());
        if (own.primary()) {
            for (String name : own.columns()) {
                int position = position(columns, name);
                if (nullable.contains(name.toLowerCase(Locale.ROOT))) {
                    throw ErrorCode.NULL_IN_PRIMARY_KEY.error(
                            "All parts of a PRIMARY KEY must be NOT NULL; if you need NULL in a key, use UNIQUE instead");
                }
                keyed.set(position, keyed.get(position).required());
            }
        }
        return new Decided(KeyModel.UNIQUE, keyed, own.columns(), own.name());
    }

    private @Nullable Key own(List<Column> columns) {
        Key first = null;
        for (Key key : keys) {
            if (key.primary()) {
                if (key.prefixes() || key.columns().isEmpty()) {
                    throw TributaryException.notSupported("PRIMARY KEY over a prefix or an expression");
                }
                return key;
            }
            if (first == null && key.unique() && isWhole(key, columns)) {
                first = key;
            }
        }
        if (first == null || !first.name().isEmpty()) {
            return first;
        }
        // MySQL names it by its first column.
        return new Key(true, first.columns().get(0), first.columns(), false);
    }

    private static boolean isWhole(Key key, List<Column> columns) {
        return !key.prefixes()
                && !key.columns().isEmpty()
                && key.columns().stream()
                        .noneMatch(name -> columns.get(position(columns, name)).nullable());
    }

    /**
     * The columns, those of a key marked.
     *
     * @throws TributaryException as {@link #decide}
     */
    static List<Column> mark(List<Column> columns, List<String> key) {
        List<Column> keyed = new ArrayList<>(columns);
        Set<String> seen = new HashSet<>();
        for (String name : key) {
            int position = position(columns, name);
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                throw ErrorCode.DUPLICATE_COLUMN.error("Duplicate column name '" + name + "'");
            }
            keyed.set(position, columns.get(position).asKey());
        }
        return keyed;
    }

    /** @throws TributaryException MULTIPLE_PRIMARY_KEYS where a column marked KEY is none of the table's key */
    static void requireWithin(List<String> key, List<String> marked) {
        for (String name : marked) {
            if (key.stream().noneMatch(name::equalsIgnoreCase)) {
                throw multiplePrimaryKeys();
            }
        }
    }

    static TributaryException multiplePrimaryKeys() {
        return ErrorCode.MULTIPLE_PRIMARY_KEYS.error("Multiple primary key defined");
    }

    /** @throws TributaryException UNKNOWN_KEY_COLUMN where an index is over a column that the table does not have */
    static void requireColumns(Key index, List<Column> columns) {
        index.columns().forEach(name -> position(columns, name));
    }

    /** Requires that the table has the columns of these names. */
    static void requireColumns(List<String> names, List<Column> columns) {
        names.forEach(name -> position(columns, name));
    }

    /** @throws TributaryException NOT_SUPPORTED where an index that is to be dropped is the table's key */
    static void requireNotOwn(TableSchema table, String index) {
        if (index.equalsIgnoreCase(table.layout().keyName())) {
            throw TributaryException.notSupported("dropping the key of a table (" + index + ")");
        }
    }

    /** @throws TributaryException NOT_SUPPORTED where a column of any key has a type that no key can have */
    static void requireScalars(List<Column> columns) {
        for (Column column : columns) {
            ColumnType.Kind kind = column.type().kind();
            if (column.key() && (kind == ColumnType.Kind.ARRAY || kind == ColumnType.Kind.VARIANT)) {
                throw TributaryException.notSupported(kind + " as a key column (" + column.name() + ")");
            }
        }
    }

    /** Values of a key are compared byte by byte, which these types do not stand. */
    static void requireComparable(List<Column> columns) {
        for (Column column : columns) {
            ColumnType.Kind kind = column.type().kind();
            boolean refused =
                    kind == ColumnType.Kind.FLOAT || kind == ColumnType.Kind.DOUBLE || kind == ColumnType.Kind.JSON;
            if (column.key() && refused) {
                throw TributaryException.notSupported(kind + " as a key column (" + column.name() + ")");
            }
        }
    }

    private static int position(List<Column> columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw ErrorCode.UNKNOWN_KEY_COLUMN.error("Key column '" + name + "' doesn't exist in table");
    }
}
