package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.bind.Bound.Convert;
import io.tributary.dialect.bind.Bound.Stored;
import io.tributary.dialect.bind.BoundQuery.Ordering;
import io.tributary.dialect.bind.ExpressionBinder.Clause;
import io.tributary.dialect.bind.Scope.Side;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.registry.FunctionRegistry.Form;
import io.tributary.dialect.registry.Want;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Expression.Word;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Source;
import io.tributary.dialect.tree.Source.Join.Kind;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Binds an UPDATE or DELETE of one table. One thread, one statement. */
final class ChangeBinder {
    private final Statement statement;
    private final QueryBinder queries;
    private final Scope scope = new Scope(null);
    /** What columns were assigned so far, by the engine's names. */
    private final Map<String, Stored> assigned = new LinkedHashMap<>();

    /** Conditions of the rows as they are stored, by the names of checks. */
    private final Map<String, Bound> checks = new LinkedHashMap<>();

    ChangeBinder(Statement statement) {
        this.statement = statement;
        queries = new QueryBinder(statement, null);
    }

    BoundChange change(Change change) {
        Side side = sources(change);
        scope.add(side);
        Relation target = Objects.requireNonNull(target(side, change.target()));
        BoundSource.Table table = table(side.source(), target.number());
        if (table == null || (!table.partitions().isEmpty() && table != side.source())) {
            throw TributaryException.notSupported("UPDATE or DELETE of a query or of a PARTITION");
        }
        String database = table.schema().database();
        if (SystemTables.isDatabase(database)) {
            throw ErrorCode.DATABASE_ACCESS_DENIED.error("database '" + database + "': its tables can only be read");
        }
        boolean ordered = !change.ordering().equals(Query.Ordering.NONE);
        if (!change.assignments().isEmpty() && side.source() != table && ordered) {
            throw TributaryException.notSupported("ORDER BY or LIMIT in UPDATE of several tables");
        }
        for (Change.Assignment assignment : change.assignments()) {
            if (Change.isCheck(assignment)) {
                checks.put(assignment.column().last(), binder("field list").condition(assignment.value()));
            } else {
                assign(table, assignment);
            }
        }
        if (!change.assignments().isEmpty()) {
            if (assigned.isEmpty()) {
                // It would be a DELETE.
                throw new IllegalArgumentException("an UPDATE that assigns to no column");
            }
            assignTimes(table);
            requireGenerated(table.schema());
            requireChecks(table.schema());
        }
        Bound where = change.where() == null ? null : binder("where clause").condition(change.where());
        Ordering ordering = new Ordering(
                binder("order clause").order(change.ordering().keys()),
                queries.limit(change.ordering().limit()),
                queries.limit(change.ordering().offset()));
        return new BoundChange(table, side.source(), List.copyOf(assigned.values()), checks, where, ordering);
    }

    private ExpressionBinder binder(String words) {
        return new ExpressionBinder(statement, scope, Clause.of(words));
    }

    private Side sources(Change change) {
        SourceBinder sources = new SourceBinder(statement, queries, null);
        Side side = sources.bind(change.from(), new Scope(null));
        if (target(side, change.target()) != null) {
            return side;
        }
        if (!change.using()) {
            throw change.assignments().isEmpty()
                    ? ErrorCode.UNKNOWN_TABLE_IN.error(
                            "Unknown table '" + String.join(".", change.target()) + "' in MULTI DELETE")
                    : Scope.unknownColumn(change.assignments().get(0).column().parts(), "field list");
        }
        Source.Table table = Objects.requireNonNull(change.table());
        return sources.bind(new Source.Join(Kind.INNER, false, table, change.from(), null, List.of()), new Scope(null));
    }

    private @Nullable Relation target(Side side, List<String> name) {
        return side.relations().stream()
                .filter(relation -> relation.isCalled(name))
                .findFirst()
                .orElse(null);
    }

    private static BoundSource.@Nullable Table table(BoundSource source, int relation) {
        if (source instanceof BoundSource.Join join) {
            BoundSource.Table left = table(join.left(), relation);
            return left == null ? table(join.right(), relation) : left;
        }
        return source instanceof BoundSource.Table table && table.relation() == relation ? table : null;
    }

    /** MySQL assigns from left to right: a value is computed from what was assigned before it. */
    private void assign(BoundSource.Table table, Change.Assignment assignment) {
        List<String> parts = assignment.column().parts();
        Found found = scope.own(parts, "field list");
        if (found == null || !(found.value() instanceof Bound.Column column)) {
            throw Scope.unknownColumn(parts, "field list");
        }
        TableSchema schema = table.schema();
        Column stored = schema.columns().get(schema.indexOf(column.name()));
        Bound value = assignment.value() == Word.DEFAULT
                ? byDefault(stored)
                : seen(binder("field list").bind(assignment.value()), table.relation());
        assigned.remove(column.name());
        assigned.put(column.name(), stored(stored, value));
    }

