package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.plan.InsertPlan;

/**
 * Literals on their way to a visitor, among which nothing but DEFAULT may stand for a generated column. Where sql_mode is not strict,
 * as within a dump of a MariaDB, which writes the values that were there, a literal is taken for DEFAULT, as MariaDB does.
 */
final class GivenValues implements LiteralVisitor {
    private final InsertPlan plan;
    private final SqlMode mode;
    private final LiteralVisitor to;
    private int cell;

    private GivenValues(InsertPlan plan, SqlMode mode, LiteralVisitor to) {
        this.plan = plan;
        this.mode = mode;
        this.to = to;
    }

    /** The visitor itself where the statement names no generated column. */
    static LiteralVisitor of(InsertPlan plan, SqlMode mode, LiteralVisitor to) {
        for (int i = 0; i < plan.columns().count(); i++) {
            if (isGenerated(plan.table(), plan.columns().position(i))) {
                return new GivenValues(plan, mode, to);
            }
        }
        return to;
    }

    /** @throws io.tributary.contract.error.TributaryException GENERATED_VALUE where any of the columns that a query fills is generated */
    static void requireNoneGenerated(InsertPlan plan) {
        for (int i = 0; i < plan.columns().count(); i++) {
            plan.table().requireGiven(plan.columns().position(i));
        }
    }

    private static boolean isGenerated(TableSchema table, int position) {
        // The delete sign stands behind the columns.
        return position < table.columns().size()
                && table.columns().get(position).isGenerated();
    }

    /**
     * Whether a value is taken for DEFAULT.
     *
     * @throws io.tributary.contract.error.TributaryException GENERATED_VALUE where it is not allowed
     */
    static boolean isIgnored(TableSchema table, int position, SqlMode mode) {
        if (!isGenerated(table, position)) {
            return false;
        }
        if (mode.isStrict()) {
            table.requireGiven(position);
        }
        return true;
    }

    /** Whether the visitor got DEFAULT instead of the next literal. */
    private boolean isIgnored() {
        boolean ignored = cell < plan.columns().count()
                && isIgnored(plan.table(), plan.columns().position(cell), mode);
        cell++;
        if (ignored) {
            to.defaultValue();
        }
        return ignored;
    }

    @Override
    public void beginRow() {
        cell = 0;
        to.beginRow();
    }

    @Override
    public void endRow() {
        to.endRow();
    }

    @Override
    public void text(byte[] bytes, int offset, int length) {
        if (!isIgnored()) {
            to.text(bytes, offset, length);
        }
    }

    @Override
    public void moment(ColumnType.Kind kind, byte[] bytes, int offset, int length) {
        if (!isIgnored()) {
            to.moment(kind, bytes, offset, length);
        }
    }

    @Override
    public void number(byte[] bytes, int offset, int length) {
        if (!isIgnored()) {
            to.number(bytes, offset, length);
        }
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        if (!isIgnored()) {
            to.binary(bytes, offset, length);
        }
    }

    @Override
    public void bits(byte[] bytes, int offset, int length) {
        if (!isIgnored()) {
            to.bits(bytes, offset, length);
        }
    }

    @Override
    public void bool(boolean value) {
        if (!isIgnored()) {
            to.bool(value);
        }
    }

    @Override
    public void nullValue() {
        if (!isIgnored()) {
            to.nullValue();
        }
    }

    @Override
    public void defaultValue() {
        cell++;
        to.defaultValue();
    }

    @Override
    public void parameter() {
        if (cell < plan.columns().count()) {
            plan.table().requireGiven(plan.columns().position(cell));
        }
        cell++;
        to.parameter();
    }
}
