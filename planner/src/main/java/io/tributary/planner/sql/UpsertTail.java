package io.tributary.planner.sql;

import io.tributary.planner.plan.InsertPlan;
import java.util.BitSet;

/**
 * Reads {@code [AS alias [(columns)]] ON DUPLICATE KEY UPDATE …}. Plain is: every listed column set to its own new value,
 * {@code a = VALUES(a)} or {@code a = alias.a}, the key columns possibly left out. A plain one changes nothing about how
 * the rows are inserted.
 */
final class UpsertTail {
    private final Tokens tokens;
    private final InsertPlan plan;

    UpsertTail(Tokens tokens, InsertPlan plan) {
        this.tokens = tokens;
        this.plan = plan;
    }

    /** @throws io.tributary.rpc.error.TributaryException NOT_SUPPORTED where it is not plain */
    void requirePlain() {
        String alias = "";
        if (tokens.accept("AS")) {
            alias = tokens.identifier();
            if (tokens.atSymbol('(')) {
                throw Unsupported.error("column aliases of the rows of an INSERT");
            }
            if (tokens.atEnd()) {
                return;
            }
        }
        tokens.expect("ON");
        tokens.expect("DUPLICATE");
        tokens.expect("KEY");
        tokens.expect("UPDATE");
        BitSet assigned = new BitSet();
        do {
            ColumnNames column = new ColumnNames(plan.table());
            column.add(InsertParser.columnName(tokens));
            int position = column.targets().position(0);
            tokens.expectSymbol('=');
            assigned.set(position);
            if (!isOwnNewValue(alias, position)) {
                throw refused();
            }
        } while (tokens.acceptSymbol(','));
        for (int i = 0; i < plan.columns().count(); i++) {
            int position = plan.columns().position(i);
            if (!assigned.get(position) && !plan.table().columns().get(position).key()) {
                throw refused();
            }
        }
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

    private static RuntimeException refused() {
        return Unsupported.error("ON DUPLICATE KEY UPDATE other than setting every listed column to its VALUES()");
    }
}
