package io.tributary.contract.schema;

import io.tributary.contract.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A table as every part of the program sees it: immutable, replaced as a whole by a schema change.
 *
 * @param tableId never used again, not even after DROP; 0 in a CREATE that has no id yet
 * @param schemaVersion 1, and another one after each change of columns (not of properties); compared, and not ordered
 * @param layout what CREATE TABLE said that an engine need not act on, so that SHOW CREATE TABLE can say it again
 */
public record TableSchema(
        long tableId,
        String database,
        String name,
        int schemaVersion,
        KeyModel keyModel,
        List<Column> columns,
        TableProperties properties,
        Layout layout) {
    public enum KeyModel {
        DUPLICATE,
        /** A row replaces the one that has the same values in its key columns: the last in log order stays. */
        UNIQUE,
        /** Rows of the same key are aggregated column by column to one, see {@link Aggregation}. */
        AGGREGATE,
        /** It has no rows of its own, see {@link ViewSchema}. */
        VIEW
    }

    /** Property that names the column whose highest value decides which row of a key stays. */
    public static final String SEQUENCE_COLUMN = "function_column.sequence_col";

    /** Property that gives the rows a hidden column for that, of this type. */
    public static final String SEQUENCE_TYPE = "function_column.sequence_type";

    /** Property that says whether partitions come and go by the clock. */
    public static final String DYNAMIC_ENABLE = "dynamic_partition.enable";

    /** What MySQL calls a table's primary key, in {@link Layout#keyName}. */
    public static final String PRIMARY = "PRIMARY";

    /**
     * Clauses that are kept and shown, and do not change how an embedded engine stores rows; which columns are key stands
     * in {@link Column#key}.
     *
     * @param keyColumns as listed in DUPLICATE KEY (…), UNIQUE KEY (…) or PRIMARY KEY (…), possibly empty
     * @param keyName MySQL's name of the key where the table was written in MySQL's form ({@link #PRIMARY}, or that of
     *     its UNIQUE KEY), empty in Doris' form
     * @param distributionClause text of DISTRIBUTED BY …, or empty
     * @param indexes in the order they were made
     * @param rollups in the order they were made
     * @param clusterColumns as listed in CLUSTER BY (…), possibly empty
     * @param options text of MySQL's table options without meaning here, or empty
     * @param constraints of which a CHECK is more than kept and shown
     */
    public record Layout(
            List<String> keyColumns,
            String keyName,
            String comment,
            Partitioning partitioning,
            String distributionClause,
            List<TableIndex> indexes,
            List<Rollup> rollups,
            List<String> clusterColumns,
            String options,
            Constraints constraints) {
        public Layout {
            keyColumns = List.copyOf(keyColumns);
            Objects.requireNonNull(partitioning);
            indexes = List.copyOf(indexes);
            rollups = List.copyOf(rollups);
            clusterColumns = List.copyOf(clusterColumns);
            Objects.requireNonNull(options);
            Objects.requireNonNull(constraints);
        }

        /** A layout without indexes, rollups and what follows. */
        public Layout(
                List<String> keyColumns,
                String keyName,
                String comment,
                Partitioning partitioning,
                String distributionClause) {
            this(
                    keyColumns,
                    keyName,
                    comment,
                    partitioning,
                    distributionClause,
                    List.of(),
                    List.of(),
                    List.of(),
                    "",
                    Constraints.NONE);
        }

        public static Layout none() {
            return new Layout(List.of(), "", "", Partitioning.NONE, "");
        }

        public Layout withPartitioning(Partitioning changed) {
            return new Layout(
                    keyColumns,
                    keyName,
                    comment,
                    changed,
                    distributionClause,
                    indexes,
                    rollups,
                    clusterColumns,
                    options,
                    constraints);
        }

        /** The same with other rollups. */
        public Layout withRollups(List<Rollup> others) {
            return new Layout(
                    keyColumns,
                    keyName,
                    comment,
                    partitioning,
                    distributionClause,
                    indexes,
                    others,
                    clusterColumns,
                    options,
                    constraints);
        }

        /** The same with other constraints. */
        public Layout withConstraints(Constraints others) {
            return new Layout(
                    keyColumns,
                    keyName,
                    comment,
                    partitioning,
                    distributionClause,
                    indexes,
                    rollups,
                    clusterColumns,
                    options,
                    others);
        }
    }

    public TableSchema {
        Objects.requireNonNull(database);
        Objects.requireNonNull(name);
        Objects.requireNonNull(keyModel);
        columns = List.copyOf(columns);
        Objects.requireNonNull(properties);
        Objects.requireNonNull(layout);
    }

    /** Position of a column by name without regard to case, or -1. */
    public int indexOf(String columnName) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(columnName)) {
                return i;
            }
        }
        return -1;
    }

    /** Position of a column as an INSERT lists it: of {@link #indexOf}, or {@link #deleteSignPosition}; else -1. */
    public int writableIndexOf(String columnName) {
        return isUnique() && columnName.equalsIgnoreCase(HiddenColumns.DELETE_SIGN)
                ? deleteSignPosition()
                : indexOf(columnName);
    }

    /** Where the sign that a row deletes its key stands among the values of an INSERT: behind every column. */
    public int deleteSignPosition() {
        return columns.size();
    }

    /** Whether rows have values that nothing shows unless it is asked for. */
    public boolean storesHiddenColumns() {
        return columns.stream().anyMatch(Column::hidden);
    }

    /** The columns that users know of, in table order. */
    public List<Column> visibleColumns() {
        return columns.stream().filter(column -> !column.hidden()).toList();
    }

    /** Positions of the {@link #visibleColumns}. */
    public int[] visiblePositions() {
        return IntStream.range(0, columns.size())
                .filter(i -> !columns.get(i).hidden())
                .toArray();
    }

    /** The {@link #visiblePositions} of columns that rows bring, which are all but the generated ones. */
    public int[] givenPositions() {
        return Arrays.stream(visiblePositions())
                .filter(i -> !columns.get(i).isGenerated())
                .toArray();
    }

    /**
     * Requires a column to be one that gets a value that is given; the delete sign is.
     *
     * @throws io.tributary.contract.error.TributaryException {@code GENERATED_VALUE}
     */
    public void requireGiven(int position) {
        if (position < columns.size() && columns.get(position).isGenerated()) {
            throw ErrorCode.GENERATED_VALUE.error("The value specified for generated column '"
                    + columns.get(position).name() + "' in table '" + name + "' is not allowed.");
        }
    }

    /** Whether some of its columns are generated. */
    public boolean isGenerated() {
        // Asked of each INSERT.
        for (Column column : columns) {
            if (column.isGenerated()) {
                return true;
            }
        }
        return false;
    }

    /** Whether an engine computes something of a row before it is stored: generated columns, or checks. */
    public boolean isCompleted() {
        for (Check check : layout.constraints().checks()) {
            if (check.isComputed()) {
                return true;
            }
        }
        return isGenerated();
    }

    /** Position of the column whose highest value stays of each key, or -1 where the last row does. */
    public int sequencePosition() {
        if (!isUnique()) {
            return -1;
        }
        String mapped = properties.other().get(SEQUENCE_COLUMN);
        return indexOf(mapped == null ? HiddenColumns.SEQUENCE : mapped);
    }

    /** Whether the rows of one key are one row: the last of them, or what they are aggregated to. */
    public boolean isKeyed() {
        return keyModel == KeyModel.UNIQUE || keyModel == KeyModel.AGGREGATE;
    }

    /** Whether its properties say that partitions come and go by the clock; whether they do is {@link Partitioning#byClock}. */
    public boolean isDynamic() {
        return "true".equalsIgnoreCase(properties.other().get(DYNAMIC_ENABLE));
    }

    /** Whether it refuses rows that none of its partitions takes. One whose partitions should come by the clock, and do not, does not. */
    public boolean limitsRows() {
        return layout.partitioning().limitsRows() && (layout.partitioning().byClock() || !isDynamic());
    }

    public boolean isView() {
        return keyModel == KeyModel.VIEW;
    }

    /** Whether a row replaces another of the same key. */
    public boolean isUnique() {
        return keyModel == KeyModel.UNIQUE;
    }

    /** Positions of the key columns, in table order. */
    public int[] keyPositions() {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).key())
                .toArray();
    }

    /** Position of the AUTO_INCREMENT column, or -1. */
    public int autoIncrementPosition() {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).autoIncrement()) {
                return i;
            }
        }
        return -1;
    }

    public TableSchema withProperties(TableProperties changed) {
        return new TableSchema(tableId, database, name, schemaVersion, keyModel, columns, changed, layout);
    }

    public TableSchema withLayout(Layout changed) {
        return new TableSchema(tableId, database, name, schemaVersion, keyModel, columns, properties, changed);
    }

    /** So many low bits of {@link #schemaVersion} count the changes, round and round; those above are by chance. */
    public static final int VERSION_COUNT_BITS = 10;

    /** Whether a version is one that the table had before: of fewer changes, though not of fewer by half a round. */
    public boolean wasAt(int version) {
        int since = (countOf(schemaVersion) - countOf(version)) & ((1 << VERSION_COUNT_BITS) - 1);
        return since > 0 && since < 1 << (VERSION_COUNT_BITS - 1);
    }

    private static int countOf(int version) {
        return version & ((1 << VERSION_COUNT_BITS) - 1);
    }

    /** The version as people read it, in Doris' form: how many there have been, and what tells it from others of that number. */
    public String schemaVersionText() {
        return countOf(schemaVersion) + ":" + (schemaVersion >>> VERSION_COUNT_BITS);
    }

    public TableSchema withSchemaVersion(int version) {
        return new TableSchema(tableId, database, name, version, keyModel, columns, properties, layout);
    }

    /** The same table under another name. */
    public TableSchema named(String other) {
        return new TableSchema(tableId, database, other, schemaVersion, keyModel, columns, properties, layout);
    }

    public TableSchema withTableId(long id) {
        return new TableSchema(id, database, name, schemaVersion, keyModel, columns, properties, layout);
    }
}
