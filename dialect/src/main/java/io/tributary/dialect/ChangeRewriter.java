package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.print.SqlName;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes an UPDATE or DELETE of one table anew: the engine knows neither ORDER BY and LIMIT there nor qualified names on
 * the left of an assignment. Rows that a LIMIT picks are found by their rowid.
 *
 * <pre>
 * UPDATE [LOW_PRIORITY] [db.]t [[AS] a] SET x = …, a.y = … [WHERE …] [ORDER BY …] [LIMIT n]
 * DELETE [LOW_PRIORITY] [QUICK] [IGNORE] FROM [db.]t [[AS] a] [WHERE …] [ORDER BY …] [LIMIT n]
 * DELETE {t | a} FROM [db.]t [[AS] a] [JOIN …] [WHERE …]
 * DELETE FROM [db.]t [[AS] a] USING other, … [WHERE …]
 * </pre>
 *
 * So are those that a join finds.
 *
 * One thread, one statement.
 */
final class ChangeRewriter {
    private static final Set<String> AFTER_TABLE = Set.of(
            "SET",
            "WHERE",
            "ORDER",
            "LIMIT",
            "USING",
            "JOIN",
            "INNER",
            "LEFT",
            "RIGHT",
            "CROSS",
            "NATURAL",
            "STRAIGHT_JOIN",
            "PARTITION");

    /** The engine's number of a row, by which rows are found again; a column of that name would hide it. */
    private static final String ROW_NUMBER = "rowid";

    private final StatementRewriter out;
    private final List<Token> tokens;
    private final ColumnTypes types;
    private final AssignedValues values;
    private final Set<String> assigned = new HashSet<>();
    private final int end;
    private int at;
    private int tableFrom;
    private int tableTo;
    private int alias = -1;
    /** Where the other tables begin of which the rows depend, or -1. */
    private int others = -1;

    ChangeRewriter(StatementRewriter out, List<Token> tokens, ColumnTypes types, AssignedValues values) {
        this.out = out;
        this.tokens = tokens;
        this.types = types;
        this.values = values;
        end = tokens.size() - 1;
    }

    /** Whether the statement begins as one of these. */
    static boolean isAt(List<Token> tokens) {
        return tokens.get(0).isWord("UPDATE") || tokens.get(0).isWord("DELETE");
    }

    void write() {
        boolean update = tokens.get(0).isWord("UPDATE");
        at = 1;
        modifiers(update);
        int target = -1;
        if (!update) {
            if (!out.token(at).isWord("FROM")) {
                target = at++;
            }
            if (!out.token(at).isWord("FROM")) {
                throw TributaryException.notSupported("DELETE of several tables");
            }
            at++;
        }
        table(update, target >= 0);
        if (target >= 0 && !names(target)) {
            throw TributaryException.notSupported("DELETE of another table than the one read");
        }
        out.emit(update ? "UPDATE" : "DELETE FROM");
        writeTable();
        if (others >= 0) {
            joined();
            return;
        }
        if (update) {
            assignments();
        }
        condition();
        out.emitAny(values.returning(assigned));
    }

    private void requireRowNumber(String what) {
        String database = tableTo - tableFrom > 1 ? out.token(tableFrom).text() : "";
        boolean hidden = types.table(database, out.token(tableTo - 1).text())
                .filter(table -> table.indexOf(ROW_NUMBER) >= 0)
                .isPresent();
        if (hidden) {
            throw TributaryException.notSupported(what + " of a table with a column " + ROW_NUMBER);
        }
    }

    private void joined() {
        requireRowNumber("other tables in DELETE");
        out.emit("WHERE rowid IN (SELECT");
        out.emit(SqlName.quote(out.token(alias >= 0 ? alias : tableTo - 1).text()) + ".rowid FROM");
        writeTable();
        if (out.token(others).isWord("USING")) {
            out.emit(",");
            others++;
        }
        out.write(others, end);
        out.emit(")");
    }

    private void modifiers(boolean update) {
        while (out.token(at).isWord("LOW_PRIORITY")
                || out.token(at).isWord("QUICK")
                || out.token(at).isWord("IGNORE")) {
            if (update && out.token(at).isWord("IGNORE")) {
                throw TributaryException.notSupported("UPDATE IGNORE");
            }
            at++;
        }
    }

