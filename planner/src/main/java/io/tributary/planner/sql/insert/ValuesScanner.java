package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.InsertPlan;

/**
 * Reads the rows of an INSERT from its bytes, without a tree and without an object for a value. Reusable; one thread
 * at a time.
 */
public final class ValuesScanner {
    /** How the rows of a statement can be executed. */
    public enum Outcome {
        /** Every value was a literal: all rows went to the visitor. */
        LITERALS,
        /**
         * A value is something else, or the rows are merged with those of the same key: see {@link #isMerge}. Rows before it
         * may have gone to the visitor: drop them, the engine evaluates the text.
         */
        EXPRESSION,
        /** The rows come from a SELECT of tables; rows may have gone to the visitor, as for {@link #EXPRESSION}. */
        NOT_VALUES
    }

    private final LiteralScanner cursor = new LiteralScanner();
    private boolean merge;

    /**
     * Visits every row of a statement planned as {@code plan}, the statement being {@code sql[from, to)}.
     *
     * @throws io.tributary.contract.error.TributaryException SYNTAX (1064), also for {@code ?}; NOT_SUPPORTED for an ON
     *     DUPLICATE KEY UPDATE that nobody can carry out
     */
    public Outcome scan(InsertPlan plan, byte[] sql, int from, int to, SqlMode mode, LiteralVisitor visitor) {
        cursor.begin(sql, from, to, mode, false);
        return scan(plan, from, GivenValues.of(plan, mode, visitor));
    }

    /** Scans like {@link #scan(InsertPlan, byte[], int, int, SqlMode, LiteralVisitor)}, with {@code ?} among the values. */
    Outcome scanPrepared(InsertPlan plan, byte[] sql, int from, int to, SqlMode mode, LiteralVisitor visitor) {
        cursor.begin(sql, from, to, mode, true);
        return scan(plan, from, GivenValues.of(plan, mode, visitor));
    }

    /**
     * Scans like {@link #scan(InsertPlan, byte[], int, int, SqlMode, LiteralVisitor)}, and tells of a merge behind
     * expressions.
     */
    public Outcome scanExplained(InsertPlan plan, byte[] sql, int from, int to, SqlMode mode, LiteralVisitor visitor) {
        cursor.begin(sql, from, to, mode, false);
        Outcome outcome = scan(plan, from, GivenValues.of(plan, mode, visitor));
        if (outcome != Outcome.LITERALS) {
            merge |= UpsertTail.isMergeIn(new Tokens(sql, from + plan.rowsOffset(), to, mode), plan);
        }
        return outcome;
    }

    /**
     * Whether the last statement scanned may not replace rows whole: IGNORE into a table with a UNIQUE KEY, or an ON
     * DUPLICATE KEY UPDATE that is not a plain upsert, unless expressions before it hide that.
     */
    public boolean isMerge() {
        return merge;
    }

    /** Visits the one literal at {@code sql[from, to)}, which is a cell of a {@code RowTemplate}. */
    public void literal(byte[] sql, int from, int to, SqlMode mode, LiteralVisitor visitor) {
        cursor.begin(sql, from, to, mode, false);
        try {
            if (!cursor.value(visitor)) {
                throw cursor.syntaxError();
            }
        } finally {
            cursor.end();
        }
    }

    /** Index in the statement's array of the value being visited: its first byte. Known of prepared statements only. */
    public int literalOffset() {
        return cursor.literalOffset;
    }

    /** Index of the byte after the value being visited. */
    public int literalEnd() {
        return cursor.literalEnd;
    }

    private Outcome scan(InsertPlan plan, int from, LiteralVisitor visitor) {
        merge = plan.keepsOldRows();
        cursor.moveTo(from + plan.rowsOffset());
        try {
            boolean literals =
                    switch (plan.form()) {
                        case VALUES -> rows(visitor);
                        case SET -> assignments(visitor);
                        case SELECT -> selects(visitor);
                        case QUERY -> false;
                    };
            if (literals && atTail(plan) && !merge) {
                return Outcome.LITERALS;
            }
            return plan.form() == InsertPlan.Form.QUERY || (plan.form() == InsertPlan.Form.SELECT && readsTables(plan))
                    ? Outcome.NOT_VALUES
                    : Outcome.EXPRESSION;
        } finally {
            cursor.end();
        }
    }

