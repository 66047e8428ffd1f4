package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.bind.Catalog.View;
import io.tributary.dialect.bind.Catalog.View.Edit;
import io.tributary.dialect.bind.ExpressionBinder.Clause;
import io.tributary.dialect.bind.Scope.NamedQuery;
import io.tributary.dialect.bind.Scope.Side;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.tree.Source.Join.Kind;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Looks up what stands behind FROM. One thread. */
final class SourceBinder {
    /** Ends the name of a function of LATERAL VIEW that keeps a row whose array is empty. */
    private static final String OUTER = "_OUTER";

    private final Statement statement;
    private final QueryBinder queries;
    private final @Nullable Scope outer;

    /** @param outer of the SELECT around the one whose FROM it is */
    SourceBinder(Statement statement, QueryBinder queries, @Nullable Scope outer) {
        this.statement = statement;
        this.queries = queries;
        this.outer = outer;
    }

    Side bind(Source source, Scope before) {
        if (source instanceof Source.Table table) {
            return table(table);
        } else if (source instanceof Source.Derived derived) {
            return derived(derived, before);
        } else if (source instanceof Source.Join join) {
            return join(join, before);
        }
        return exploded((Source.Exploded) source, before);
    }

    private Side table(Source.Table table) {
        List<String> name = table.name();
        String last = name.get(name.size() - 1);
        String alias = table.alias().isEmpty() ? last : table.alias();
        int number = statement.next();
        NamedQuery named = name.size() == 1 ? queries.named(last) : null;
        if (named != null) {
            return Side.of(
                    new BoundSource.Reference(number, named.number()),
                    new Relation(number, "", alias, Outputs.fields(number, named.outputs(), named.columns(), alias)));
        }
        String database = name.size() == 1 ? statement.context.database() : name.get(0);
        if (name.size() == 1) {
            statement.edits.put(table.start(), new Edit(table.start(), table.start(), Scope.quoted(database) + "."));
        }
        TableSchema schema = statement.catalog.find(database, last).orElse(null);
        if (schema == null) {
            View view = statement.catalog.view(database, last).orElseThrow(() -> unknownTable(database, last));
            return new ViewBinder(statement, view).bind(number, table);
        }
        statement.reads(number, schema);
        if (!table.partitions().isEmpty()) {
            var unused = schema.layout().partitioning().requireAll(table.partitions(), schema.name());
        }
        boolean shown = statement.context.meaning().showsHidden() && schema.isUnique();
        List<Column> hidden = !shown && schema.isUnique() ? List.of(HiddenColumns.deleteSign()) : List.of();
        return Side.of(
                new BoundSource.Table(number, schema, table.partitions()),
                new Relation(
                        number,
                        table.alias().isEmpty() ? schema.database() : "",
                        alias,
                        fields(schema, shown ? HiddenColumns.shown(schema) : schema.visibleColumns(), number, alias),
                        fields(schema, hidden, number, alias)));
    }

    private static List<Found> fields(TableSchema schema, List<Column> columns, int relation, String alias) {
        List<Found> fields = new ArrayList<>();
        for (Column column : columns) {
            ColumnOrigin origin = ColumnOrigin.of(schema, column).under(alias);
            fields.add(new Found(column.name(), value(schema, column, relation), origin));
        }
        return fields;
    }

    /** A hidden column need not be stored: nothing that is stored is deleted, and a sequence may be a column of users. */
    private static Bound value(TableSchema schema, Column column, int relation) {
        SqlType type = SqlType.of(column.type(), Collation.declared(column.collationName()))
                .nullable(column.nullable());
        if (column.name().equals(HiddenColumns.DELETE_SIGN)) {
            return new Bound.Constant(type, 0L);
        }
        Column stored =
                column.name().equals(HiddenColumns.SEQUENCE) ? schema.columns().get(schema.sequencePosition()) : column;
        return new Bound.Column(type, relation, stored.name());
    }

    private TributaryException unknownTable(String database, String table) {
        if (database.isEmpty()) {
            return ErrorCode.NO_DATABASE.error("No database selected");
        }
        if (SystemTables.isDatabase(database)) {
            return ErrorCode.UNKNOWN_TABLE_IN.error("Unknown table '" + table + "' in " + database);
        }
        return statement.catalog.hasDatabase(database)
                ? ErrorCode.UNKNOWN_TABLE.error("Table '" + database + "." + table + "' doesn't exist")
                : ErrorCode.UNKNOWN_DATABASE.error("Unknown database '" + database + "'");
    }

    private Side derived(Source.Derived derived, Scope before) {
        int number = statement.next();
        Scope around = derived.lateral() ? before : outer;
        BoundQuery query = Outputs.materialized(queries.within(around).query(derived.query()), statement);
        if (!derived.columns().isEmpty()
                && derived.columns().size() != query.outputs().size()) {
            throw ErrorCode.WRONG_COLUMN_LIST.error(
                    "In definition of view, derived table or common table expression, SELECT list and column names"
                            + " list have different column counts");
        }
        List<Found> fields = Outputs.fields(number, query.outputs(), derived.columns(), derived.alias());
        requireDistinct(fields);
        return Side.of(
                new BoundSource.Derived(number, query, derived.lateral()),
                new Relation(number, "", derived.alias(), fields));
    }