    private void table(boolean update, boolean targeted) {
        tableFrom = at;
        if (!out.token(at).isName()) {
            throw out.unexpected(at);
        }
        at++;
        while (out.token(at).isSymbol(".") && out.token(at + 1).isName()) {
            at += 2;
        }
        tableTo = at;
        if (out.token(at).isWord("AS")) {
            alias = at + 1;
            at += 2;
        } else if (out.token(at).isName() && !isWordOf(at, AFTER_TABLE)) {
            alias = at++;
        }
        boolean alone = at == end || isWordOf(at, Set.of("SET", "WHERE", "ORDER", "LIMIT"));
        if (alone) {
            return;
        }
        boolean using = out.token(at).isWord("USING");
        if (using && names(at + 1)) {
            throw TributaryException.notSupported("DELETE … USING that names its table once more");
        }
        if (update || using == targeted || out.token(at).isWord("PARTITION")) {
            throw TributaryException.notSupported("UPDATE or DELETE of several tables or of a PARTITION");
        }
        others = at;
    }

    private boolean isWordOf(int i, Set<String> words) {
        return out.token(i).kind() == Token.Kind.WORD
                && words.contains(out.token(i).upper());
    }

    private boolean names(int target) {
        String name = out.token(target).text();
        return name.equals(out.token(alias >= 0 ? alias : tableTo - 1).text());
    }

    private void writeTable() {
        out.write(tableFrom, tableTo);
        if (alias >= 0) {
            out.emit("AS");
            out.emit(SqlName.quote(out.token(alias).text()));
        }
    }

    private void assignments() {
        if (!out.token(at).isWord("SET")) {
            throw out.unexpected(at);
        }
        at++;
        out.emit("SET");
        while (true) {
            int name = at;
            while (out.token(name + 1).isSymbol(".") && out.token(name + 2).isName()) {
                name += 2;
            }
            if (!out.token(name).isName() || !out.token(name + 1).isSymbol("=")) {
                throw out.unexpected(name);
            }
            int from = name + 2;
            int to = endOfValue(from);
            check(from, to);
            if (!assigned.add(out.token(name).text().toLowerCase(Locale.ROOT))) {
                throw TributaryException.notSupported(
                        "two assignments to one column (" + out.token(name).text() + ")");
            }
            out.mark(name);
            String column = SqlName.quote(out.token(name).text());
            out.emit(column);
            out.emit("=");
            AssignedValues.Wrap check = values.around(out.token(name).text());
            out.emitAny(check.before());
            if (to == from + 1 && out.token(from).kind() == Token.Kind.BINARY) {
                out.assigned(column, from);
            } else {
                out.write(from, to);
            }
            out.emitAny(check.after());
            at = to;
            if (!out.token(at).isSymbol(",")) {
                return;
            }
            out.emit(",");
            at++;
        }
    }

    /** MySQL assigns from left to right, and an expression sees what was assigned before it; the engine's sees the old row. */
    private void check(int from, int to) {
        if (from == to) {
            throw out.unexpected(from);
        }
        if (to == from + 1 && out.token(from).isWord("DEFAULT")) {
            throw TributaryException.notSupported("SET column = DEFAULT");
        }
        for (int i = from; i < to; i++) {
            if (out.token(i).isName() && assigned.contains(out.token(i).text().toLowerCase(Locale.ROOT))) {
                throw TributaryException.notSupported("an assignment that reads a column assigned before it ("
                        + out.token(i).text() + ")");
            }
        }
    }

    private int endOfValue(int from) {
        int i = from;
        while (i < end && !out.token(i).isSymbol(",") && !isWordOf(i, Set.of("WHERE", "ORDER", "LIMIT"))) {
            i = out.token(i).nesting() > 0 ? out.closing(i) + 1 : i + 1;
        }
        return i;
    }

    private void condition() {
        int order = find("ORDER", at);
        int limit = find("LIMIT", at);
        int where = at;
        int whereEnd = Math.min(order, limit);
        if (limit == end) {
            // The order in which rows are changed has no outcome where no LIMIT follows.
            out.write(where, whereEnd);
            return;
        }
        requireRowNumber("LIMIT in UPDATE or DELETE");
        out.emit("WHERE rowid IN (SELECT rowid FROM");
        writeTable();
        out.write(where, end);
        out.emit(")");
    }

    /** The first of these words from there on outside of all parentheses, or the end. */
    private int find(String word, int from) {
        int i = from;
        while (i < end && !out.token(i).isWord(word)) {
            i = out.token(i).nesting() > 0 ? out.closing(i) + 1 : i + 1;
        }
        return Math.min(i, end);
    }
}
