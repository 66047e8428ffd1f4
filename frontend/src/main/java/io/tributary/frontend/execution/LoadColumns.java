package io.tributary.frontend.execution;

import io.tributary.planner.plan.TargetColumns;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.HiddenColumns;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds out which value of a Stream Load's rows goes to which column. */
final class LoadColumns {
    private LoadColumns() {}

    /**
     * Where every name is a column or nobody's.
     *
     * @throws TributaryException 1054 where no name is a column, 1110 for one that is named twice, 1235 for expressions
     */
    static SourceFields of(StreamLoadRequest.Mapping mapping, TableSchema table) {
        List<String> names = names(mapping, table);
        List<Integer> positions = new ArrayList<>();
        List<Integer> sources = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                throw new TributaryException(ErrorCode.COLUMN_SPECIFIED_TWICE, "Column '" + name + "' specified twice");
            }
            int position = table.writableIndexOf(name);
            if (position >= 0) {
                positions.add(position);
                sources.add(i);
            }
        }
        addSequence(mapping, table, names, positions, sources);
        if (mapping.deletes()) {
            addDeleteSign(table, positions, sources);
        }
        if (positions.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_COLUMN,
                    "columns names none of the columns of table " + table.name() + ": " + String.join(", ", names));
        }
        return new SourceFields(
                names,
                new TargetColumns(positions.stream().mapToInt(Integer::intValue).toArray()),
                sources);
    }

    private static void addDeleteSign(TableSchema table, List<Integer> positions, List<Integer> sources) {
        if (!table.isUnique()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "load by merge type MERGE or DELETE is only supported in unique tables, which " + table.name()
                            + " is not");
        }
        if (positions.contains(table.deleteSignPosition())) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "merge_type DELETE deletes all rows, and the columns name " + HiddenColumns.DELETE_SIGN);
        }
        positions.add(table.deleteSignPosition());
        sources.add(SourceFields.ONE);
    }

    private static void addSequence(
            StreamLoadRequest.Mapping mapping,
            TableSchema table,
            List<String> names,
            List<Integer> positions,
            List<Integer> sources) {
        String wanted = mapping.sequenceColumn();
        if (wanted.isEmpty()) {
            return;
        }
        int sequence = table.sequencePosition();
        int source = -1;
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(wanted)) {
                source = i;
            }
        }
        if (sequence < 0 || source < 0) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    sequence < 0
                            ? "Table " + table.name()
                                    + " has no sequence column, need not specify function_column.sequence_col"
                            : "function_column.sequence_col names '" + wanted + "', which is none of the columns "
                                    + String.join(", ", names));
        }
        if (!positions.contains(sequence)) {
            positions.add(sequence);
            sources.add(source);
        }
    }

    private static List<String> names(StreamLoadRequest.Mapping mapping, TableSchema table) {
        List<String> names = new ArrayList<>();
        if (mapping.columns().isEmpty()) {
            Arrays.stream(table.visiblePositions())
                    .mapToObj(i -> table.columns().get(i).name())
                    .forEach(names::add);
            names.addAll(mapping.hiddenColumns());
        } else {
            for (String name : mapping.columns().split(",", -1)) {
                names.add(plain(name.strip()));
            }
        }
        return names;
    }

    private static String plain(String name) {
        if (name.length() >= 2 && name.startsWith("`") && name.endsWith("`")) {
            return name.substring(1, name.length() - 1).replace("``", "`");
        }
        if (name.isEmpty()) {
            throw new TributaryException(ErrorCode.INVALID_STATEMENT, "columns has an empty name");
        }
        if (!name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '$')) {
            throw new TributaryException(
                    ErrorCode.NOT_SUPPORTED,
                    "This version of Tributary doesn't yet support 'expressions in columns' of a Stream Load, only"
                            + " names, in backticks where they are no plain words: " + name);
        }
        return name;
    }
}
