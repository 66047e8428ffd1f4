package io.tributary.planner.sql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Expression.Call;
import io.tributary.dialect.tree.Expression.Literal;
import io.tributary.dialect.tree.Expression.Name;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.type.Collation;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.ChangeRowsPlan;
import io.tributary.planner.plan.ChangeRowsPlan.Kind;
import io.tributary.planner.sql.query.SessionTokens;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plans UPDATE and DELETE, which the compiler's grammar reads: the one table that changes, and that it keeps its keys. No
 * index would notice that two rows get the same. {@code SET k = 7, v = 1 WHERE k <=> 7} keeps it, and is how JDBC drivers
 * update a row of a result.
 */
final class ChangeParser {
    private final Change change;
    private final Literals literals;
    private final TableSchema table;

    /** @param text whether it was written as a string */
    private record Value(boolean text, String value) {}

    private ChangeParser(Change change, Literals literals, TableSchema table) {
        this.change = change;
        this.literals = literals;
        this.table = table;
    }

    /** @throws TributaryException NOT_SUPPORTED where a column of a key may get another value */
    static ChangeRowsPlan parse(Tokens tokens, NameResolver names) {
        SessionTokens found = SessionTokens.read(tokens);
        Lexed lexed = Lexed.lex(found.text(), tokens.mode());
        Change change = MySqlParser.change(lexed);
        Kind kind = change.assignments().isEmpty() ? Kind.DELETE : Kind.UPDATE;
        change.assignments().stream().filter(Change::isCheck).findFirst().ifPresent(written -> {
            throw ErrorCode.UNKNOWN_COLUMN.error(
                    "Unknown column '" + String.join(".", written.column().parts()) + "' in 'field list'");
        });
        Source.Table target = change.table();
        if (target == null) {
            throw kind == Kind.UPDATE
                    ? TributaryException.notSupported("UPDATE of what is no table")
                    : ErrorCode.UNKNOWN_TABLE_IN.error(
                            "Unknown table '" + String.join(".", change.target()) + "' in MULTI DELETE");
        }
        List<String> name = target.name();
        TableSchema table = names.changed(name.size() == 1 ? "" : name.get(0), name.get(name.size() - 1), kind.name());
        if (kind == Kind.UPDATE && table.keyModel() == TableSchema.KeyModel.AGGREGATE) {
            throw TributaryException.notSupported("UPDATE of a table with an AGGREGATE KEY");
        }
        if (table.isUnique()) {
            new ChangeParser(change, lexed.literals(), table).requireSameKey();
        }
        String text = GeneratedAssignments.behind(found.text(), change, table, tokens.mode());
        return new ChangeRowsPlan(kind, table, text, found.any(), found.parameters());
    }

    private void requireSameKey() {
        Map<Integer, Value> keys = new HashMap<>();
        for (Change.Assignment assignment : change.assignments()) {
            int position = table.indexOf(assignment.column().last());
            if (position >= 0 && table.columns().get(position).key()) {
                Optional<Value> value = value(assignment.value());
                if (value.isEmpty() || keys.put(position, value.get()) != null) {
                    throw refused(position);
                }
            }
        }
        if (!keys.isEmpty()) {
            int changed = keys.keySet().iterator().next();
            if (!(change.from() instanceof Source.Table) || !keeps(keys)) {
                throw refused(changed);
            }
        }
    }

    /** Nothing but {@code column = literal} joined by AND may stand in the condition. */
    private boolean keeps(Map<Integer, Value> keys) {
        for (Expression each : conditions(change.where())) {
            boolean equals = each instanceof Call call
                    && (call.name().equals("=") || call.name().equals("<=>"))
                    && call.arguments().get(0) instanceof Name;
            Optional<Value> value = equals ? value(((Call) each).arguments().get(1)) : Optional.empty();
            if (value.isEmpty()) {
                return false;
            }
            int position = table.indexOf(((Name) ((Call) each).arguments().get(0)).last());
            if (isSame(position, keys.get(position), value.get())) {
                keys.remove(position);
            }
        }
        return keys.isEmpty();
    }

    private static List<Expression> conditions(@Nullable Expression where) {
        if (where == null) {
            return List.of();
        }
        return where instanceof Call call && call.name().equals("AND") ? call.arguments() : List.of(where);
    }

    /** A text that is compared with a number, or without case, meets other texts, too. */
    private boolean isSame(int position, @Nullable Value set, Value found) {
        if (set == null || !set.value().equals(found.value())) {
            return false;
        }
        Column column = table.columns().get(position);
        return !isText(column.type().kind())
                || (found.text() && !Collation.declared(column.collationName()).folds());
    }

    private static boolean isText(ColumnType.Kind kind) {
        return kind == ColumnType.Kind.CHAR || kind == ColumnType.Kind.VARCHAR || kind == ColumnType.Kind.STRING;
    }

    private Optional<Value> value(Expression expression) {
        boolean negative = expression instanceof Call call
                && call.name().equals("-")
                && call.arguments().size() == 1;
        Expression bare = negative ? ((Call) expression).arguments().get(0) : expression;
        if (!(bare instanceof Literal literal)) {
            return Optional.empty();
        }
        Literals.Value written = literals.peek(literal.index());
        return switch (written.kind()) {
            case TEXT -> negative ? Optional.empty() : Optional.of(new Value(true, written.text()));
            case INTEGER, DECIMAL, DOUBLE -> Optional.of(new Value(false, (negative ? "-" : "") + written.text()));
            case BYTES, BINARY_TEXT -> Optional.empty();
        };
    }

    private TributaryException refused(int position) {
        return TributaryException.notSupported(
                "UPDATE of key column " + table.columns().get(position).name() + " of a table with a UNIQUE KEY",
                ": Only value columns of unique table could be updated");
    }
}