    /** ON UPDATE CURRENT_TIMESTAMP of columns that are not named, where another one gets another value than it has. */
    private void assignTimes(BoundSource.Table table) {
        if (table.schema().columns().stream().noneMatch(Column::isUpdatedByClock)) {
            return;
        }
        ExpressionBinder values = binder("field list");
        Bound changed = null;
        for (Stored each : assigned.values()) {
            Bound differs = BoundChange.isRepeatable(each.value())
                    ? values.apply("NOT", values.apply("<=>", column(table, each.column()), each.value()))
                    : new Constant(SqlType.of(SqlType.Kind.BOOL).nullable(false), true);
            changed = changed == null ? differs : values.apply("OR", changed, differs);
        }
        for (Column column : table.schema().columns()) {
            if (column.isUpdatedByClock() && !assigned.containsKey(column.name())) {
                Bound now = values.apply(
                        "IF",
                        Objects.requireNonNull(changed),
                        clock(column.declared().onUpdate()),
                        column(table, column));
                assigned.put(column.name(), stored(column, now));
            }
        }
    }

    /** The frontend assigns generated columns; one of an older version, which knows of none, does not. */
    private void requireGenerated(TableSchema table) {
        for (Column column : table.columns()) {
            boolean reads = assigned.keySet().stream()
                    .anyMatch(name -> column.declared().generated().reads(name));
            if (reads && !assigned.containsKey(column.name())) {
                throw TributaryException.notSupported("UPDATE of what the generated column " + column.name()
                        + " reads, by a frontend that knows of no generated columns");
            }
        }
    }

    private void requireChecks(TableSchema table) {
        for (Check check : table.layout().constraints().checks()) {
            boolean reads = check.isComputed() && assigned.keySet().stream().anyMatch(check::reads);
            if (reads && !checks.containsKey(check.name())) {
                throw TributaryException.notSupported("UPDATE of what the check " + check.name()
                        + " reads, by a frontend that knows of no checks which are computed");
            }
        }
    }

    private Bound column(BoundSource.Table table, Column column) {
        return scope.relations().stream()
                .filter(relation -> relation.number() == table.relation())
                .flatMap(relation -> relation.fields().stream())
                .map(Found::value)
                .filter(value -> value instanceof Bound.Column own && own.name().equals(column.name()))
                .findFirst()
                .orElseThrow();
    }

    private Bound clock(DefaultValue value) {
        return binder("field list").apply("NOW", new Constant(SqlType.integer(1), Long.valueOf(value.text())));
    }

    private Bound seen(Bound value, int target) {
        if (!(value instanceof Bound.Column column)
                || column.relation() != target
                || !assigned.containsKey(column.name())) {
            return value.map(part -> seen(part, target));
        }
        Stored before = assigned.get(column.name());
        if (!BoundChange.isRepeatable(before)) {
            throw TributaryException.notSupported(
                    "an assignment that reads a column assigned before it (" + column.name() + ")");
        }
        return before;
    }

    private Bound byDefault(Column column) {
        DefaultValue value = column.defaultValue();
        return switch (value.kind()) {
            case LITERAL -> new Constant(SqlType.text(value.text().length()).nullable(false), value.text());
            case CURRENT_TIMESTAMP -> clock(value);
            default -> {
                if (value.kind() == DefaultValue.Kind.NONE && !column.nullable() && !column.isGenerated()) {
                    throw ErrorCode.NO_DEFAULT.error("Field '" + column.name() + "' doesn't have a default value");
                }
                yield new Constant(SqlType.of(SqlType.Kind.NULL), null);
            }
        };
    }

    private Stored stored(Column column, Bound value) {
        SqlType type = SqlType.of(column.type(), Collation.declared(column.collationName()))
                .nullable(column.nullable());
        Bound given = given(type, value, column.type());
        SqlType.Kind from = given.type().kind();
        boolean number = type.kind().isNumber();
        Bound cell = new Bound.Column(given.type(), 0, Stored.CELL);
        boolean same = number
                || (type.kind() == SqlType.Kind.JSON && from.isText())
                || (given.type().kind() == type.kind() && from != SqlType.Kind.DATETIME);
        return new Stored(type, given, same ? cell : new Convert(type.nullable(true), cell, Form.IMPLICIT), column);
    }

    /** Returns the value in the form that is checked and stored: texts of numbers have all their digits. */
    private Bound given(SqlType type, Bound value, ColumnType column) {
        SqlType.Kind from = value.type().kind();
        boolean number = type.kind().isNumber();
        if (from == SqlType.Kind.NULL) {
            return new Constant(type.nullable(true), null);
        }
        if (number && !from.isText() && from != SqlType.Kind.JSON && from != SqlType.Kind.ARRAY) {
            boolean whole = from.isMoment() && type.kind().isInteger();
            return Conversions.to(whole ? Want.INTEGER : Want.NUMBER, value, "UPDATE", statement.literals);
        }
        boolean string = type.kind().isText() || type.kind() == SqlType.Kind.BYTES;
        if (!string || !from.isNumber()) {
            return value;
        }
        SqlType text = SqlType.text(0);
        boolean limited = column.kind() == ColumnType.Kind.CHAR || column.kind() == ColumnType.Kind.VARCHAR;
        if (limited && from.isApproximate()) {
            Bound real = Conversions.convert(value, SqlType.of(SqlType.Kind.DOUBLE));
            return new Apply(
                    text.nullable(value.type().nullable()),
                    FunctionRegistry.find("FITTING DOUBLE", 2).orElseThrow(),
                    List.of(real, new Constant(SqlType.integer(10).nullable(false), (long) column.length())));
        }
        return Conversions.stored(value, text);
    }
}
