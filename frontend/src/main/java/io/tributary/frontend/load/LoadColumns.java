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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds out which value of a Stream Load's rows goes to which column, and what is computed of them. In {@code where} a name
 * means the column as it is stored; in an expression, and in {@code delete}, first of all the value of the input, and else
 * what an expression before it makes. An expression for a name that is no column of the table is there for others alone.
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
     * @throws TributaryException 1054 where no name is a column, or an expression is for none and for no other expression;
     *     1110 for one that is named twice; 1235 for an expression that is not of one row
     */
    static LoadFields of(StreamLoadRequest.Mapping mapping, TableSchema table) {
        return new LoadColumns(mapping, table).fields();
    }

    private LoadFields fields() {
        readNames();
        SourceColumns columns = new SourceColumns(table, names, derived.keySet());
        for (int i = 0; i < names.size(); i++) {
            int position = table.writableIndexOf(names.get(i));
            if (position >= 0 && !derived.containsKey(key(names.get(i)))) {
                add(position, new Origin(Kind.FIELD, i));
            }
        }
        Map<String, String> computed = expressions();
        boolean allStored = derived.keySet().stream().allMatch(name -> table.writableIndexOf(name) >= 0);
        Set<String> used = allStored ? Set.of() : usedNames();
        derived.forEach((key, column) -> {
            int position = table.writableIndexOf(column.name());
            if (position >= 0) {
                add(position, origin(computed.getOrDefault(key, "")));
            } else {
                requireUsed(column.name(), used, table);
            }
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
        List<LoadColumn> columns =
                mapping.columns().isEmpty() ? List.of() : LoadExpressions.columns("columns", mapping.columns());
        for (LoadColumn column : columns) {
            if (!column.isDerived()) {
                addName(column.name());
            } else if (derived.putIfAbsent(key(column.name()), column) != null) {
                throw twice(column.name());
            }
        }
        if (names.isEmpty()) {
            Arrays.stream(table.givenPositions())
                    .mapToObj(i -> table.columns().get(i).name())
                    .forEach(this::addName);
            mapping.hiddenColumns().forEach(this::addName);
        }
    }

    /** The expression of each derived column, where the names of those before it mean what they make. */
    private Map<String, String> expressions() {
        Map<String, String> all = new HashMap<>();
        Map<String, String> known = new HashMap<>();
        long characters = 0;
        for (Map.Entry<String, LoadColumn> column : derived.entrySet()) {
            String expression = FieldNames.resolved(column.getValue().expression(), known);
            characters += expression.length();
            if (characters > FieldNames.CHARACTERS_MAX) {
                throw FieldNames.tooLong();
            }
            all.put(column.getKey(), expression);
            if (indexOf(column.getKey()) < 0) {
                known.put(column.getKey(), expression);
            }
        }
        return all;
    }

    /** A name that is neither a column nor used anywhere is a slip of the pen. */
    private static void requireUsed(String name, Set<String> used, TableSchema table) {
        if (!used.contains(key(name))) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_COLUMN,
                    "columns has an expression for '" + name + "', which is no column of table " + table.name()
                            + " and is used nowhere");
        }
    }

    /** Names in all that is computed, in small letters. */
    private Set<String> usedNames() {
        Set<String> used = new HashSet<>(Set.of(key(mapping.sequenceColumn())));
        Stream.concat(
                        derived.values().stream().map(LoadColumn::expression),
                        Stream.of(mapping.condition(), mapping.deleteCondition()))
                .filter(text -> !text.isEmpty())
                .forEach(text -> FieldNames.mentioned(text).forEach(name -> used.add(key(name))));
        return used;
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
        table.requireGiven(position);
        positions.add(position);
        origins.add(origin);
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
