package io.tributary.dialect.compile;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.dialect.bind.Binder;
import io.tributary.dialect.bind.BoundQuery;
import io.tributary.dialect.bind.Catalog;
import io.tributary.dialect.lex.Lexed;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.print.QueryPrinter;
import io.tributary.dialect.print.TableNames;
import io.tributary.dialect.print.Target;
import io.tributary.dialect.tree.Literals;
import java.util.List;

/**
 * Compiles queries in MySQL's dialect for the embedded engine, each shape once: what was made of a statement serves all others
 * that differ from it by literals whose values nobody read. Any thread.
 */
public final class SqlCompiler {
    /** Shapes that are kept. */
    private static final int SHAPES_MAX = 2_000;

    private final TableNames tables;
    private final Cache<Key, Variants> shapes =
            Caffeine.newBuilder().maximumSize(SHAPES_MAX).build();

    /** All that the meaning of a shape depends on. */
    private record Key(String shape, QueryContext meaning, Object catalog) {}

    public SqlCompiler(TableNames tables) {
        this.tables = tables;
    }

    /** @throws io.tributary.contract.error.TributaryException with MySQL's number, NOT_SUPPORTED for what has no twin here */
    public CompiledText query(String sql, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        Key key = new Key(lexed.key(), context.meaning(), catalog.version());
        Variants variants = shapes.get(key, missing -> new Variants());
        Compiled found = variants.find(lexed.literals());
        if (found == null) {
            found = compile(lexed, context, catalog);
            if (!found.timed()) {
                variants.add(found);
            }
        }
        return found.with(lexed.literals());
    }

    /** Returns the columns of a query whose parameters are not known; no engine is asked. */
    public static List<ResultColumn> describe(String sql, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        return columns(Binder.query(MySqlParser.query(lexed), lexed.literals(), context, catalog)
                .query());
    }

    private Compiled compile(Lexed lexed, QueryContext context, Catalog catalog) {
        Literals literals = lexed.literals();
        Binder.Result bound = Binder.query(MySqlParser.query(lexed), literals, context, catalog);
        BoundQuery query = bound.query();
        Target target = new Target(tables, context.recursionStepsMax());
        return Compiled.of(QueryPrinter.print(query, literals, target), columns(query), bound, literals);
    }

    private static List<ResultColumn> columns(BoundQuery query) {
        return query.outputs().stream().map(ResultTypes::column).toList();
    }
}
