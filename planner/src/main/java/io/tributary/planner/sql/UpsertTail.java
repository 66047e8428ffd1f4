package io.tributary.planner.sql;

import io.tributary.planner.plan.InsertPlan;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.BitSet;

/**
 * Reads {@code [AS alias [(columns)]] ON DUPLICATE KEY UPDATE …}. Plain is: every listed column set to its own new value,
 * {@code a = VALUES(a)} or {@code a = alias.a}, the key columns possibly left out; and, in a table with a UNIQUE KEY, every
 * column listed, since one that is not would have to keep its old value. A plain one changes nothing about how the rows
 * are inserted; any other is a partial update.
 */
final class UpsertTail {
    private final Tokens tokens;
    private final InsertPlan plan;

    UpsertTail(Tokens tokens, InsertPlan plan) {
        this.tokens = tokens;
        this.plan = plan;
    }

    /** @throws TributaryException NOT_SUPPORTED where it is not plain */
    void requirePlain() {
        if (!isPlain()) {
            throw refused(plan);
        }
    }

    /** Reads all of it, so that its columns and syntax are checked either way. */
    boolean isPlain() {
        String alias = "";
        if (tokens.accept("AS")) {
            alias = tokens.identifier();
            if (tokens.atSymbol('(')) {
                throw Unsupported.error("column aliases of the rows of an INSERT");
            }
            if (tokens.atEnd()) {
                return true;
            }
        }
        tokens.expect("ON");
        tokens.expect("DUPLICATE");
        tokens.expect("KEY");
        tokens.expect("UPDATE");
        BitSet assigned = new BitSet();
        boolean plain = true;
        do {
            ColumnNames column = new ColumnNames(plan.table());
            column.add(InsertParser.columnName(tokens));
            int position = column.targets().position(0);
            tokens.expectSymbol('=');
            assigned.set(position);
            int value = tokens.start();
            if (!isOwnNewValue(alias, position)) {
                plain = false;
                tokens.moveTo(value);
                SetFormParser.skipValue(tokens);
            }
        } while (tokens.acceptSymbol(','));
        for (int i = 0; i < plan.columns().count(); i++) {
            int position = plan.columns().position(i);
            plain &= assigned.get(position)
                    || plan.table().columns().get(position).key();
        }
        return plain && replacesWholeRows();
    }

    /** Whether a row that is replaced has no column left whose old value would have to stay. */
    private boolean replacesWholeRows() {
        if (!plan.table().isUnique()) {
            return true;
        }
        BitSet listed = new BitSet();
        for (int i = 0; i < plan.columns().count(); i++) {
            listed.set(plan.columns().position(i));
        }
        return listed.cardinality() == plan.table().columns().size();
    }

    /** Whether one that is not plain stands somewhere in the rows that begin at {@code rows}. */
    static boolean isPartialUpdate(Tokens rows, InsertPlan plan) {
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
                return !new UpsertTail(rows, plan).isPlain();
            }
            rows.moveTo(start);
            rows.advance();
        }
        return false;
    }

    static TributaryException refused(InsertPlan plan) {
        String what = plan.table().isUnique() ? "every column of the table" : "every listed column";
        return new TributaryException(
                ErrorCode.NOT_SUPPORTED,
                Unsupported.error("ON DUPLICATE KEY UPDATE other than setting " + what + " to its VALUES()")
                                .getMessage()
                        + ": table " + plan.table().database() + "."
                        + plan.table().name()
                        + (plan.table().isUnique() ? " replaces whole rows" : " has no UNIQUE KEY"));
    }

    private boolean isOwnNewValue(String alias, int position) {
        if (tokens.atEnd()) {
            throw tokens.syntaxError();
        }
        boolean own;
        if (tokens.accept("VALUES")) {
            tokens.expectSymbol('(');
            own = plan.table().indexOf(InsertParser.columnName(tokens)) == position;
            tokens.expectSymbol(')');
        } else if (!alias.isEmpty()
                && tokens.atIdentifier()
                && tokens.identifier().equalsIgnoreCase(alias)) {
            tokens.expectSymbol('.');
            own = plan.table().indexOf(tokens.identifier()) == position;
        } else {
            return false;
        }
        return own && (tokens.atSymbol(',') || tokens.atSymbol(';') || tokens.atEnd());
    }
}
