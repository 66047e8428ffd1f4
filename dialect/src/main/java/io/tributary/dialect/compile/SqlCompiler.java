package io.tributary.dialect.compile;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.dialect.bind.Binder;
import io.tributary.dialect.bind.BoundChange;
import io.tributary.dialect.bind.BoundQuery;
import io.tributary.dialect.bind.BoundSource;
import io.tributary.dialect.bind.Catalog;
import io.tributary.dialect.bind.Catalog.View;
import io.tributary.dialect.bind.Catalog.View.Edit;
import io.tributary.dialect.bind.StrictTexts;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.print.ChangePrinter;
import io.tributary.dialect.print.QueryPrinter;
import io.tributary.dialect.print.QueryPrinter.Parts;
import io.tributary.dialect.print.TableNames;
import io.tributary.dialect.print.Target;
import io.tributary.dialect.print.Template;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.tree.Explained;
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
    private record Key(String shape, QueryContext meaning, Object catalog, Purpose purpose) {}

    /** What is done with the rows of a query. */
    public enum Purpose {
        /** A client gets them. */
        READ,
        /** They are stored: a text that is read as a number and is none is an error. */
        STORE,
        /** The same, and each is made of one row of a table. */
        STORE_EACH
    }

    public SqlCompiler(TableNames tables) {
        this.tables = tables;
    }

    public CompiledText query(String sql, QueryContext context, Catalog catalog) {
        return query(sql, context, catalog, Purpose.READ);
    }

    /** @throws TributaryException with MySQL's number, NOT_SUPPORTED for what has no twin here */
    public CompiledText query(String sql, QueryContext context, Catalog catalog, Purpose purpose) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        Key key = new Key(lexed.key(), context.meaning(), catalog.version(), purpose);
        Variants variants = shapes.get(key, missing -> new Variants());
        Compiled found = variants.find(lexed.literals());
        if (found == null) {
            found = compile(lexed, context, catalog, purpose);
            if (!found.timed()) {
                variants.add(found);
            }
        }
        return found.with(lexed.literals());
    }

    /** Compiles the query that is to be explained; see {@link Explanation}. */
    public Explanation explain(String sql, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        Explained explained = MySqlParser.explained(lexed);
        Binder.Result bound = Binder.query(explained.query(), lexed.literals(), context, catalog);
        return new Explanation(compile(bound, lexed, context).with(lexed.literals()), explained.runs());
    }

    /**
     * Compiles an UPDATE or DELETE, each anew.
     *
     * @param returned names of columns of which the engine gives the values; empty: it counts the rows
     */
    public CompiledText change(
            String sql, RowRules rules, List<String> returned, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        Literals literals = lexed.literals();
        BoundChange bound = Binder.change(MySqlParser.change(lexed), literals, context, catalog);
        BoundChange change = context.sqlMode().isStrict() ? StrictTexts.of(bound) : bound;
        Target target = new Target(tables, context.recursionStepsMax());
        Template text = ChangePrinter.print(change, rules, returned, literals, target);
        TableSchema table = change.target().schema();
        List<ResultColumn> columns = returned.stream()
                .map(name -> table.columns().get(table.indexOf(name)))
                .map(column -> new ResultColumn(
                        column.name(), column.type(), column.nullable(), ColumnOrigin.of(table, column)))
                .toList();
        return new CompiledText(text.fill(literals), columns, all -> each -> true);
    }

    /** Returns the columns of a query whose parameters are not known; no engine is asked. */
    public static List<ResultColumn> describe(String sql, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        return columns(Binder.query(MySqlParser.query(lexed), lexed.literals(), context, catalog)
                .query());
    }

    /** Returns what stands in a SELECT whose purpose is {@link Purpose#STORE_EACH}. */
    public Parts parts(String sql, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        BoundQuery query = bind(lexed, context, catalog, Purpose.STORE_EACH).query();
        return QueryPrinter.parts(
                (BoundQuery.Select) query, lexed.literals(), new Target(tables, context.recursionStepsMax()));
    }

    /** @throws TributaryException SYNTAX where the text is no expression by itself */
    public static void requireExpression(String sql, SqlMode mode) {
        var unused = MySqlParser.expression(Lexed.lex(sql, mode));
    }

    private static Binder.Result bind(Lexed lexed, QueryContext context, Catalog catalog, Purpose purpose) {
        Binder.Result bound = Binder.query(MySqlParser.query(lexed), lexed.literals(), context, catalog);
        boolean groups =
                !(bound.query() instanceof BoundQuery.Select select) || !(select.from() instanceof BoundSource.Table);
        if (purpose == Purpose.STORE_EACH && groups) {
            throw ErrorCode.INVALID_GROUP_FUNCTION.error("Invalid use of group function");
        }
        return purpose == Purpose.READ
                ? bound
                : new Binder.Result(StrictTexts.of(bound.query()), bound.lookup(), bound.timed(), bound.edits());
    }

    private Compiled compile(Lexed lexed, QueryContext context, Catalog catalog, Purpose purpose) {
        return compile(bind(lexed, context, catalog, purpose), lexed, context);
    }

    private Compiled compile(Binder.Result bound, Lexed lexed, QueryContext context) {
        Literals literals = lexed.literals();
        BoundQuery query = bound.query();
        Target target = new Target(tables, context.recursionStepsMax());
        return Compiled.of(QueryPrinter.print(query, literals, target), columns(query), bound, literals);
    }

    /** Returns a view with its query, as a {@link Catalog} tells of it. */
    public static View parsed(ViewSchema view) {
        Lexed lexed = Lexed.lex(view.query(), view.sqlMode());
        return new View(view, MySqlParser.query(lexed), lexed.literals());
    }

    /**
     * Returns a view that is to be made with its columns, and with all that its asterisks mean written out.
     *
     * @param wanted its columns have names alone; none: those of the query
     */
    public ViewSchema view(ViewSchema wanted, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(wanted.query(), wanted.sqlMode());
        Binder.Result bound = bind(lexed, context, new CatalogBefore(catalog, wanted), Purpose.READ);
        // What has no twin in the engine is refused now.
        var unused =
                QueryPrinter.print(bound.query(), lexed.literals(), new Target(tables, context.recursionStepsMax()));
        boolean moved = !wanted.database().equals(context.database());
        List<Edit> edits = bound.edits().stream()
                .filter(edit -> moved || edit.start() != edit.end() || edit.start() < 0)
                .toList();
        return ViewColumns.computed(wanted, columns(bound.query()), edits);
    }

    private static List<ResultColumn> columns(BoundQuery query) {
        return query.outputs().stream().map(ResultTypes::column).toList();
    }
}
