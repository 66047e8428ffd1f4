package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode.Mode;
import io.tributary.dialect.bind.Bound.Aggregate;
import io.tributary.dialect.bind.Bound.Column;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.bind.Bound.Slot;
import io.tributary.dialect.bind.Bound.SortKey;
import io.tributary.dialect.bind.BoundQuery.Ordering;
import io.tributary.dialect.bind.BoundQuery.Select;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.type.SqlType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts the grouping of a SELECT beneath it: keys and aggregates become columns of a relation of their own, so that each is
 * computed once however often it is named. One thread, one SELECT.
 */
final class Grouping {
    private final Statement statement;
    private final Scope scope;
    private final int relation;
    private final Set<Integer> own = new HashSet<>();
    private final List<Aggregate> aggregates = new ArrayList<>();
    private List<Bound> keys = List.of();
    /** The same with their literals read, so that equal ones are equal. */
    private List<Bound> known = List.of();

    private boolean literals;
    private boolean sets;
    /** MySQL's words for the expression that is looked at, in errors; empty: HAVING. */
    private String place = "";

    Grouping(Statement statement, Scope scope) {
        this.statement = statement;
        this.scope = scope;
        relation = statement.next();
    }

    static boolean aggregates(
            List<Bound> values, @Nullable Bound having, @Nullable Bound qualify, List<SortKey> order) {
        List<Bound> all = new ArrayList<>(values);
        order.forEach(key -> all.add(key.value()));
        if (having != null) {
            all.add(having);
        }
        if (qualify != null) {
            all.add(qualify);
        }
        return all.stream().anyMatch(Conversions::hasAggregate);
    }

    /** @param having null: none */
    BoundQuery group(Select rows, List<Bound> groupedBy, List<List<Integer>> groupingSets, @Nullable Bound having) {
        keys = groupedBy;
        literals = groupedBy.stream().anyMatch(Grouping::hasSlot);
        known = groupedBy.stream().map(this::read).toList();
        sets = groupingSets.size() > 1;
        scope.relations().forEach(each -> own.add(each.number()));
        List<Bound> values = numbered(rows.values(), "SELECT list");
        place = "";
        Bound filter = having == null ? null : grouped(having);
        Bound qualify = rows.qualify() == null ? null : grouped(rows.qualify());
        List<Bound> order =
                numbered(rows.ordering().keys().stream().map(SortKey::value).toList(), "ORDER BY clause");
        Ordering ordering = rows.ordering().by(order);
        List<BoundQuery.Output> outputs = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            outputs.add(rows.outputs().get(i).as(values.get(i).type()));
        }
        return new Select(
                outputs,
                values,
                rows.distinct() == null ? null : Conversions.distinct(values),
                new BoundSource.Grouped(
                        relation,
                        rows.from(),
                        rows.where(),
                        keys.stream()
                                .map(key -> new BoundSource.Key(key, Conversions.same(key)))
                                .toList(),
                        groupingSets,
                        aggregates),
                filter,
                qualify,
                ordering);
    }

    private List<Bound> numbered(List<Bound> all, String clause) {
        List<Bound> made = new ArrayList<>();
        for (Bound each : all) {
            place = "xpression #" + (made.size() + 1) + " of " + clause;
            made.add(grouped(each));
        }
        return made;
    }

    private static boolean hasSlot(Bound bound) {
        return bound instanceof Slot || bound.hasPart(Grouping::hasSlot);
    }

    /** Returns the expression with the values of its literals, where keys have some. */
    private Bound read(Bound bound) {
        if (!literals) {
            return bound;
        }
        return bound instanceof Slot slot
                ? new Constant(slot.type(), statement.literals.read(slot.literal()))
                : bound.map(this::read);
    }

    /** Returns an expression over groups. */
    private Bound grouped(Bound bound) {
        int key = known.lastIndexOf(read(bound));
        if (key >= 0) {
            SqlType type = bound.type();
            return new Column(sets ? type.nullable(true) : type, relation, "k" + (key + 1));
        }
        if (bound instanceof Aggregate aggregate) {
            return column(aggregate);
        } else if (bound instanceof Column column && own.contains(column.relation())) {
            return ungrouped(column);
        }
        return bound.map(this::grouped);
    }

    private Bound column(Aggregate aggregate) {
        if (aggregate.function().name().equals("GROUPING")) {
            ofKeys(aggregate);
        }
        int at = aggregates.indexOf(aggregate);
        if (at < 0) {
            at = aggregates.size();
            aggregates.add(aggregate);
        }
        return new Column(aggregate.type(), relation, "a" + (at + 1));
    }

    private void ofKeys(Aggregate grouping) {
        if (!sets) {
            throw ErrorCode.INVALID_GROUP_FUNCTION.error("Invalid use of group function");
        }
        for (int i = 0; i < grouping.arguments().size(); i++) {
            if (!known.contains(read(grouping.arguments().get(i)))) {
                throw ErrorCode.GROUPING_OF_NO_KEY.error(
                        "Argument #" + (i + 1) + " of GROUPING function is not in GROUP BY");
            }
        }
    }

    /** A column that no key determines: any of the group's values where the session allows it. */
    private Bound ungrouped(Column column) {
        if (statement.context.sqlMode().has(Mode.ONLY_FULL_GROUP_BY) && !isDetermined(column)) {
            throw refused(scope.nameOf(column));
        }
        Function any = FunctionRegistry.find("ANY_VALUE", 1).orElseThrow();
        return column(new Aggregate(column.type().nullable(true), any, List.of(column), false, List.of()));
    }

    private TributaryException refused(String column) {
        String mode = "; this is incompatible with sql_mode=only_full_group_by";
        if (place.isEmpty()) {
            return Scope.unknownColumn(List.of(column.substring(column.lastIndexOf('.') + 1)), "having clause");
        }
        return keys.isEmpty()
                ? ErrorCode.MIXED_WITH_AGGREGATES.error("In aggregated query without GROUP BY, e" + place
                        + " contains nonaggregated column '" + column + "'" + mode)
                : ErrorCode.NOT_IN_GROUP_BY.error(
                        "E" + place + " is not in GROUP BY clause and contains nonaggregated column '" + column
                                + "' which is not functionally dependent on columns in GROUP BY clause" + mode);
    }

    /** Whether the keys hold all columns of the key of the column's table. */
    private boolean isDetermined(Column column) {
        return scope.relations().stream()
                .filter(each -> each.number() == column.relation())
                .anyMatch(each -> {
                    List<Found> key = each.fields().stream()
                            .filter(field -> field.origin().key())
                            .toList();
                    return !key.isEmpty()
                            && key.stream().allMatch(field -> keys.stream()
                                    .anyMatch(grouped -> grouped instanceof Column by
                                            && by.relation() == column.relation()
                                            && field.isColumn(by.name())));
                });
    }
}
