package io.tributary.dialect.bind;

import io.tributary.dialect.bind.Bound.Column;
import io.tributary.dialect.bind.BoundQuery.Combined;
import io.tributary.dialect.bind.BoundQuery.Select;
import io.tributary.dialect.bind.BoundQuery.With;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which relations a subquery reads that stand outside of it. One thread, one subquery. */
public final class Correlation {
    private final Set<Integer> own = new HashSet<>(Set.of(0));
    private final Set<Integer> read = new HashSet<>();

    private Correlation() {}

    /** Whether the query reads rows of a relation around it. */
    public static boolean isCorrelated(BoundQuery query) {
        Correlation correlation = new Correlation();
        correlation.define(query);
        BoundQuery unused = query.map(correlation::look);
        return !correlation.own.containsAll(correlation.read);
    }

    /** Returns the relations of a source, and those within its queries. */
    public static Set<Integer> relations(BoundSource source) {
        Correlation correlation = new Correlation();
        correlation.own.clear();
        correlation.define(source);
        return correlation.own;
    }

    /** Returns the relations that a value reads. */
    static Set<Integer> read(Bound value) {
        Correlation correlation = new Correlation();
        Bound unused = correlation.look(value);
        return correlation.read;
    }

    private Bound look(Bound bound) {
        if (bound instanceof Column column) {
            read.add(column.relation());
        }
        BoundQuery query = query(bound);
        if (query != null) {
            define(query);
        }
        Bound unused = bound.map(this::look);
        return bound;
    }

    /** Returns the query of a subquery. */
    static @Nullable BoundQuery query(Bound bound) {
        if (bound instanceof Bound.Scalar scalar) {
            return scalar.query();
        } else if (bound instanceof Bound.Exists exists) {
            return exists.query();
        }
        return bound instanceof Bound.Quantified quantified ? quantified.query() : null;
    }

    private void define(BoundQuery query) {
        if (query instanceof Select select) {
            define(select.from());
        } else if (query instanceof Combined combined) {
            define(combined.left());
            define(combined.right());
        } else if (query instanceof With with) {
            with.named().forEach(each -> define(each.query()));
            define(with.body());
        }
    }

    private void define(@Nullable BoundSource source) {
        if (source instanceof BoundSource.Table table) {
            own.add(table.relation());
        } else if (source instanceof BoundSource.View view) {
            own.add(view.relation());
        } else if (source instanceof BoundSource.Derived derived) {
            own.add(derived.relation());
            define(derived.query());
        } else if (source instanceof BoundSource.Reference reference) {
            own.add(reference.relation());
        } else if (source instanceof BoundSource.Join join) {
            define(join.left());
            define(join.right());
        } else if (source instanceof BoundSource.Grouped grouped) {
            own.add(grouped.relation());
            define(grouped.from());
        } else if (source instanceof BoundSource.Exploded exploded) {
            own.add(exploded.relation());
            define(exploded.source());
        }
    }
}
