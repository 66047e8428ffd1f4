package io.tributary.dialect.print;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.bind.Bound;
import io.tributary.dialect.bind.BoundChange;
import io.tributary.dialect.bind.BoundSource;
import io.tributary.dialect.text.CheckConditions;
import io.tributary.dialect.text.PartitionConditions;
import io.tributary.dialect.tree.Literals;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * UPDATE and DELETE in the embedded engine's words, which knows neither LIMIT nor other tables there: such rows are found by
 * their number. Any thread.
 */
public final class ChangePrinter {
    /** The engine's number of a row, which a column of that name would hide. */
    private static final String ROW_NUMBER = "rowid";

    private ChangePrinter() {}

    /**
     * What is wanted beside the change itself.
     *
     * @param rules what rows are held to that an UPDATE leaves
     * @param returned names of columns of which the engine gives the values; empty: it counts the rows
     * @param countsFound whether rows count that an UPDATE finds and leaves as they are
     */
    public record Wanted(RowRules rules, List<String> returned, boolean countsFound) {}

    public static Template print(BoundChange change, Wanted wanted, Literals literals, Target target) {
        Template.Places places = new Template.Places();
        QueryPrinter queries = new QueryPrinter(literals, places, target);
        int relation = change.target().relation();
        TableSchema schema = change.target().schema();
        String table = queries.source(new BoundSource.Table(relation, schema, List.of()));
        boolean ordered = change.ordering().limit() != null;
        boolean deletes = change.assignments().isEmpty();
        boolean others = change.from() != change.target();
        boolean once = !change.isRepeatable() && !ordered;
        boolean counted = !deletes && !wanted.countsFound() && !(once && schema.indexOf(ROW_NUMBER) >= 0);
        boolean joined = !deletes && (others || (counted && once));
        String from = " FROM " + (others ? queries.source(change.from()) : table);
        String where = where(change, queries);
        String number = "r" + relation + "." + ROW_NUMBER;
        if (ordered || others) {
            requireRowNumber(
                    schema,
                    others ? "other tables in " + (deletes ? "DELETE" : "UPDATE") : "LIMIT in UPDATE or DELETE");
        }
        List<String> names = change.assignments().stream()
                .map(each -> SqlName.quote(each.column().name()))
                .toList();
        List<String> values = change.assignments().stream()
                .map(each -> queries.expressions.print(each).text())
                .toList();
        String text;
        if (joined) {
            // A row that meets several others is changed once.
            text = "UPDATE " + table + set(names, i -> "found.c" + i) + " FROM (SELECT " + number + " AS n"
                    + IntStream.range(0, values.size())
                            .mapToObj(i -> ", " + values.get(i) + " AS c" + i)
                            .collect(Collectors.joining())
                    + from + where + (others ? " QUALIFY row_number() OVER (PARTITION BY " + number + ") = 1" : "")
                    + ") AS found WHERE " + number + " = found.n"
                    + (counted ? " AND " + differs(relation, names, i -> "found.c" + i) : "");
        } else {
            String found = ordered || others
                    ? " WHERE " + number + " IN (SELECT " + number + from + where + queries.ordering(change.ordering())
                            + ")"
                    : where;
            text = (deletes ? "DELETE FROM " + table : "UPDATE " + table + set(names, values::get))
                    + (counted ? andDiffers(found, where, differs(relation, names, values::get)) : found);
        }
        return Template.of(text + returning(wanted.returned(), broken(change, wanted.rules(), queries)), places);
    }

