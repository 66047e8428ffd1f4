package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.Layout;
import io.tributary.planner.plan.part.TableName;
import io.tributary.planner.sql.definition.constraint.AlteredConstraints;
import io.tributary.planner.sql.definition.constraint.GeneratedColumns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table while an ALTER TABLE goes through its actions: the columns as they are to be, each with the column of the
 * existing table it comes from. Errors are MySQL's: 1054, 1060, 1067, 1090, 1091; 1235 for what would touch a key.
 */
final class AlteredTable {
    private final TableSchema before;
    private final SqlMode mode;
    private final List<Altered> columns = new ArrayList<>();
    private final List<String> keyColumns;
    final AlteredIndexes indexes;
    final AlteredRollups rollups;
    final AlteredPartitions partitions;
    final AlteredConstraints constraints;
    private final List<String> clusterColumns;
    private String name;
    private String comment;
    private String distributionClause;
    private boolean changed;

    /** @param source position in the existing table, or -1 for a new column */
    private record Altered(Column column, int source) {}

    /** Where a column is put: first, behind another, or (neither) where it is, a new one last. */
    record Place(boolean first, @Nullable String after) {
        static final Place NONE = new Place(false, null);
    }

    /** @param mode by which a generated column that is written again is read */
    AlteredTable(TableSchema before, SqlMode mode) {
        this.before = before;
        this.mode = mode;
        name = before.name();
        comment = before.layout().comment();
        distributionClause = before.layout().distributionClause();
        keyColumns = new ArrayList<>(before.layout().keyColumns());
        indexes = new AlteredIndexes(before);
        rollups = new AlteredRollups(before);
        partitions = new AlteredPartitions(before);
        constraints = new AlteredConstraints(before);
        clusterColumns = new ArrayList<>(before.layout().clusterColumns());
        for (int i = 0; i < before.columns().size(); i++) {
            columns.add(new Altered(before.columns().get(i), i));
        }
    }

    /** What its columns are so far. */
    List<Column> columns() {
        return columns.stream().map(Altered::column).toList();
    }

    void add(Column column, Place place) {
        if (column.autoIncrement() || column.key()) {
            throw TributaryException.notSupported(
                    "ALTER TABLE ADD of a column that is a key or AUTO_INCREMENT (" + column.name() + ")");
        }
        if (column.isGenerated()) {
            throw TributaryException.notSupported("ALTER TABLE ADD of a generated column (" + column.name() + ")");
        }
        requireFree(column.name(), -1);
        DefaultCheck.check(column);
        insert(new Altered(column, -1), place, columns.size());
    }

    void drop(String column) {
        int at = find(column);
        if (at < 0) {
            throw ErrorCode.CANNOT_DROP.error("Can't DROP '" + column + "'; check that column/key exists");
        }
        if (columns.size() == 1) {
            throw ErrorCode.CANNOT_REMOVE_ALL_COLUMNS.error(
                    "You can't delete all columns with ALTER TABLE; use DROP TABLE instead");
        }
        Column dropped = columns.get(at).column();
        if (dropped.key() && before.isKeyed()) {
            throw TributaryException.notSupported("dropping a column of a table's key (" + dropped.name() + ")");
        }
        if (SequenceColumn.is(before, dropped)) {
            throw SequenceColumn.refused("drop", dropped, before);
        }
        requireNotRead(dropped.name());
        partitions.requireNotBy(dropped.name());
        constraints.dropColumn(dropped.name());
        if (Distribution.of(distributionClause).columns().stream().anyMatch(dropped.name()::equalsIgnoreCase)) {
            throw TributaryException.notSupported("dropping a column of DISTRIBUTED BY (" + dropped.name() + ")");
        }
        keyColumns.removeIf(key -> key.equalsIgnoreCase(dropped.name()));
        clusterColumns.removeIf(each -> each.equalsIgnoreCase(dropped.name()));
        indexes.dropColumn(dropped.name());
        rollups.dropColumn(dropped.name());
        columns.remove(at);
        changed = true;
    }

