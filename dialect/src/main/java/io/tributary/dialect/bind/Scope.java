package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.bind.BoundQuery.Output;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which columns a name may mean in one SELECT: those of the relations behind FROM, then those of the SELECT around it.
 * One thread.
 */
final class Scope {
    private final @Nullable Scope outer;
    private final List<Relation> relations = new ArrayList<>();
    /** Columns that USING and NATURAL made one, by their names in lower case, in the order of {@code *}. */
    private final Map<String, Found> merged = new HashMap<>();

    private final List<Found> star = new ArrayList<>();
    private final List<NamedQuery> named;

    /**
     * A query of WITH as those see it that read it.
     *
     * @param columns empty: those of the outputs
     */
    record NamedQuery(String name, int number, List<Output> outputs, List<String> columns) {
        /** Returns the same where its first rows do not tell how long the texts of others are. */
        NamedQuery unbounded() {
            List<Output> any = outputs.stream()
                    .map(output -> output.type().kind() == Kind.TEXT
                            ? output.as(output.type().sized(0, output.type().scale()))
                            : output)
                    .toList();
            return new NamedQuery(name, number, any, columns);
        }
    }

    Scope(@Nullable Scope outer) {
        this(outer, outer == null ? List.of() : outer.named);
    }

    /** @param named queries that may be read here */
    Scope(@Nullable Scope outer, List<NamedQuery> named) {
        this.outer = outer;
        this.named = named;
    }

    List<NamedQuery> named() {
        return named;
    }

    /** Returns a column of this scope as errors name it. */
    String nameOf(Bound.Column column) {
        for (Relation relation : relations) {
            if (relation.number() == column.relation()) {
                String prefix = relation.database().isEmpty() ? "" : relation.database() + ".";
                return prefix + relation.name() + "."
                        + relation.fields().stream()
                                .filter(field -> field.isColumn(column.name()))
                                .map(Found::name)
                                .findFirst()
                                .orElse(column.name());
            }
        }
        return column.name();
    }

    @Nullable
    Scope outer() {
        return outer;
    }

    /** Whether all columns that an aggregate reads are of queries around this one: MySQL makes it one of theirs. */
    boolean isOuter(Bound aggregate) {
        boolean own = reads(aggregate);
        Scope around = outer;
        while (around != null && !around.reads(aggregate)) {
            around = around.outer;
        }
        return !own && around != null;
    }

    private boolean reads(Bound bound) {
        return bound instanceof Bound.Column column
                ? relations.stream().anyMatch(each -> each.number() == column.relation())
                : bound.hasPart(this::reads);
    }

    List<Relation> relations() {
        return relations;
    }

    /** Takes what a source gives; names that a relation of this scope has already are an error. */
    void add(Side side) {
        for (Relation relation : side.relations()) {
            boolean known = relations.stream()
                    .anyMatch(each -> each.name().equals(relation.name())
                            && each.database().equals(relation.database())
                            && !each.name().isEmpty());
            if (known) {
                throw ErrorCode.NOT_UNIQUE_TABLE.error("Not unique table/alias: '" + relation.name() + "'");
            }
            relations.add(relation);
        }
        merged.putAll(side.merged());
        star.addAll(side.star());
    }

    /** Returns what {@code *} stands for. */
    List<Found> star() {
        return star;
    }

    /** Returns what {@code qualifier.*} stands for. */
    List<Found> star(List<String> qualifier) {
        for (Relation relation : relations) {
            if (relation.isCalled(qualifier)) {
                return relation.fields();
            }
        }
        throw ErrorCode.UNKNOWN_TABLE_ON_DROP.error("Unknown table '" + String.join(".", qualifier) + "'");
    }

    /** Returns a column in MySQL's words, which mean it still when tables have got others. */
    String text(Found found) {
        for (Relation relation : relations) {
            boolean own = found.value() instanceof Bound.Column column && column.relation() == relation.number();
            if (own) {
                boolean alone = relations.stream()
                        .noneMatch(each -> each.number() != relation.number()
                                && each.name().equals(relation.name()));
                String table = quoted(relation.name());
                return (alone ? table : quoted(relation.database()) + "." + table) + "." + quoted(found.name());
            }
        }
        return quoted(found.name());
    }

    /** Returns a name as MySQL's text. */
    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** Returns the column of a name in this scope or one around it; null if there is none. */
    @Nullable
    Found find(List<String> parts, String clause) {
        Found found = own(parts, clause);
        return found != null || outer == null ? found : outer.find(parts, clause);
    }

    /** Returns the column of a name in this scope alone. */
    @Nullable
    Found own(List<String> parts, String clause) {
        String name = parts.get(parts.size() - 1);
        if (parts.size() == 1) {
            Found one = merged.get(name.toLowerCase(Locale.ROOT));
            if (one != null) {
                return one;
            }
        }
        List<Found> found = named(parts);
        if (found.size() > 1) {
            throw ErrorCode.AMBIGUOUS_COLUMN.error(
                    "Column '" + String.join(".", parts) + "' in " + clause + " is ambiguous");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** Whether several columns of this scope alone have the name. */
    boolean isAmbiguous(List<String> parts) {
        boolean one = parts.size() == 1 && merged.containsKey(parts.get(0).toLowerCase(Locale.ROOT));
        return !one && named(parts).size() > 1;
    }

    private List<Found> named(List<String> parts) {
        String name = parts.get(parts.size() - 1);
        List<String> qualifier = parts.subList(0, parts.size() - 1);
        List<Found> found = new ArrayList<>();
        for (Relation relation : relations) {
            if (qualifier.isEmpty() || relation.isCalled(qualifier)) {
                found.addAll(relation.named(name));
            }
        }
        return found;
    }

    static TributaryException unknownColumn(List<String> parts, String clause) {
        return ErrorCode.UNKNOWN_COLUMN.error("Unknown column '" + String.join(".", parts) + "' in '" + clause + "'");
    }

    /** What one side of a join brings: relations, columns made one, and {@code *} of it. */
    record Side(BoundSource source, List<Relation> relations, Map<String, Found> merged, List<Found> star) {
        static Side of(BoundSource source, Relation relation) {
            return new Side(source, List.of(relation), Map.of(), relation.fields());
        }

        Side optional() {
            Map<String, Found> columns = new HashMap<>();
            merged.forEach((name, found) -> columns.put(name, found.optional()));
            return new Side(
                    source,
                    relations.stream().map(Relation::optional).toList(),
                    columns,
                    star.stream().map(Found::optional).toList());
        }
    }
}
