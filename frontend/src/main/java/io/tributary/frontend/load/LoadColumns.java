package io.tributary.frontend.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.load.LoadFields.Kind;
import io.tributary.frontend.load.LoadFields.Origin;
import io.tributary.planner.plan.part.LoadColumn;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.planner.sql.load.FieldNames;
import io.tributary.planner.sql.load.LoadExpressions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds out which value of a Stream Load's rows goes to which column, and what is computed of them. In {@code where} a name
 * means the column as it is stored; in an expression, and in {@code delete}, first of all the value of the input.
 */
final class LoadColumns {
    private final StreamLoadRequest.Mapping mapping;
    private final TableSchema table;
    private final List<String> names = new ArrayList<>();
    /** Those that expressions are for, by their names in small letters. */
    private final Map<String, LoadColumn> derived = new LinkedHashMap<>();

    private final List<Integer> positions = new ArrayList<>();
    private final List<Origin> origins = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    private LoadColumns(StreamLoadRequest.Mapping mapping, TableSchema table) {
        this.mapping = mapping;
        this.table = table;
    }

    /**
     * Where every name is a column or nobody's.
     *
     * @throws TributaryException 1054 where no name is a column, or an expression is for none; 1110 for one that is named
     *     twice; 1235 for an expression that is not of one row
     */
    static LoadFields of(StreamLoadRequest.Mapping mapping, TableSchema table) {
        return new LoadColumns(mapping, table).fields();
    }

    private LoadFields fields() {
        readNames();
        SourceColumns columns = new SourceColumns(table, names, derived.keySet());
        Map<String, String> computed = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            int position = table.writableIndexOf(names.get(i));
            if (position >= 0 && !derived.containsKey(key(names.get(i)))) {
                add(position, new Origin(Kind.FIELD, i));
            }
        }
        derived.forEach((key, column) -> {
            computed.put(key, column.expression());
            add(positionOf(column.name()), origin(column.expression()));
        });
        addSequence(computed);
        addDeleteSign(computed);
        if (positions.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_COLUMN,
                    "columns names none of the columns of table " + table.name() + ": " + String.join(", ", names));
        }
        String where = mapping.condition().isEmpty()
                ? ""
                : FieldNames.resolved(LoadExpressions.expression("where", mapping.condition()), computed);
        return new LoadFields(
                columns.columns(),
                new TargetColumns(positions.stream().mapToInt(Integer::intValue).toArray()),
                origins,
                values,
                where);
    }

    private void readNames() {
        if (mapping.columns().isEmpty()) {
            Arrays.stream(table.visiblePositions())
                    .mapToObj(i -> table.columns().get(i).name())
                    .forEach(this::addName);
            mapping.hiddenColumns().forEach(this::addName);
            return;
        }
        for (LoadColumn column : LoadExpressions.columns("columns", mapping.columns())) {
            if (!column.isDerived()) {
                addName(column.name());
            } else if (derived.putIfAbsent(key(column.name()), column) != null) {
                throw twice(column.name());
            }
        }
    }

    private void addName(String name) {
        if (indexOf(name) >= 0) {
            throw twice(name);
        }
        names.add(name);
    }

    private static TributaryException twice(String name) {
        return new TributaryException(ErrorCode.COLUMN_SPECIFIED_TWICE, "Column '" + name + "' specified twice");
    }

    private void add(int position, Origin origin) {
        positions.add(position);
        origins.add(origin);
    }

    private int positionOf(String name) {
        int position = table.writableIndexOf(name);
        if (position < 0) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_COLUMN,
                    "columns has an expression for '" + name + "', which is no column of table " + table.name());
        }
        return position;
    }

    private Origin origin(String expression) {
        int field = indexOf(LoadExpressions.soleName(expression));
        return field >= 0 ? new Origin(Kind.FIELD, field) : value(expression);
    }

    private Origin value(String expression) {
        values.add(expression);
        return new Origin(Kind.VALUE, values.size() - 1);
    }

    private int indexOf(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    private void addDeleteSign(Map<String, String> computed) {
        boolean merges = !mapping.deleteCondition().isEmpty();
        if (!mapping.deletes() && !merges) {
            return;
        }
        if (!table.isUnique()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "load by merge type MERGE or DELETE is only supported in unique tables, which " + table.name()
                            + " is not");
        }
        if (positions.contains(table.deleteSignPosition())) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "merge_type says which rows delete, and the columns name " + HiddenColumns.DELETE_SIGN);
        }
        if (mapping.deletes()) {
            add(table.deleteSignPosition(), Origin.ONE);
            return;
        }
        Map<String, String> others = new HashMap<>(computed);
        names.forEach(name -> others.remove(key(name)));
        String condition = FieldNames.resolved(LoadExpressions.expression("delete", mapping.deleteCondition()), others);
        add(table.deleteSignPosition(), value("CASE WHEN " + condition + " THEN 1 ELSE 0 END"));
    }

    private void addSequence(Map<String, String> computed) {
        String wanted = mapping.sequenceColumn();
        if (wanted.isEmpty()) {
            return;
        }
        int sequence = table.sequencePosition();
        int field = indexOf(wanted);
        String expression = computed.get(key(wanted));
        if (sequence < 0 || (field < 0 && expression == null)) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    sequence < 0
                            ? "Table " + table.name()
                                    + " has no sequence column, need not specify function_column.sequence_col"
                            : "function_column.sequence_col names '" + wanted + "', which is none of the columns "
                                    + String.join(", ", names));
        }
        if (!positions.contains(sequence)) {
            add(sequence, expression == null ? new Origin(Kind.FIELD, field) : value(expression));
        }
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
