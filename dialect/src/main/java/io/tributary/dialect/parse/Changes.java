package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLExprTableSource;
import com.alibaba.druid.sql.ast.statement.SQLTableSource;
import com.alibaba.druid.sql.ast.statement.SQLUpdateSetItem;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlDeleteStatement;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.tree.Change;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Query;
import io.tributary.dialect.tree.Source;
import java.util.ArrayList;
import java.util.List;

/** UPDATE and DELETE. */
final class Changes {
    private final Statement statement;
    private final Queries queries;

    Changes(Statement statement) {
        this.statement = statement;
        queries = new Queries(statement);
    }

    Change read(SQLUpdateStatement update) {
        if (update.getFrom() != null || update.getWith() != null) {
            throw statement.refused();
        }
        Source from = queries.sources().required(update.getTableSource());
        List<Change.Assignment> assignments = new ArrayList<>();
        for (SQLUpdateSetItem item : update.getItems()) {
            assignments.add(new Change.Assignment(
                    new Expression.Name(statement.parts(item.getColumn())),
                    queries.expressions().read(item.getValue())));
        }
        return new Change(
                from instanceof Source.Table table ? name(table) : target(assignments),
                from,
                assignments,
                queries.optional(update.getWhere()),
                queries.ordering(update.getOrderBy(), update.getLimit()));
    }

    private static List<String> name(Source.Table table) {
        return table.alias().isEmpty() ? table.name() : List.of(table.alias());
    }

    /** The table that all assigned columns are of. */
    private static List<String> target(List<Change.Assignment> assignments) {
        List<List<String>> targets = assignments.stream()
                .map(each -> each.column().parts())
                .map(parts -> parts.subList(0, parts.size() - 1))
                .distinct()
                .toList();
        if (targets.size() > 1) {
            throw TributaryException.notSupported("UPDATE of several tables");
        }
        if (targets.get(0).isEmpty()) {
            throw TributaryException.notSupported("UPDATE of joined tables by columns without a table");
        }
        return targets.get(0);
    }

    Change read(SQLDeleteStatement delete) {
        SQLTableSource read = delete.getFrom() == null ? delete.getUsing() : delete.getFrom();
        if (delete.getWith() != null || delete.isOnly()) {
            throw statement.refused();
        }
        if (!(delete.getTableSource() instanceof SQLExprTableSource target)) {
            throw TributaryException.notSupported("DELETE from several tables");
        }
        Source from = queries.sources().required(read == null ? target : read);
        return new Change(
                read == null ? name((Source.Table) from) : statement.parts(target.getExpr()),
                from,
                List.of(),
                queries.optional(delete.getWhere()),
                delete instanceof MySqlDeleteStatement mysql
                        ? queries.ordering(mysql.getOrderBy(), mysql.getLimit())
                        : Query.Ordering.NONE);
    }
}
