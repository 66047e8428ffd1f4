package io.tributary.planner.sql;

import io.tributary.planner.plan.InsertPlan;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.Column;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        TributaryException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
    }

    /**
     * Reads all of it, so that its columns and syntax are checked either way.
     *
     * @return NOT_SUPPORTED where it is not plain, else null
     */
    @Nullable
    TributaryException refusal() {
        String alias = "";
        if (tokens.accept("AS")) {
            alias = tokens.identifier();
            if (tokens.atSymbol('(')) {
                throw Unsupported.error("column aliases of the rows of an INSERT");
            }
            if (tokens.atEnd()) {
                return null;
            }
        }
        tokens.expect("ON");
        tokens.expect("DUPLICATE");
        tokens.expect("KEY");
        tokens.expect("UPDATE");
        BitSet own = new BitSet();
        boolean plain = true;
        do {
            ColumnNames column = new ColumnNames(plan.table());
            column.add(InsertParser.columnName(tokens));
            int position = column.targets().position(0);
            tokens.expectSymbol('=');
            int value = tokens.start();
            if (isOwnNewValue(alias, position)) {
                own.set(position);
            } else {
                plain = false;
                tokens.moveTo(value);
                SetFormParser.skipValue(tokens);
            }
        } while (tokens.acceptSymbol(','));
        List<String> missing = missing(own);
        return plain && missing.isEmpty() ? null : refused(missing);
    }

    /** Columns that are not set to their own new value; in a table that replaces whole rows also those that get none. */
    private List<String> missing(BitSet own) {
        BitSet listed = new BitSet();
        for (int i = 0; i < plan.columns().count(); i++) {
            listed.set(plan.columns().position(i));
        }
        List<String> missing = new ArrayList<>();
        List<Column> columns = plan.table().columns();
        for (int i = 0; i < columns.size(); i++) {
            boolean isMissing = listed.get(i)
                    ? !own.get(i) && !columns.get(i).key()
                    : plan.table().isUnique() && !columns.get(i).hidden();
            if (isMissing) {
                missing.add(columns.get(i).name());
            }
        }
        return missing;
    }

    /** What one that stands somewhere in the rows that begin at {@code rows} is refused with; null for none or a plain one. */
    static @Nullable TributaryException refusalIn(Tokens rows, InsertPlan plan) {
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
                return new UpsertTail(rows, plan).refusal();
            }
            rows.moveTo(start);
            rows.advance();
        }
        return null;
    }

    private TributaryException refused(List<String> missing) {
        String what = plan.table().isUnique() ? "every column of the table" : "every listed column";
        return new TributaryException(
                ErrorCode.NOT_SUPPORTED,
                Unsupported.error("ON DUPLICATE KEY UPDATE other than setting " + what + " to its VALUES()")
                                .getMessage()
                        + ": table " + plan.table().database() + "."
                        + plan.table().name()
                        + (plan.table().isUnique() ? " replaces whole rows" : " has no UNIQUE KEY")
                        + (missing.isEmpty() ? "" : "; missing: " + String.join(", ", missing)));
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
