package io.tributary.planner.sql.insert;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.OnDuplicateKey.Action;
import io.tributary.contract.schema.OnDuplicateKey.Assignment;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.text.BitsLiteral;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.InsertPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code [AS alias [(columns)]] ON DUPLICATE KEY UPDATE …}. Plain is: every listed column set to its own new value,
 * {@code a = VALUES(a)} or {@code a = alias.a}, the key columns possibly left out; and, in a table with a UNIQUE KEY, every
 * column listed, since one that is not would have to keep its old value. A plain one changes nothing about how the rows
 * are inserted; of any other the engine merges the rows.
 */
final class UpsertTail {
    private final Tokens tokens;
    private final InsertPlan plan;
    private final List<Assignment> assignments = new ArrayList<>();
    /** Columns set to their own new value. */
    private final BitSet own = new BitSet();

    private NewRowReferences names;

    UpsertTail(Tokens tokens, InsertPlan plan) {
        this.tokens = tokens;
        this.plan = plan;
        this.names = NewRowReferences.of(plan);
    }

    /**
     * Reads all of it, so that its columns and syntax are checked either way.
     *
     * @return null where it is plain
     * @throws TributaryException NOT_SUPPORTED where it is not plain and the table has no UNIQUE KEY, or a key column would
     *     change, or a value depends on an assignment before it
     */
    @Nullable
    OnDuplicateKey read() {
        switch (plan.verb()) {
            case INSERT -> {}
            case REPLACE -> throw tokens.syntaxError();
            case OVERWRITE -> throw TributaryException.notSupported("ON DUPLICATE KEY UPDATE in an INSERT OVERWRITE");
        }
        if (plan.table().keyModel() == TableSchema.KeyModel.AGGREGATE) {
            throw TributaryException.notSupported("ON DUPLICATE KEY UPDATE of a table with an AGGREGATE KEY");
        }
        if (tokens.accept("AS")) {
            names = NewRowReferences.read(tokens, plan);
            if (tokens.atEnd()) {
                return null;
            }
        }
        tokens.expect("ON", "DUPLICATE", "KEY", "UPDATE");
        do {
            assignment();
        } while (tokens.acceptSymbol(','));
        boolean plain = own.cardinality() == assignments.size() && missing().isEmpty();
        if (plain) {
            return null;
        }
        if (!plan.table().isUnique()) {
            throw refused();
        }
        requireNoDeletes(plan, "ON DUPLICATE KEY UPDATE");
        requireSameKey();
        List<Assignment> changes = assignments.stream()
                .filter(assignment ->
                        !plan.table().columns().get(assignment.position()).key())
                .toList();
        return new OnDuplicateKey(Action.UPDATE, OnDuplicateKey.withTimes(plan.table(), changes));
    }

    /** A generated column of the key must stay what it is: the old row would not go. */
    private void requireSameKey() {
        Set<String> changed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        assignments.forEach(
                each -> changed.add(plan.table().columns().get(each.position()).name()));
        // One reads only those that were defined before it.
        for (Column column : plan.table().columns()) {
            if (column.declared().generated().columns().stream().anyMatch(changed::contains)) {
                changed.add(column.name());
                if (column.key()) {
                    throw TributaryException.notSupported(
                            "ON DUPLICATE KEY UPDATE of what the key column " + column.name() + " is computed from");
                }
            }
        }
    }

    /** A row that is merged with the old one cannot delete it as well. */
    static void requireNoDeletes(InsertPlan plan, String clause) {
        if (plan.columns().contains(plan.table().deleteSignPosition())) {
            throw TributaryException.notSupported(HiddenColumns.DELETE_SIGN + " with " + clause);
        }
    }

    private void assignment() {
        TargetColumnsBuilder column = new TargetColumnsBuilder(plan.table());
        column.add(Names.column(tokens));
        int position = column.targets().position(0);
        if (position == plan.table().deleteSignPosition()) {
            throw TributaryException.notSupported("ON DUPLICATE KEY UPDATE of " + HiddenColumns.DELETE_SIGN);
        }
        tokens.expectSymbol('=');
        if (isOwnDefault(position)) {
            return;
        }
        plan.table().requireGiven(position);
        if (tokens.atEnd()) {
            throw tokens.syntaxError();
        }
        NewRowReferences.Expression value = names.expression(tokens);
        if (names.isOldColumn(value, position)) {
            // Nothing changes: how programs say that the old row shall stay.
            return;
        }
        own.set(position, value.text().equals(OnDuplicateKey.newColumn(position)));
        if (!own.get(position) && plan.table().isUnique()) {
            requireChangeable(position, value);
        }
        assignments.removeIf(before -> before.position() == position);
        ColumnType type = plan.table().columns().get(position).type();
        assignments.add(new Assignment(
                position, BitsLiteral.forColumn(type, value.text().strip())));
    }

    /** Passes over the DEFAULT of a generated column, which changes nothing. */
    private boolean isOwnDefault(int position) {
        return plan.table().columns().get(position).isGenerated() && tokens.accept("DEFAULT");
    }

    private void requireChangeable(int position, NewRowReferences.Expression value) {
        Column column = plan.table().columns().get(position);
        if (column.key()) {
            throw TributaryException.notSupported("ON DUPLICATE KEY UPDATE of key column " + column.name());
        }
        for (Assignment before : assignments) {
            String changed = plan.table().columns().get(before.position()).name();
            if (value.reads(changed)) {
                throw TributaryException.notSupported(
                        "ON DUPLICATE KEY UPDATE of " + column.name() + " by " + changed + ", which is set before it");
            }
        }
    }

    /** Columns that are not set to their own new value; in a table that replaces whole rows also those that get none. */
    private List<String> missing() {
        BitSet listed = new BitSet();
        for (int i = 0; i < plan.columns().count(); i++) {
            listed.set(plan.columns().position(i));
        }
        List<String> missing = new ArrayList<>();
        List<Column> columns = plan.table().columns();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            boolean given = listed.get(i) && !column.isGenerated();
            boolean isMissing = given
                    ? !own.get(i) && !column.key()
                    : plan.table().isUnique() && !column.hidden() && !column.isGenerated();
            if (isMissing) {
                missing.add(column.name());
            }
        }
        return missing;
    }

    /** Whether one that is not plain stands somewhere in the rows that begin at {@code rows}. */
    static boolean isMergeIn(Tokens rows, InsertPlan plan) {
        int depth = 0;
        int alias = -1;
        while (!rows.atEnd()) {
            int start = rows.start();
            if (rows.atSymbol('(')) {
                depth++;
            } else if (rows.atSymbol(')')) {
                depth--;
            } else if (depth == 0 && rows.at("AS") && plan.form() == InsertPlan.Form.VALUES) {
                alias = start;
            } else if (depth == 0 && rows.accept("ON", "DUPLICATE") && rows.at("KEY")) {
                rows.moveTo(alias < 0 ? start : alias);
                return new UpsertTail(rows, plan).read() != null;
            }
            rows.moveTo(start);
            rows.advance();
        }
        return false;
    }

    private TributaryException refused() {
        List<String> missing = missing();
        return ErrorCode.NOT_SUPPORTED.error(TributaryException.notSupported(
                                "ON DUPLICATE KEY UPDATE other than setting every listed column to its VALUES()")
                        .getMessage()
                + ": table " + plan.table().database() + "."
                + plan.table().name() + " has no UNIQUE KEY"
                + (missing.isEmpty() ? "" : "; missing: " + String.join(", ", missing)));
    }
}
