package io.tributary.dialect.text;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What stands between two parentheses of a text that is read from its beginning: what may come next there, and the names
 * that WITH gives to queries, which hide those of tables there and further inside. A name is given behind its query, or
 * under RECURSIVE before it.
 */
final class QueryLevel {
    /** Null for the statement itself. */
    final @Nullable QueryLevel outer;

    boolean select;
    boolean tables;
    /** Whether a table comes next. */
    boolean expects;

    private final Set<String> queries = new HashSet<>();
    /** The name of the query that WITH defines at this place. */
    private @Nullable String defined;

    private boolean recursive;

    private QueryLevel(@Nullable QueryLevel outer) {
        this.outer = outer;
    }

    static QueryLevel statement() {
        return new QueryLevel(null);
    }

    /** Parentheses where a table is expected hold tables, unless they hold a query. */
    QueryLevel inner() {
        QueryLevel inner = new QueryLevel(this);
        inner.select = expects;
        inner.tables = expects;
        inner.expects = expects;
        expects = false;
        return inner;
    }

    /** Begins the queries of a WITH. */
    void with(boolean isRecursive) {
        recursive = isRecursive;
    }

    /** Names the query whose parenthesis follows. */
    void define(String name) {
        defined = name.toLowerCase(Locale.ROOT);
        if (recursive) {
            queries.add(defined);
        }
    }

    /** Whether the parenthesis that ended here was that of a query that got a name. */
    boolean isDefined() {
        if (defined == null) {
            return false;
        }
        queries.add(defined);
        defined = null;
        return true;
    }

    /** Whether a name is that of a query here. */
    boolean isQuery(String name) {
        return queries.contains(name.toLowerCase(Locale.ROOT)) || (outer != null && outer.isQuery(name));
    }
}
