package io.tributary.dialect.parse;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Limit;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Terminals;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.tree.Source.Join.Kind;
import io.tributary.dialect.tree.TableReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands behind FROM. */
final class SourceParser {
    private static final Set<String> HINTS = Set.of("USE", "FORCE", "IGNORE");
    private static final String OUTER = "_OUTER";

    private final Tokens tokens;
    private final QueryParser queries;

    SourceParser(Tokens tokens, QueryParser queries) {
        this.tokens = tokens;
        this.queries = queries;
    }

    /** Tables and joins with commas between them; null of DUAL. */
    @Nullable
    Source read() {
        boolean dual = tokens.at("DUAL") && !tokens.at(1, ".");
        Source source = required();
        return dual && source instanceof Source.Table ? null : source;
    }

    Source required() {
        return required(joined(chain()));
    }

    private Source required(Source first) {
        Source left = first;
        for (int count = 1; tokens.take(","); count++) {
            Limit.CHAIN.check(count);
            left = new Source.Join(Kind.INNER, false, left, joined(chain()), null, List.of());
        }
        return left;
    }

    // ---- joins

    /** A join behind what stands left of it. */
    private record Step(Kind kind, boolean natural, Source right, @Nullable Expression on, List<String> using) {}

    /** Joins from left to right. */
    private record Chain(Source first, List<Step> steps) {
        static Chain of(Source first) {
            return new Chain(first, new ArrayList<>());
        }

        Source source() {
            Source left = first;
            for (Step step : steps) {
                left = new Source.Join(step.kind(), step.natural(), left, step.right(), step.on(), step.using());
            }
            return left;
        }
    }

    /** What stands before a join that has no condition yet. */
    private record Pending(Chain left, Kind kind) {
        Chain with(Chain right, @Nullable Expression on, List<String> using) {
            left.steps().add(new Step(kind, false, right.source(), on, using));
            return left;
        }

        /** A join without a condition comes before those right of it. */
        Chain without(Chain right) {
            left.steps().add(new Step(kind, false, right.first(), null, List.of()));
            left.steps().addAll(right.steps());
            return left;
        }
    }

    private Chain chain() {
        return Chain.of(tokens.at("(") ? aliased(parenthesized()) : factor());
    }

    /** A condition belongs to the last join before it that has none. */
    private Source joined(Chain first) {
        Deque<Pending> pending = new ArrayDeque<>();
        Chain last = first;
        for (int count = 0; ; ) {
            if (tokens.at("LATERAL") && tokens.at(1, "VIEW")) {
                last = Chain.of(exploded(last.source()));
            } else if (!pending.isEmpty() && tokens.take("ON")) {
                last = pending.pop().with(last, queries.expressions().read(), List.of());
            } else if (!pending.isEmpty() && tokens.take("USING")) {
                last = pending.pop().with(last, null, tokens.names());
            } else {
                boolean natural = tokens.take("NATURAL");
                Kind kind = kind();
                if (kind == null) {
                    break;
                }
                Limit.CHAIN.check(++count);
                if (natural) {
                    last.steps().add(new Step(kind, true, factor(), null, List.of()));
                } else {
                    pending.push(new Pending(last, kind));
                    last = chain();
                }
            }
        }
        for (Pending each : pending) {
            if (each.kind() != Kind.INNER) {
                throw tokens.refused();
            }
            last = each.without(last);
        }
        return last.source();
    }

    /** The words of a join; null where none stands here. */
    private @Nullable Kind kind() {
        boolean full = tokens.at("FULL") && (tokens.at(1, "JOIN") || tokens.at(1, "OUTER"));
        boolean side = full || tokens.at("LEFT") || tokens.at("RIGHT");
        if (!side) {
            boolean straight = tokens.take("STRAIGHT_JOIN");
            if (straight || tokens.take("JOIN")) {
                return Kind.INNER;
            }
            if (!tokens.at("INNER") && !tokens.at("CROSS")) {
                return null;
            }
            tokens.next();
            tokens.require("JOIN");
            return Kind.INNER;
        }
        String name = tokens.next().terminal();
        if (!name.equals("FULL") && (tokens.at("SEMI") || tokens.at("ANTI"))) {
            name += "_" + tokens.next().terminal();
        } else {
            tokens.take("OUTER");
        }
        tokens.require("JOIN");
        return Kind.valueOf(name);
    }