    /** MODIFY and CHANGE: what is not said again (DEFAULT, COMMENT, NOT NULL) is gone, but never the key. */
    void replace(String column, Column written, Place place) {
        int at = existing(column);
        Altered old = columns.get(at);
        Column is = old.column();
        requireFree(written.name(), at);
        if (written.autoIncrement() && !is.autoIncrement()) {
            throw TributaryException.notSupported("ALTER TABLE that makes a column AUTO_INCREMENT (" + is.name() + ")");
        }
        boolean primary = is.key() && before.layout().keyName().equals(TableSchema.PRIMARY);
        Column replaced = new Column(
                written.name(),
                written.type(),
                written.nullable() && !primary,
                is.key(),
                written.defaultValue(),
                written.autoIncrement(),
                written.comment(),
                AggregatedColumns.replaced(is, written).aggregation(),
                written.collation(),
                written.isGenerated() ? kept(written, at).declared() : written.declared());
        DefaultCheck.check(replaced);
        requireSameValues(is, replaced);
        if (old.source() >= 0) {
            TypeChange.require(before.columns().get(old.source()), replaced, before.isKeyed());
        }
        constraints.requireCompared(is, replaced);
        if (SequenceColumn.is(before, is)) {
            SequenceColumn.requireOrdered(replaced.type());
        }
        if (!is.name().equals(replaced.name())) {
            renamed(is.name(), replaced.name());
        }
        if (partitions.areBy(is.name()) && !is.type().equals(replaced.type())) {
            throw TributaryException.notSupported("another type for a column of PARTITION BY (" + is.name() + ")");
        }
        columns.remove(at);
        insert(new Altered(replaced, old.source()), place, at);
    }

    void rename(String from, String to) {
        int at = existing(from);
        Altered old = columns.get(at);
        requireFree(to, at);
        Column is = old.column();
        renamed(is.name(), to);
        set(at, is.named(to));
    }

    void setDefault(String column, DefaultValue value) {
        int at = existing(column);
        Column with = columns.get(at).column().withDefault(value);
        if (with.isGenerated()) {
            throw ErrorCode.WRONG_USAGE.error("Incorrect usage of DEFAULT and generated column");
        }
        DefaultCheck.check(with);
        set(at, with);
    }

    void commentColumn(String column, String text) {
        int at = existing(column);
        Column is = columns.get(at).column();
        set(at, is.commented(text));
    }

    /** Doris' {@code ORDER BY (a, b, …)}, which names every column. */
    void order(List<String> names) {
        List<Altered> ordered = new ArrayList<>();
        for (String each : names) {
            Altered column = columns.get(existing(each));
            if (ordered.contains(column)) {
                throw duplicate(each);
            }
            ordered.add(column);
        }
        List<Altered> hidden =
                columns.stream().filter(each -> each.column().hidden()).toList();
        if (ordered.size() + hidden.size() != columns.size()) {
            throw ErrorCode.INVALID_STATEMENT.error("ORDER BY must name all " + (columns.size() - hidden.size())
                    + " columns of table " + before.name() + ", it names " + ordered.size());
        }
        columns.clear();
        columns.addAll(ordered);
        columns.addAll(hidden);
        changed = true;
    }

    void renameTo(TableName to) {
        if (!to.database().equals(before.database())) {
            throw TributaryException.notSupported("moving a table to another database");
        }
        name = NewNames.table(to).table();
        changed = true;
    }

    void comment(String text) {
        comment = text;
        changed = true;
    }

    /** Whether anything was asked for that changes the definition. */
    boolean isChanged() {
        return changed
                || indexes.isChanged()
                || rollups.isChanged()
                || partitions.isChanged()
                || constraints.isChanged();
    }

    TableChange change() {
        List<Column> after = new ArrayList<>(columns.size());
        List<TableChange.Origin> origins = new ArrayList<>(columns.size());
        for (Altered each : columns) {
            after.add(each.column());
            origins.add(
                    each.source() >= 0
                            ? new TableChange.Kept(each.source())
                            : new TableChange.Filled(fill(each.column())));
        }
        if (before.isKeyed()) {
            TableKeys.requireComparable(after);
        }
        AggregatedColumns.check(after, before.keyModel());
        // The order may be another.
        List<Column> unused = GeneratedColumns.checked(after, before.keyModel(), mode);
        indexes.requireNoNewKey(after);
        boolean columnsStay = after.equals(before.columns()) && name.equals(before.name());
        if (!columnsStay && partitions.isDropped()) {
            throw TributaryException.notSupported("DROP PARTITION together with changes of columns or of the name");
        }
        Layout layout = before.layout();
        return new TableChange(
                new TableSchema(
                        before.tableId(),
                        before.database(),
                        name,
                        before.schemaVersion() + 1,
                        before.keyModel(),
                        after,
                        before.properties(),
                        new Layout(
                                keyColumns,
                                layout.keyName(),
                                comment,
                                partitions.partitioning(),
                                distributionClause,
                                indexes.all(),
                                rollups.all(),
                                clusterColumns,
                                layout.options(),
                                constraints.all(name, after))),
                origins);
    }