    /** Whether a row gets another value than it has: as they are stored, whatever the collation. */
    private static String differs(int relation, List<String> names, IntFunction<String> value) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> "r" + relation + "." + names.get(i) + " IS DISTINCT FROM (" + value.apply(i) + ")")
                .collect(Collectors.joining(" OR ", "(", ")"));
    }

    /**
     * Leaves out of the rows that are found those that stay as they are. Of a row that is not found no value is computed, which might fail:
     * the engine may look at conditions in any order.
     */
    private static String andDiffers(String found, String where, String differs) {
        if (where.isEmpty()) {
            return (found.isEmpty() ? " WHERE " : found + " AND ") + differs;
        }
        String condition = "(" + where.substring(" WHERE ".length()) + ")";
        return (found.equals(where) ? " WHERE " + condition : found) + " AND CASE WHEN " + condition + " THEN "
                + differs + " ELSE FALSE END";
    }

    /** The engine has no partitions: those that are named become a condition. */
    private static String where(BoundChange change, QueryPrinter queries) {
        String rows = change.where() == null ? "" : queries.expressions.condition(change.where());
        BoundSource.Table table = change.target();
        if (!table.partitions().isEmpty()) {
            PartitionConditions named = new PartitionConditions(
                    table.schema(), column -> "r" + table.relation() + "." + SqlName.quote(column));
            rows = named.in(table.named()) + (rows.isEmpty() ? "" : " AND (" + rows + ")");
        }
        return rows.isEmpty() ? "" : " WHERE " + rows;
    }

    private static String set(List<String> names, IntFunction<String> value) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> names.get(i) + " = " + value.apply(i))
                .collect(Collectors.joining(", ", " SET ", ""));
    }

    private static void requireRowNumber(TableSchema table, String what) {
        if (table.indexOf(ROW_NUMBER) >= 0) {
            throw TributaryException.notSupported(what + " of a table with a column " + ROW_NUMBER);
        }
    }

    /** @param broken what fails for a row that the table does not take; empty: it takes all, and to return rows costs */
    private static String returning(List<String> returned, String broken) {
        if (returned.isEmpty()) {
            return broken.isEmpty() ? "" : " RETURNING CASE" + broken + " ELSE 1 END";
        }
        List<String> columns =
                new ArrayList<>(returned.stream().map(SqlName::quote).toList());
        if (!broken.isEmpty()) {
            columns.set(0, "CASE" + broken + " ELSE " + columns.get(0) + " END AS " + columns.get(0));
        }
        return " RETURNING " + String.join(", ", columns);
    }

    /** Returns the branches of a CASE that fail for a row which the table does not take. */
    private static String broken(BoundChange change, RowRules rules, QueryPrinter queries) {
        TableSchema table = rules.table();
        if (table == null || change.assignments().isEmpty()) {
            return "";
        }
        StringBuilder broken = new StringBuilder(partitions(change, table));
        CheckConditions conditions = new CheckConditions(table, SqlName::quote);
        for (Check check : table.layout().constraints().checks()) {
            if (change.assignments().stream()
                    .anyMatch(each -> check.reads(each.column().name()))) {
                broken.append(" WHEN ")
                        .append(
                                check.isComputed()
                                        ? "NOT " + queries.expressions.condition(computed(change, check))
                                        : conditions.broken(check))
                        .append(" THEN ")
                        .append(StoredValue.error(
                                ErrorCode.CONSTRAINT_VIOLATED,
                                "Check constraint '" + check.name() + "' is violated. A row of the UPDATE makes "
                                        + check.text() + " false"));
            }
        }
        return broken.toString();
    }

    private static Bound computed(BoundChange change, Check check) {
        return Objects.requireNonNull(change.checks().get(check.name()));
    }

    /** Returns the branches for a row which no partition takes, or that leaves its own. */
    private static String partitions(BoundChange change, TableSchema table) {
        // A key, of whose columns those of PARTITION BY are some, is not changed.
        if (table.isKeyed() || !assignsPartition(change, table)) {
            return "";
        }
        PartitionConditions conditions = new PartitionConditions(table, SqlName::quote);
        StringBuilder broken = new StringBuilder();
        if (table.limitsRows()) {
            broken.append(" WHEN NOT ")
                    .append(conditions.in(table.layout().partitioning().partitions()))
                    .append(" THEN ")
                    .append(StoredValue.error(
                            ErrorCode.NO_PARTITION,
                            "Table has no partition for value at row 1: a row of the UPDATE would leave all partitions of "
                                    + table.name()));
        }
        if (!change.target().partitions().isEmpty()) {
            broken.append(" WHEN NOT ")
                    .append(conditions.in(change.target().named()))
                    .append(" THEN ")
                    .append(StoredValue.error(
                            ErrorCode.NOT_IN_PARTITIONS, "Found a row not matching the given partition set"));
        }
        return broken.toString();
    }

    private static boolean assignsPartition(BoundChange change, TableSchema table) {
        return change.assignments().stream().anyMatch(each -> table.layout().partitioning().columns().stream()
                .anyMatch(each.column().name()::equalsIgnoreCase));
    }
}
