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
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.print.ChangePrinter;
import io.tributary.dialect.print.QueryPrinter;
import io.tributary.dialect.print.QueryPrinter.Parts;
import io.tributary.dialect.print.TableNames;
import io.tributary.dialect.print.Target;
import io.tributary.dialect.print.Template;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Explained;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.PlanForm;
import io.tributary.dialect.tree.Query;
import java.util.List;
import java.util.function.Supplier;

/**
 * Compiles queries and changes in MySQL's dialect for the embedded engine, each shape once: what was made of a statement serves all others
 * that differ from it by literals whose values nobody read. Any thread.
 */
public final class SqlCompiler {
    /** Shapes that are kept. */
    private static final int SHAPES_MAX = 2_000;

    private final TableNames tables;
    private final Cache<Key, Variants> shapes =
            Caffeine.newBuilder().maximumSize(SHAPES_MAX).build();

    /**
     * All that the meaning of a shape depends on.
     *
     * @param use a {@link Purpose} of a query, or a {@link ChangeUse}
     */
    private record Key(String shape, QueryContext.Meaning meaning, Object catalog, Object use) {}

    /** What the rows that a change leaves are held to, and what of them the engine gives. */
    private record ChangeUse(RowRules rules, List<String> returned) {}

    /** What is done with the rows of a query. */
    public enum Purpose {
        /** A client gets them. */
        READ,
        /** They are stored, with all digits; in strict mode a text that is read as a number and is none is an error. */
        STORE,
        /** They are stored by a load, which is strict in every mode. */
        LOAD,
        /** The same, and each is made of one row of a table. */
        LOAD_EACH
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
        return found(lexed, key, () -> compile(lexed, context, catalog, purpose));
    }

    /**
     * Compiles an UPDATE or DELETE.
     *
     * @param returned names of columns of which the engine gives the values; empty: it counts the rows
     */
    public CompiledText change(
            String sql, RowRules rules, List<String> returned, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        ChangeUse use = new ChangeUse(rules, List.copyOf(returned));
        Key key = new Key(lexed.key(), context.meaning(), catalog.version(), use);
        return found(lexed, key, () -> compile(lexed, context, catalog, use));
    }

    private CompiledText found(Lexed lexed, Key key, Supplier<Compiled> compiling) {
        Variants variants = shapes.get(key, missing -> new Variants());
        Compiled found = variants.find(lexed.literals());
        if (found == null) {
            found = compiling.get();
            if (!found.timed()) {
                variants.add(found);
            }
        }
        return found.with(lexed.literals());
    }

    /** Returns the columns of a statement whose parameters are not known; no engine is asked. */
    public static List<ResultColumn> describe(String sql, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        if (MySqlParser.isChange(lexed)) {
            return List.of();
        }
        Explained read = MySqlParser.explained(lexed);
        if (read.plan() != PlanForm.NONE) {
            return PlanColumns.of(read.plan());
        }
        Query query = (Query) read.statement();
        return columns(Binder.query(query, lexed.literals(), context, catalog).bound());
    }

    /** Returns what stands in a SELECT whose purpose is {@link Purpose#LOAD_EACH}. */
    public Parts parts(String sql, QueryContext context, Catalog catalog) {
        Lexed lexed = Lexed.lex(sql, context.sqlMode());
        BoundQuery query = bind(MySqlParser.query(lexed), lexed.literals(), context, catalog, Purpose.LOAD_EACH)
                .bound();
        return QueryPrinter.parts((BoundQuery.Select) query, lexed.literals(), target(context));
    }

    /** @throws TributaryException SYNTAX where the text is no expression by itself */
    public static void requireExpression(String sql, SqlMode mode) {
        var unused = MySqlParser.expression(Lexed.lex(sql, mode));
    }

    private static Binder.Result<BoundQuery> bind(
            Query query, Literals literals, QueryContext context, Catalog catalog, Purpose purpose) {
        if (purpose == Purpose.READ) {
            return Binder.query(query, literals, context, catalog);
        }
        boolean strict = purpose != Purpose.STORE || context.sqlMode().isStrict();
        Binder.Result<BoundQuery> result = Binder.stored(query, literals, context, catalog, strict);
        boolean groups =
                !(result.bound() instanceof BoundQuery.Select select) || !(select.from() instanceof BoundSource.Table);
        if (purpose == Purpose.LOAD_EACH && groups) {
            throw ErrorCode.INVALID_GROUP_FUNCTION.error("Invalid use of group function");
        }
        return result;
    }

    private Compiled compile(Lexed lexed, QueryContext context, Catalog catalog, Purpose purpose) {
        Literals literals = lexed.literals();
        Explained read = MySqlParser.explained(lexed);
        PlanForm plan = read.plan();
        if (read.statement() instanceof Change change) {
            Binder.Result<BoundChange> result = Binder.change(change, literals, context, catalog);
            RowRules rules = new RowRules(result.bound().target().schema());
            Template text = print(result.bound(), new ChangeUse(rules, List.of()), literals, context);
            return Compiled.of(text, PlanColumns.of(plan), result, plan, literals);
        }
        Binder.Result<BoundQuery> result = bind((Query) read.statement(), literals, context, catalog, purpose);
        Template text = QueryPrinter.print(result.bound(), literals, target(context));
        List<ResultColumn> columns = plan == PlanForm.NONE ? columns(result.bound()) : PlanColumns.of(plan);
        return Compiled.of(text, columns, result, plan, literals);
    }

    private Template print(BoundChange change, ChangeUse use, Literals literals, QueryContext context) {
        ChangePrinter.Wanted wanted = new ChangePrinter.Wanted(
                use.rules(), use.returned(), context.meaning().countsFound());
        return ChangePrinter.print(change, wanted, literals, target(context));
    }

    private Compiled compile(Lexed lexed, QueryContext context, Catalog catalog, ChangeUse use) {
        Literals literals = lexed.literals();
        Binder.Result<BoundChange> result = Binder.change(MySqlParser.change(lexed), literals, context, catalog);
        Template text = print(result.bound(), use, literals, context);
        TableSchema table = result.bound().target().schema();
        List<ResultColumn> columns = use.returned().stream()
                .map(name -> table.columns().get(table.indexOf(name)))
                .map(column -> new ResultColumn(
                        column.name(), column.type(), column.nullable(), ColumnOrigin.of(table, column)))
                .toList();
        return Compiled.of(text, columns, result, PlanForm.NONE, literals);
    }

    private Target target(QueryContext context) {
        return new Target(tables, context.meaning().recursionStepsMax());
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
        Binder.Result<BoundQuery> result = bind(
                MySqlParser.query(lexed), lexed.literals(), context, new CatalogBefore(catalog, wanted), Purpose.READ);
        // What has no twin in the engine is refused now.
        var unused = QueryPrinter.print(result.bound(), lexed.literals(), target(context));
        boolean moved = !wanted.database().equals(context.database());
        List<Edit> edits = result.edits().stream()
                .filter(edit -> moved || edit.start() != edit.end() || edit.start() < 0)
                .toList();
        return ViewColumns.computed(wanted, columns(result.bound()), edits);
    }

    private static List<ResultColumn> columns(BoundQuery query) {
        return query.outputs().stream().map(ResultTypes::column).toList();
    }
}