    // ---- the three ways to write rows; each answers false where it meets something that is no literal

    private boolean rows(LiteralVisitor visitor) {
        do {
            cursor.skipBlanks();
            if (cursor.isWord("ROW")) {
                cursor.moveTo(cursor.at + 3);
                cursor.skipBlanks();
            }
            if (!cursor.accept('(')) {
                throw cursor.syntaxError();
            }
            visitor.beginRow();
            cursor.skipBlanks();
            if (!cursor.accept(')') && !cursor.values(visitor)) {
                return false;
            }
            visitor.endRow();
            cursor.skipBlanks();
        } while (cursor.accept(','));
        return true;
    }

    private boolean assignments(LiteralVisitor visitor) {
        visitor.beginRow();
        do {
            Tokens name = cursor.tokens();
            Names.column(name);
            name.expectSymbol('=');
            cursor.moveTo(name.start());
            if (!cursor.value(visitor)) {
                return false;
            }
            cursor.skipBlanks();
        } while (cursor.accept(','));
        if (goesOn("ON", "AS")) {
            return false;
        }
        visitor.endRow();
        return true;
    }

    /** Whether something but the end and these words follows: the value before was the beginning of an expression. */
    private boolean goesOn(String... clauses) {
        if (cursor.peek() < 0 || cursor.peek() == ';') {
            return false;
        }
        return !cursor.tokens().atAny(clauses);
    }

    private boolean selects(LiteralVisitor visitor) {
        while (true) {
            visitor.beginRow();
            do {
                cursor.skipBlanks();
                if (!cursor.value(visitor)) {
                    return false;
                }
                skipAlias();
            } while (cursor.accept(','));
            if (goesOn("FROM", "UNION", "ON")) {
                return false;
            }
            visitor.endRow();
            Tokens behind = cursor.tokens();
            behind.accept("FROM", "DUAL");
            cursor.moveTo(behind.start());
            if (!behind.accept("UNION", "ALL")) {
                return true;
            }
            if (!behind.at("SELECT")) {
                return false;
            }
            cursor.moveTo(behind.end());
        }
    }

    private void skipAlias() {
        cursor.skipBlanks();
        if (cursor.peek() == ',' || cursor.peek() < 0) {
            return;
        }
        Tokens alias = cursor.tokens();
        if (alias.accept("AS")) {
            alias.identifierOrString();
        } else if (alias.atIdentifier() && !alias.atAny("UNION", "FROM", "ON", "LIMIT", "WHERE", "COLLATE")) {
            alias.advance();
            if (alias.atSymbol('(') || alias.atSymbol('.')) {
                return;
            }
        }
        cursor.moveTo(alias.start());
    }

    /** Whether nothing but an upsert and the end follow; false where an expression goes on. */
    private boolean atTail(InsertPlan plan) {
        cursor.skipBlanks();
        if (cursor.peek() < 0) {
            return true;
        }
        Tokens tail = cursor.tokens();
        if (tail.at("ON") || tail.at("AS")) {
            merge |= new UpsertTail(tail, plan).read() != null;
        }
        if (tail.atStatementEnd()) {
            tail.expectEnd();
            return true;
        }
        if (plan.form() == InsertPlan.Form.VALUES) {
            throw tail.syntaxError();
        }
        return false;
    }

    private boolean readsTables(InsertPlan plan) {
        Tokens tokens = cursor.tokensFrom(plan.rowsOffset());
        while (!tokens.atEnd()) {
            if (tokens.accept("FROM")) {
                if (!tokens.at("DUAL")) {
                    return true;
                }
            } else {
                tokens.advance();
            }
        }
        return false;
    }
}
