package io.tributary.planner.sql.definition.constraint;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.dialect.type.Collation;
import java.util.ArrayList;
import java.util.List;

/** The constraints of a table while an ALTER TABLE goes through its actions. */
public final class AlteredConstraints {
    /** Those that are added. */
    public final WrittenConstraints written = new WrittenConstraints();

    private final KeyModel model;
    private final List<ForeignKey> foreignKeys;
    private final List<Check> checks;
    private boolean dropped;

    public AlteredConstraints(TableSchema before) {
        model = before.keyModel();
        foreignKeys = new ArrayList<>(before.layout().constraints().foreignKeys());
        checks = new ArrayList<>(before.layout().constraints().checks());
    }

    /** Whether the statement asked for a change of one of them. */
    public boolean isChanged() {
        return dropped || !written.isEmpty();
    }

    /** Returns what {@link WrittenConstraints#behind} does. */
    public Constraints all(String table, List<Column> columns) {
        Constraints all = written.behind(new Constraints(foreignKeys, checks), table, columns);
        all.checks().stream()
                .filter(check -> check.isComputed() && !checks.contains(check))
                .findFirst()
                .ifPresent(check -> {
                    throw TributaryException.notSupported(
                            "ALTER TABLE ADD CHECK " + check.expression(),
                            ": rows that are there are asked by comparisons of columns and literals alone");
                });
        WrittenConstraints.requireKeptValues(model, all);
        return all;
    }

    /** @throws TributaryException CANNOT_DROP */
    public void dropForeignKey(String name, boolean ifExists) {
        if (!remove(foreignKeys.removeIf(key -> key.name().equalsIgnoreCase(name))) && !ifExists) {
            throw ErrorCode.CANNOT_DROP.error("Can't DROP '" + name + "'; check that column/key exists");
        }
    }

    /** @throws TributaryException UNKNOWN_CHECK */
    public void dropCheck(String name, boolean ifExists) {
        if (!remove(checks.removeIf(check -> check.name().equalsIgnoreCase(name))) && !ifExists) {
            throw ErrorCode.UNKNOWN_CHECK.error("Check constraint '" + name + "' is not found in the table.");
        }
    }

    /** Drops what has this name, if anything has. */
    public boolean drop(String name) {
        return remove(foreignKeys.removeIf(key -> key.name().equalsIgnoreCase(name)))
                || remove(checks.removeIf(check -> check.name().equalsIgnoreCase(name)));
    }

    private boolean remove(boolean removed) {
        dropped |= removed;
        return removed;
    }

    /**
     * A check of this column alone goes with it.
     *
     * @throws TributaryException FOREIGN_KEY_COLUMN, CHECK_COLUMN
     */
    public void dropColumn(String column) {
        for (ForeignKey key : foreignKeys) {
            if (key.columns().stream().anyMatch(column::equalsIgnoreCase)) {
                throw ErrorCode.FOREIGN_KEY_COLUMN.error(
                        "Cannot drop column '" + column + "': needed in a foreign key constraint '" + key.name() + "'");
            }
        }
        checks.removeIf(check -> check.reads(column)
                && check.steps().stream()
                        .filter(step -> Check.step(step) == Check.Step.COLUMN)
                        .allMatch(step -> Check.about(step).equalsIgnoreCase(column)));
        requireNoCheck(column);
    }

    /** @throws TributaryException CHECK_COLUMN */
    public void renameColumn(String from, String to) {
        requireNoCheck(from);
        foreignKeys.replaceAll(key -> key.renamed(from, to));
    }

    private void requireNoCheck(String column) {
        checks.stream().filter(check -> check.reads(column)).findFirst().ifPresent(check -> {
            throw ErrorCode.CHECK_COLUMN.error("Check constraint '" + check.name() + "' uses column '" + column
                    + "', hence column cannot be dropped or renamed.");
        });
    }

    /** @throws TributaryException NOT_SUPPORTED where a check would mean something else of the column's new type */
    public void requireCompared(Column is, Column wanted) {
        boolean alike = Check.Domain.of(is.type()) == Check.Domain.of(wanted.type())
                && Collation.declared(is.collationName()) == Collation.declared(wanted.collationName());
        boolean same = is.type().equals(wanted.type());
        if (checks.stream().anyMatch(check -> check.reads(is.name()) && (!alike || (check.isComputed() && !same)))) {
            throw TributaryException.notSupported("another type for column " + is.name() + ", which a CHECK reads");
        }
    }
}