    /** EXPLODE gives no row for an empty array, EXPLODE_OUTER one with NULL. */
    private Side exploded(Source.Exploded exploded, Scope before) {
        Side side = bind(exploded.source(), before);
        Scope scope = new Scope(outer, queries.named());
        scope.add(side);
        String name = exploded.function().name();
        boolean keepsRow = name.endsWith(OUTER);
        ExpressionBinder expressions = new ExpressionBinder(statement, scope, Clause.of("lateral view"));
        Bound array = expressions.table(
                keepsRow ? name.substring(0, name.length() - OUTER.length()) : name,
                expressions.all(exploded.function().arguments()));
        SqlType element = Objects.requireNonNull(array.type().element()).nullable(true);
        int number = statement.next();
        if (exploded.columns().size() > 1) {
            throw TributaryException.notSupported("LATERAL VIEW with several columns");
        }
        String column =
                exploded.columns().isEmpty() ? "col" : exploded.columns().get(0);
        Relation relation = new Relation(
                number,
                "",
                exploded.alias(),
                List.of(new Found(
                        column, new Bound.Column(element, number, BoundQuery.column(0)), ColumnOrigin.COMPUTED)));
        Side one = Side.of(new BoundSource.Exploded(number, side.source(), array, keepsRow), relation);
        List<Relation> relations = new ArrayList<>(side.relations());
        relations.addAll(one.relations());
        List<Found> star = new ArrayList<>(side.star());
        star.addAll(one.star());
        return new Side(one.source(), relations, side.merged(), star);
    }

    static void requireDistinct(List<Found> fields) {
        Map<String, Found> names = new HashMap<>();
        for (Found field : fields) {
            if (names.put(field.name().toLowerCase(Locale.ROOT), field) != null) {
                throw ErrorCode.DUPLICATE_COLUMN.error("Duplicate column name '" + field.name() + "'");
            }
        }
    }

    private Side join(Source.Join join, Scope before) {
        Side left = bind(join.left(), before);
        Scope seen = new Scope(before);
        seen.add(left);
        Side right = bind(join.right(), seen);
        Scope both = new Scope(outer, queries.named());
        both.add(left);
        both.add(right);
        boolean turned = join.kind() == Kind.RIGHT && join.on() == null;
        List<String> shared = shared(join, turned ? right : left, turned ? left : right);
        ExpressionBinder conditions = new ExpressionBinder(statement, both, Clause.of("on clause"));
        Bound on = join.on() == null ? null : conditions.condition(join.on());
        Kind kind = join.kind();
        Map<String, Found> merged = new HashMap<>(left.merged());
        merged.putAll(right.merged());
        List<Found> star = new ArrayList<>();
        for (String name : shared) {
            Found one = side(left, name);
            Found other = side(right, name);
            Bound equal = conditions.apply("=", one.value(), other.value());
            on = on == null ? equal : conditions.apply("AND", on, equal);
            Found together = together(kind, one, other, conditions);
            merged.put(name.toLowerCase(Locale.ROOT), together);
            star.add(together);
        }
        Side first = kind == Kind.RIGHT || kind == Kind.FULL ? left.optional() : left;
        Side second = kind == Kind.LEFT || kind == Kind.FULL ? right.optional() : right;
        List<Side> sides = new ArrayList<>();
        if (kind != Kind.RIGHT_SEMI && kind != Kind.RIGHT_ANTI) {
            sides.add(first);
        }
        if (kind != Kind.LEFT_SEMI && kind != Kind.LEFT_ANTI) {
            sides.add(second);
        }
        List<Relation> relations =
                sides.stream().flatMap(side -> side.relations().stream()).toList();
        if (turned) {
            Collections.reverse(sides);
        }
        sides.forEach(side -> star.addAll(without(shared, side.star())));
        BoundSource.Join all =
                switch (kind) {
                    // The engine keeps rows of the left side alone.
                    case RIGHT_SEMI -> new BoundSource.Join(Kind.LEFT_SEMI, right.source(), left.source(), on);
                    case RIGHT_ANTI -> new BoundSource.Join(Kind.LEFT_ANTI, right.source(), left.source(), on);
                    default -> new BoundSource.Join(kind, left.source(), right.source(), on);
                };
        BoundSource joined = OuterJoins.join(all, statement);
        return new Side(joined, relations, merged, star);
    }

    private static Found together(Kind kind, Found left, Found right, ExpressionBinder expressions) {
        if (kind == Kind.RIGHT || kind == Kind.RIGHT_SEMI || kind == Kind.RIGHT_ANTI) {
            return right;
        }
        return kind == Kind.FULL
                ? new Found(
                        left.name(),
                        expressions.apply("COALESCE", left.value(), right.value()),
                        left.origin().optional())
                : left;
    }

    private static List<Found> without(List<String> shared, List<Found> star) {
        return star.stream()
                .filter(found -> shared.stream().noneMatch(found.name()::equalsIgnoreCase))
                .toList();
    }

    /**
     * Returns the names of the columns that two sides share, in the order in which the first one has them; of RIGHT JOIN the right
     * side is the first.
     */
    private static List<String> shared(Source.Join join, Side first, Side second) {
        if (join.natural()) {
            return first.star().stream()
                    .map(Found::name)
                    .filter(name -> second.star().stream()
                            .anyMatch(other -> other.name().equalsIgnoreCase(name)))
                    .toList();
        }
        List<String> names = first.star().stream().map(Found::name).toList();
        return join.using().stream()
                .sorted(Comparator.comparingInt(name -> place(names, name)))
                .toList();
    }

    /** The last place where there is no such name, which is told elsewhere. */
    private static int place(List<String> names, String name) {
        int place = 0;
        while (place < names.size() && !names.get(place).equalsIgnoreCase(name)) {
            place++;
        }
        return place;
    }

    private static Found side(Side side, String name) {
        Scope scope = new Scope(null);
        scope.add(side);
        Found found = scope.own(List.of(name), "from clause");
        if (found == null) {
            throw Scope.unknownColumn(List.of(name), "from clause");
        }
        return found;
    }
}
