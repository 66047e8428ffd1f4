package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.tree.TableReference.Use;
import java.util.List;
import java.util.Set;

/** UPDATE and DELETE. */
final class ChangeParser {
    private static final Set<String> OPTIONS = Set.of("LOW_PRIORITY", "QUICK", "IGNORE");

    private final Tokens tokens;
    private final QueryParser queries;

    ChangeParser(Tokens tokens) {
        this.tokens = tokens;
        queries = new QueryParser(tokens);
    }

    Change read() {
        if (tokens.at("WITH")) {
            // It reads the queries up to UPDATE, which it refuses.
            queries.read();
            throw tokens.refused();
        }
        boolean update = tokens.take("UPDATE");
        if (!update) {
            tokens.require("DELETE");
        }
        while (tokens.at(OPTIONS) && (tokens.token(1).isName() || tokens.at(1, "("))) {
            if (update && tokens.at("IGNORE")) {
                throw TributaryException.notSupported("UPDATE IGNORE");
            }
            tokens.next();
        }
        return update ? update() : delete();
    }

    private Change update() {
        Source from = queries.sources().required();
        tokens.require("SET");
        List<Change.Assignment> assignments = tokens.list(this::assignment);
        return change(from instanceof Source.Table table ? name(table) : target(assignments), from, false, assignments);
    }

    private Change.Assignment assignment() {
        Expression.Name column = new Expression.Name(tokens.parts());
        tokens.require("=");
        return new Change.Assignment(column, queries.expressions().read());
    }

    private static List<String> name(Source.Table table) {
        return table.alias().isEmpty() ? table.name() : List.of(table.alias());
    }

    /** The table that all assigned columns are of. */
    private static List<String> target(List<Change.Assignment> assignments) {
        List<List<String>> targets = assignments.stream()
                .map(each -> each.column().parts())
                .map(parts -> parts.subList(0, parts.size() - 1))
                .distinct()
                .toList();
        if (targets.size() > 1) {
            throw TributaryException.notSupported("UPDATE of several tables");
        }
        if (targets.get(0).isEmpty()) {
            throw TributaryException.notSupported("UPDATE of joined tables by columns without a table");
        }
        return targets.get(0);
    }

    private Change delete() {
        boolean first = tokens.take("FROM");
        int start = tokens.position();
        Source.Table table = target();
        if (tokens.at(",")) {
            throw TributaryException.notSupported("DELETE of several tables");
        }
        boolean alone = first && !tokens.at("USING");
        tokens.firstIs(alone ? Use.UNALIASED : Use.TARGET);
        if (alone) {
            return change(name(table), table, false, List.of());
        }
        if (!table.alias().isEmpty()) {
            throw tokens.refused(start);
        }
        tokens.require(first ? "USING" : "FROM");
        return change(table.name(), queries.sources().required(), first, List.of());
    }

    private Source.Table target() {
        int start = tokens.position();
        if (queries.sources().factor() instanceof Source.Table table) {
            tokens.take(".", "*");
            return table;
        }
        throw tokens.refused(start);
    }

    private Change change(List<String> target, Source from, boolean using, List<Change.Assignment> assignments) {
        Expression where = queries.optional("WHERE");
        Query.Ordering ordering = queries.ordering();
        return new Change(target, from, using, assignments, where, ordering);
    }
}
