package io.tributary.frontend.load;

import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.plan.part.TargetColumns;
import java.util.ArrayList;
import java.util.List;

/**
 * The query of an Http Stream whose rows are made of several of the body.
 *
 * @param columns of the body, all text
 * @param targets columns of the table for its values
 * @param sql of {@link Evaluation#SOURCE}
 */
record HttpStreamQuery(List<Column> columns, TargetColumns targets, String sql) {
    HttpStreamQuery {
        columns = List.copyOf(columns);
    }

    /**
     * @param names of the body's columns
     * @throws io.tributary.contract.error.TributaryException 1136 where there are more or fewer values than columns to fill
     */
    static HttpStreamQuery of(HttpStreamPlan plan, TargetColumns targets, List<String> names) {
        List<String> values = plan.readsAllFields()
                ? names.stream().map(SqlLiterals::identifier).toList()
                : plan.values();
        HttpStreamFields.requireAsMany(targets, values.size());
        List<String> selected = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String name = plan.readsAllFields() ? "" : plan.together().names().get(i);
            selected.add(values.get(i) + (name.isEmpty() ? "" : " AS " + SqlLiterals.identifier(name)));
        }
        StringBuilder sql = new StringBuilder("SELECT ")
                .append(plan.together().distinct() ? "DISTINCT " : "")
                .append(String.join(", ", selected))
                .append(" FROM ")
                .append(SqlLiterals.identifier(Evaluation.SOURCE));
        if (!plan.condition().isEmpty()) {
            sql.append(" WHERE (").append(plan.condition()).append(')');
        }
        if (!plan.together().tail().isEmpty()) {
            sql.append(' ').append(plan.together().tail());
        }
        return new HttpStreamQuery(
                names.stream()
                        .map(name -> Column.of(name, ColumnType.of(ColumnType.Kind.STRING), true))
                        .toList(),
                targets,
                sql.toString());
    }
}