    /**
     * Returns what MySQL fills a new column with in the rows that exist; the time of CURRENT_TIMESTAMP is the executor's to
     * say.
     */
    private static @Nullable String fill(Column column) {
        if (column.defaultValue().kind() == DefaultValue.Kind.LITERAL) {
            return column.defaultValue().text();
        }
        if (column.nullable()) {
            return null;
        }
        return switch (column.type().kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL -> "0";
            case DATE -> "0000-00-00";
            case DATETIME -> "0000-00-00 00:00:00";
            case JSON, VARIANT -> "null";
            case ARRAY -> "[]";
            case TIME -> "00:00:00";
            case CHAR, VARCHAR, STRING, VARBINARY, NULL ->
                column.declared().hasMembers() && !column.declared().isSet()
                        ? column.declared().members().get(0)
                        : "";
        };
    }

    private Column kept(Column written, int at) {
        List<Column> all = new ArrayList<>(columns());
        all.set(at, written);
        return GeneratedColumns.checked(all, before.keyModel(), mode).get(at);
    }

    /** No row is computed anew. */
    private void requireSameValues(Column is, Column replaced) {
        boolean sameType =
                is.typeDdl().equals(replaced.typeDdl()) && is.collation().equals(replaced.collation());
        boolean sameExpression = is.declared()
                .generated()
                .expression()
                .equals(replaced.declared().generated().expression());
        boolean counts = is.isGenerated()
                || columns.stream()
                        .anyMatch(each -> each.column().declared().generated().reads(is.name()));
        if (!sameExpression || (counts && !sameType)) {
            throw TributaryException.notSupported(
                    "ALTER TABLE that gives generated columns other values (" + is.name() + ")");
        }
    }

    private void requireNotRead(String name) {
        if (columns.stream()
                .anyMatch(each -> each.column().declared().generated().reads(name))) {
            throw ErrorCode.GENERATED_DEPENDENCY.error("Column '" + name + "' has a generated column dependency.");
        }
    }

    private void insert(Altered column, Place place, int otherwise) {
        String after = place.after();
        int at = after != null ? existing(after) + 1 : place.first() ? 0 : otherwise;
        columns.add(at, column);
        changed = true;
    }

    private void set(int at, Column column) {
        columns.set(at, new Altered(column, columns.get(at).source()));
        changed = true;
    }

    private void renamed(String from, String to) {
        Column column = columns.get(find(from)).column();
        if (SequenceColumn.is(before, column)) {
            throw SequenceColumn.refused("rename", column, before);
        }
        requireNotRead(from);
        partitions.requireNotBy(from);
        constraints.renameColumn(from, to);
        distributionClause = Distribution.renamed(distributionClause, from, to);
        keyColumns.replaceAll(key -> key.equalsIgnoreCase(from) ? to : key);
        clusterColumns.replaceAll(each -> each.equalsIgnoreCase(from) ? to : each);
        indexes.renameColumn(from, to);
        rollups.renameColumn(from, to);
    }

    private void requireFree(String column, int except) {
        NewNames.requireColumn(column);
        int at = find(column);
        if (at >= 0 && at != except) {
            throw duplicate(column);
        }
    }

    private int existing(String column) {
        int at = find(column);
        if (at < 0) {
            throw ErrorCode.UNKNOWN_COLUMN.error("Unknown column '" + column + "' in '" + before.name() + "'");
        }
        return at;
    }

    private int find(String column) {
        for (int i = 0; i < columns.size(); i++) {
            Column each = columns.get(i).column();
            if (!each.hidden() && each.name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    private static TributaryException duplicate(String column) {
        return ErrorCode.DUPLICATE_COLUMN.error("Duplicate column name '" + column + "'");
    }
}
