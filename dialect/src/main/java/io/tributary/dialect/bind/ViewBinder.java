package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.dialect.bind.Catalog.View;
import io.tributary.dialect.bind.Scope.Side;
import io.tributary.dialect.tree.Source;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds a view that a statement names: its query is a statement of its own, with its own database and literals. */
final class ViewBinder {
    /** What a query answers when something that it names is no longer there. */
    private static final Set<ErrorCode> MISSING = Set.of(
            ErrorCode.UNKNOWN_TABLE,
            ErrorCode.UNKNOWN_TABLE_IN,
            ErrorCode.UNKNOWN_TABLE_ON_DROP,
            ErrorCode.UNKNOWN_COLUMN,
            ErrorCode.AMBIGUOUS_COLUMN,
            ErrorCode.UNKNOWN_FUNCTION,
            ErrorCode.VIEW_INVALID);

    private final Statement statement;
    private final View view;

    ViewBinder(Statement statement, View view) {
        this.statement = statement;
        this.view = view;
    }

    /** @param number of the relation */
    Side bind(int number, Source.Table named) {
        if (!named.partitions().isEmpty()) {
            throw ErrorCode.PARTITION_OF_NOT_PARTITIONED.error("PARTITION () clause on non partitioned table");
        }
        ViewSchema schema = view.schema();
        BoundQuery query = query();
        List<String> names = schema.table().columns().stream().map(Column::name).toList();
        if (names.size() != query.outputs().size()) {
            throw invalid(null);
        }
        String alias = named.alias().isEmpty() ? schema.name() : named.alias();
        return Side.of(
                new BoundSource.View(number, query, view.literals()),
                new Relation(
                        number,
                        named.alias().isEmpty() ? schema.database() : "",
                        alias,
                        Outputs.fields(number, query.outputs(), names, alias)));
    }

    private BoundQuery query() {
        Statement own = statement.within(view);
        try {
            return Outputs.materialized(QueryBinder.whole(view.query(), own), own);
        } catch (TributaryException e) {
            throw MISSING.contains(e.code()) ? invalid(e) : e;
        }
    }

    private TributaryException invalid(@Nullable Throwable cause) {
        return new TributaryException(
                ErrorCode.VIEW_INVALID,
                "View '" + view.schema().fullName() + "' references invalid table(s) or column(s) or function(s) or"
                        + " definer/invoker of view lack rights to use them",
                cause);
    }
}