    // ---- tables

    Source factor() {
        switch (tokens.terminal()) {
            case "(" -> {
                return aliased(parenthesized());
            }
            case "{" -> {
                tokens.open("{");
                tokens.require("OJ");
                Source source = required();
                tokens.close("}");
                return source;
            }
            case "LATERAL" -> {
                tokens.next();
                return derived(queries.parenthesized(), true);
            }
            default -> {
                return table();
            }
        }
    }

    private Source aliased(Source source) {
        return source instanceof Source.Derived derived && derived.alias().isEmpty()
                ? derived(derived.query(), false)
                : source;
    }

    private Source derived(Query query, boolean lateral) {
        String alias = tokens.alias();
        if (alias.isEmpty()) {
            throw ErrorCode.DERIVED_WITHOUT_ALIAS.error("Every derived table must have its own alias");
        }
        return new Source.Derived(query, alias, tokens.columns(), lateral);
    }

    /** Tables, or a query, which has no alias yet. */
    private Source parenthesized() {
        tokens.open("(");
        Source source;
        if (tokens.atQuery() || tokens.at("VALUES")) {
            source = unnamed(queries.read());
        } else if (tokens.at("(")) {
            Source first = parenthesized();
            boolean query = first instanceof Source.Derived derived
                    && derived.alias().isEmpty()
                    && (queries.goesOn() || tokens.at(")"));
            source = !query
                    ? required(joined(Chain.of(aliased(first))))
                    : unnamed(queries.rest(((Source.Derived) first).query()));
        } else {
            source = required();
        }
        tokens.close(")");
        return source;
    }

    private static Source unnamed(Query query) {
        return new Source.Derived(query, "", List.of(), false);
    }

    private Source table() {
        int start = tokens.position();
        List<String> name = Names.withoutCatalog(tokens.parts());
        int end = tokens.endBefore();
        if (tokens.at("(")) {
            throw TributaryException.notSupported(
                    "the table function " + tokens.lexed().tokens().get(start).terminal());
        }
        List<String> partitions = partitions();
        int behind = tokens.endBefore();
        String alias = tokens.alias();
        if (partitions.isEmpty()) {
            partitions = partitions();
        }
        if (tokens.at("TABLESAMPLE")) {
            throw TributaryException.notSupported("TABLESAMPLE");
        }
        while (tokens.at(HINTS) && (tokens.at(1, "INDEX") || tokens.at(1, "KEY"))) {
            tokens.skip(2);
            hinted();
        }
        int begin = tokens.lexed().tokens().get(start).start();
        tokens.readTable(new TableReference(name, alias, TableReference.Use.READ, begin, end, behind));
        return new Source.Table(name, alias, partitions, begin);
    }

    /** {@code PARTITION (a, b)}, and as Doris has it {@code PARTITIONS (a)} and {@code PARTITION a}; empty: none. */
    private List<String> partitions() {
        boolean list = tokens.at(1, "(") && (tokens.at("PARTITION") || tokens.at("PARTITIONS"));
        if (!list && !(tokens.at("PARTITION") && Terminals.isName(tokens.token(1)))) {
            return List.of();
        }
        tokens.next();
        return list ? tokens.names() : List.of(tokens.name());
    }

    /** Which indexes to use, and for what: nothing that matters here. */
    private void hinted() {
        if (tokens.take("FOR") && !tokens.take("JOIN") && !tokens.take("ORDER", "BY") && !tokens.take("GROUP", "BY")) {
            throw tokens.refused();
        }
        if (tokens.at("(") && tokens.at(1, ")")) {
            tokens.skip(2);
        } else {
            tokens.names();
        }
    }

    private Source exploded(Source source) {
        tokens.skip(2);
        boolean outer = tokens.take("OUTER");
        int start = tokens.position();
        if (!(queries.expressions().read() instanceof Expression.Call function)) {
            throw tokens.refused(start);
        }
        String name = function.name();
        boolean named = !outer || name.endsWith(OUTER);
        String alias = tokens.name();
        tokens.require("AS");
        return new Source.Exploded(
                source,
                new Expression.Call(named ? name : name + OUTER, function.arguments()),
                alias,
                List.of(tokens.name()));
    }
}
