package io.tributary.planner.sql.insert;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The columns that an UPDATE of a table with a UNIQUE KEY sets. Those of the key must keep their values: no index would
 * notice that two rows get the same key. {@code SET k = 7, v = 1 WHERE k <=> 7} keeps them, and is how JDBC drivers update
 * a row of a result.
 */
public final class AssignedColumns {
    private final Tokens tokens;
    private final TableSchema table;
    /** What key columns are set to, by position; taken out where WHERE finds the row by the same value. */
    private final Map<Integer, Literal> keys = new HashMap<>();

    /** @param text whether it was written as a string */
    private record Literal(boolean text, String value) {}

    private AssignedColumns(Tokens tokens, TableSchema table) {
        this.tokens = tokens;
        this.table = table;
    }

    /**
     * Refuses an UPDATE that may change a key; reads from UPDATE on, as far as is needed.
     *
     * @throws io.tributary.contract.error.TributaryException NOT_SUPPORTED where a column of the key may get another value
     */
    public static void requireSameKey(Tokens tokens, TableSchema table) {
        AssignedColumns columns = new AssignedColumns(tokens, table);
        columns.readAssignments();
        if (!columns.keys.isEmpty()) {
            int changed = columns.keys.keySet().iterator().next();
            if (!columns.readCondition() || !columns.keys.isEmpty()) {
                throw columns.refused(changed);
            }
        }
    }

    private void readAssignments() {
        int depth = 0;
        boolean assignments = false;
        boolean nameFollows = false;
        while (!tokens.atEnd()) {
            if (nameFollows && tokens.atIdentifier()) {
                assigned(table.indexOf(Names.column(tokens)));
                nameFollows = false;
                continue;
            }
            if (tokens.atSymbol('(') || tokens.atSymbol('[')) {
                depth++;
            } else if (tokens.atSymbol(')') || tokens.atSymbol(']')) {
                depth--;
            } else if (depth == 0 && assignments && tokens.atAny("WHERE", "ORDER", "LIMIT")) {
                return;
            } else if (depth == 0 && assignments && tokens.atSymbol(',')) {
                nameFollows = true;
            } else if (depth == 0 && !assignments && tokens.at("SET")) {
                assignments = true;
                nameFollows = true;
            }
            tokens.advance();
        }
    }

    private void assigned(int position) {
        if (position < 0 || !table.columns().get(position).key()) {
            return;
        }
        Optional<Literal> value = tokens.acceptSymbol('=') ? literal() : Optional.empty();
        boolean alone = tokens.atSymbol(',') || tokens.at("WHERE");
        if (value.isEmpty() || !alone || keys.put(position, value.get()) != null) {
            throw refused(position);
        }
    }

    /** Nothing but {@code column = literal} joined by AND may stand there. */
    private boolean readCondition() {
        if (!tokens.accept("WHERE")) {
            return false;
        }
        do {
            if (!tokens.atIdentifier()) {
                return false;
            }
            int position = table.indexOf(Names.column(tokens));
            Optional<Literal> value = acceptEquals() ? literal() : Optional.empty();
            if (value.isEmpty()) {
                return false;
            }
            if (keeps(position, value.get())) {
                keys.remove(position);
            }
        } while (tokens.accept("AND"));
        return tokens.atEnd() || tokens.atSymbol(';') || tokens.atAny("ORDER", "LIMIT");
    }

    /** A text that is compared with a number meets other texts, too. */
    private boolean keeps(int position, Literal found) {
        Literal set = keys.get(position);
        return set != null
                && set.value().equals(found.value())
                && (found.text() || !isText(table.columns().get(position).type().kind()));
    }

    private static boolean isText(ColumnType.Kind kind) {
        return kind == ColumnType.Kind.CHAR || kind == ColumnType.Kind.VARCHAR || kind == ColumnType.Kind.STRING;
    }

    private boolean acceptEquals() {
        return tokens.acceptSymbol('<')
                ? tokens.acceptSymbol('=') && tokens.acceptSymbol('>')
                : tokens.acceptSymbol('=');
    }

    private Optional<Literal> literal() {
        if (tokens.kind() == Tokens.Kind.STRING) {
            return Optional.of(new Literal(true, tokens.string()));
        }
        String sign = tokens.acceptSymbol('-') ? "-" : "";
        if (tokens.kind() != Tokens.Kind.NUMBER) {
            return Optional.empty();
        }
        String digits = tokens.text(tokens.start(), tokens.end());
        tokens.advance();
        return Optional.of(new Literal(false, sign + digits));
    }

    private RuntimeException refused(int position) {
        return TributaryException.notSupported(
                "UPDATE of key column " + table.columns().get(position).name() + " of a table with a UNIQUE KEY");
    }
}
