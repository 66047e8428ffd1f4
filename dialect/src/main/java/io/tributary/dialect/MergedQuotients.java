package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.ArithmeticTree.Factor;
import io.tributary.dialect.ArithmeticTree.Sum;
import io.tributary.dialect.ArithmeticTree.Term;
import io.tributary.dialect.ColumnNames.Origin;
import io.tributary.dialect.ColumnNames.Reach;
import io.tributary.dialect.Query.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Quotients that one query computes and another one calculates with. MySQL reads a plain derived table as a part of the
 * query around it, and so calculates with all digits of what that shows with four; of other queries it reads the result.
 * One thread, one statement.
 */
final class MergedQuotients {
    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final ColumnNames names;
    /** FALSE while it is looked at. */
    private final Map<Item, Boolean> known = new HashMap<>();

    /**
     * A name that stands for such a quotient.
     *
     * @param item what computes it
     * @param place what is to be written there
     */
    record Use(Item item, Place place) {}

    /** Where a name stands. */
    enum Place {
        PLAIN,
        /** A grouped query, outside of its aggregates. */
        GROUPED,
        /** HAVING: instead of an alias there, the value itself is written. */
        WRITTEN_OUT
    }

    MergedQuotients(List<Token> tokens, ArithmeticTree tree, ColumnNames names) {
        this.tokens = tokens;
        this.tree = tree;
        this.names = names;
    }

    /**
     * Returns how a name that is calculated with is to be written; null: as it stands.
     *
     * @throws io.tributary.contract.error.TributaryException 1235 where the digits do not come that far
     */
    @Nullable
    Use use(int from, int to) {
        Origin origin = names.resolve(from, to);
        if (origin.items().size() != 1 || origin.reach() == Reach.APART) {
            return null;
        }
        Item item = origin.items().get(0);
        Query query = names.queryAt(from);
        if (query == null || !holds(item)) {
            return null;
        }
        if (origin.reach() == Reach.ALIAS) {
            if (query.prefersAliasesAt(from)) {
                return null;
            }
            if (isGrouped(query)) {
                return new Use(item, Place.WRITTEN_OUT);
            }
            throw TributaryException.notSupported("HAVING without GROUP BY that calculates with the quotient "
                    + tokens.get(to - 1).text() + " of the same SELECT");
        }
        if (origin.reach() == Reach.MERGED_ON) {
            throw TributaryException.notSupported("arithmetic with the quotient "
                    + tokens.get(to - 1).text() + " that comes through SELECT * of a query");
        }
        return new Use(item, isGrouped(query) && !isInAggregate(from, query) ? Place.GROUPED : Place.PLAIN);
    }

    private boolean isGrouped(Query query) {
        return tokens.get(query.grouping()).isWord("GROUP");
    }

    private boolean isInAggregate(int name, Query query) {
        int depth = 0;
        for (int i = name - 1; i > query.from(); i--) {
            depth -= tokens.get(i).nesting();
            if (depth < 0) {
                depth = 0;
                if (QueryReader.isAggregate(tokens.get(i - 1))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean holds(Item item) {
        Boolean found = known.putIfAbsent(item, false);
        if (found != null) {
            return found;
        }
        Sum sum = tree.at(item.from());
        boolean holds = sum != null && sum.to() == item.to() && holds(sum);
        known.put(item, holds);
        return holds;
    }

    private boolean holds(Sum sum) {
        return sum.terms().stream().anyMatch(this::holds);
    }

    private boolean holds(Term term) {
        return term.operators().stream()
                        .anyMatch(operator -> tokens.get(operator).isSymbol("/"))
                || term.factors().stream().anyMatch(this::holds);
    }

    private boolean holds(Factor factor) {
        if (ValueTexts.isName(tokens::get, factor.value(), factor.to())) {
            Origin origin = names.resolve(factor.value(), factor.to());
            return origin.items().size() == 1
                    && (origin.reach() == Reach.MERGED || origin.reach() == Reach.MERGED_ON)
                    && holds(origin.items().get(0));
        }
        return factor.parts().stream().anyMatch(this::holds);
    }
}
