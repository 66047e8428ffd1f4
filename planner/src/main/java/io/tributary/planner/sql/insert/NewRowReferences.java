package io.tributary.planner.sql.insert;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.TargetColumns;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the values of ON DUPLICATE KEY UPDATE name the columns of the new row: {@code VALUES(a)}, and by the alias that MySQL
 * 8 has for it: {@code … VALUES (…) AS new(x, y) ON DUPLICATE KEY UPDATE a = new.x + y}.
 */
final class NewRowReferences {
    private final TableSchema table;
    /** The new row's alias in lower case, or empty. */
    private final String alias;
    /** Positions by the names that the alias gives, in lower case; empty where it gives none. */
    private final Map<String, Integer> columns;

    /**
     * A value.
     *
     * @param text with every column of the new row as {@link OnDuplicateKey#newColumn}
     * @param names all other names in it, in lower case
     */
    record Expression(String text, Set<String> names) {
        /** What ends a value where no parenthesis is open: a clause that does not belong here. */
        private static final String[] CLAUSES = {
            "FROM", "GROUP", "HAVING", "LIMIT", "ON", "ORDER", "SELECT", "SET", "UNION", "WHERE"
        };

        /** Whether it may read this column of the old row. */
        boolean reads(String column) {
            return names.contains(column.toLowerCase(Locale.ROOT));
        }
    }

    private NewRowReferences(TableSchema table, String alias, Map<String, Integer> columns) {
        this.table = table;
        this.alias = alias.toLowerCase(Locale.ROOT);
        this.columns = columns;
    }

    /** Returns the names where the new row has no alias. */
    static NewRowReferences of(InsertPlan plan) {
        return new NewRowReferences(plan.table(), "", Map.of());
    }

    /** Reads the alias behind AS. */
    static NewRowReferences read(Tokens tokens, InsertPlan plan) {
        String alias = tokens.identifier();
        Map<String, Integer> columns = new HashMap<>();
        if (tokens.atSymbol('(')) {
            TargetColumns targets = plan.columns();
            List<String> listed = Names.inParentheses(tokens);
            for (int i = 0; i < listed.size(); i++) {
                String name = listed.get(i).toLowerCase(Locale.ROOT);
                if (columns.put(name, i < targets.count() ? targets.position(i) : -1) != null) {
                    throw ErrorCode.DUPLICATE_COLUMN.error("Duplicate column name '" + name + "'");
                }
            }
            if (listed.size() != targets.count()) {
                throw ErrorCode.INVALID_STATEMENT.error("the alias " + alias + " names " + listed.size()
                        + " columns, the rows have " + targets.count());
            }
        }
        return new NewRowReferences(plan.table(), alias, columns);
    }

    /** Reads a value, up to the comma, the semicolon or the end behind it. */
    Expression expression(Tokens tokens) {
        StringBuilder text = new StringBuilder();
        Set<String> names = new HashSet<>();
        int depth = 0;
        int copied = tokens.start();
        boolean subquery = false;
        while (!tokens.atEnd() && !(depth == 0 && (tokens.atSymbol(',') || tokens.atSymbol(';')))) {
            if (depth == 0 && tokens.atAny(Expression.CLAUSES)) {
                throw tokens.syntaxError();
            }
            subquery |= tokens.at("SELECT");
            int begin = tokens.start();
            if (passDatabase(tokens)) {
                text.append(tokens.text(copied, begin));
                copied = tokens.start();
                continue;
            }
            int position = newColumn(tokens);
            if (position >= 0) {
                text.append(tokens.text(copied, begin)).append(OnDuplicateKey.newColumn(position));
                copied = tokens.previousEnd();
                continue;
            }
            if (tokens.atSymbol('(')) {
                depth++;
            } else if (tokens.atSymbol(')')) {
                depth--;
            } else if (tokens.atIdentifier() && !tokens.followedBy('(')) {
                String name = tokens.identifier();
                names.add(name.toLowerCase(Locale.ROOT));
                if (!subquery && tokens.atSymbol('.') && !name.equalsIgnoreCase(table.name())) {
                    throw TributaryException.notSupported(
                            "ON DUPLICATE KEY UPDATE by columns of " + name + ", which is not the table of the rows");
                }
                continue;
            }
            tokens.advance();
        }
        text.append(tokens.text(copied, Math.max(copied, tokens.previousEnd())));
        if (depth != 0 || text.toString().isBlank()) {
            throw tokens.syntaxError();
        }
        return new Expression(text.toString(), names);
    }

    /** Whether a value is nothing but this column of the old row. */
    boolean isOldColumn(Expression value, int position) {
        String column = table.columns().get(position).name();
        String text = value.text().replace("`", "").strip();
        return text.equalsIgnoreCase(column) || text.equalsIgnoreCase(table.name() + "." + column);
    }

    /** Passes over the database in {@code db.t.column}: the old row goes by the table's name alone. */
    private boolean passDatabase(Tokens tokens) {
        int mark = tokens.start();
        if (tokens.atIdentifier()
                && tokens.identifier().equalsIgnoreCase(table.database())
                && tokens.acceptSymbol('.')
                && tokens.atIdentifier()) {
            int name = tokens.start();
            if (tokens.identifier().equalsIgnoreCase(table.name()) && tokens.atSymbol('.')) {
                tokens.moveTo(name);
                return true;
            }
        }
        tokens.moveTo(mark);
        return false;
    }

    /** Passes over a column of the new row and returns its position; -1 where none stands here. */
    private int newColumn(Tokens tokens) {
        if (!tokens.atIdentifier()) {
            return -1;
        } else if (tokens.at("VALUES")) {
            tokens.advance();
            return tokens.parenthesized(() -> positionOf(Names.column(tokens)));
        }
        int mark = tokens.start();
        String name = tokens.identifier().toLowerCase(Locale.ROOT);
        if (!alias.isEmpty() && name.equals(alias) && tokens.acceptSymbol('.')) {
            return aliased(tokens.identifier());
        }
        if (tokens.acceptSymbol('.')) {
            // A column of another table, whose name is no alias'.
            tokens.moveTo(mark);
            return -1;
        }
        @Nullable Integer bare = table.indexOf(name) < 0 ? columns.get(name) : null;
        if (bare == null) {
            tokens.moveTo(mark);
            return -1;
        }
        return bare;
    }

    private int aliased(String name) {
        if (columns.isEmpty()) {
            return positionOf(name);
        }
        @Nullable Integer position = columns.get(name.toLowerCase(Locale.ROOT));
        if (position == null) {
            throw unknown(alias + "." + name);
        }
        return position;
    }

    private int positionOf(String name) {
        int position = table.indexOf(name);
        if (position < 0) {
            throw unknown(name);
        }
        return position;
    }

    private static TributaryException unknown(String name) {
        return ErrorCode.UNKNOWN_COLUMN.error("Unknown column '" + name + "' in 'field list'");
    }
}
