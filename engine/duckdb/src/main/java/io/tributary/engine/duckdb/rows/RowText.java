package io.tributary.engine.duckdb.rows;

import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.compile.SqlCompiler;
import io.tributary.dialect.compile.SqlCompiler.Purpose;
import io.tributary.dialect.print.QueryPrinter.Parts;
import io.tributary.engine.duckdb.query.QueryText;
import io.tributary.engine.duckdb.session.EngineText;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** The text that the compiler makes of an evaluation. */
final class RowText {
    private final Evaluation evaluation;
    private final QueryText queries;
    private final TableSchema source;
    private final String sql;

    RowText(Evaluation evaluation, QueryText queries) {
        this.evaluation = evaluation;
        this.queries = queries;
        source = source(evaluation);
        sql = written(evaluation);
    }

    private static TableSchema source(Evaluation evaluation) {
        TableSchema sent = evaluation.source();
        List<Column> columns = new ArrayList<>(sent.columns());
        if (evaluation.query().isEmpty()) {
            columns.add(Column.of(RowEvaluation.ROW, ColumnType.of(ColumnType.Kind.BIGINT), false));
        }
        return new TableSchema(
                sent.tableId(),
                "",
                sent.name(),
                sent.schemaVersion(),
                sent.keyModel(),
                columns,
                TableProperties.defaults(),
                sent.layout());
    }

    EngineText query() {
        evaluation.values().forEach(this::requireExpression);
        if (!evaluation.condition().isEmpty()) {
            requireExpression(evaluation.condition());
        }
        try {
            return queries.of(
                    sql,
                    List.of(source),
                    evaluation.query().isEmpty() ? Purpose.LOAD_EACH : Purpose.LOAD,
                    evaluation.context());
        } catch (TributaryException e) {
            throw told(e);
        }
    }

    private void requireExpression(String written) {
        try {
            SqlCompiler.requireExpression(written, evaluation.context().sqlMode());
        } catch (TributaryException e) {
            throw e.code() == ErrorCode.SYNTAX
                    ? new TributaryException(
                            ErrorCode.SYNTAX, "in the expression '" + written + "': " + e.getMessage(), e)
                    : e;
        }
    }

    Parts parts() {
        Parts parts = queries.parts(sql, source, evaluation.context());
        return new Parts(parts.values().subList(1, parts.values().size()), parts.condition(), parts.from());
    }

    TributaryException told(TributaryException error) {
        return error.code() == ErrorCode.SYNTAX
                ? new TributaryException(
                        ErrorCode.SYNTAX,
                        String.valueOf(error.getMessage()).replace("`" + Evaluation.SOURCE + "`", "http_stream(…)"),
                        error)
                : error;
    }

    /** Returns the query in MySQL's dialect: its own, or one of the expressions. */
    private static String written(Evaluation evaluation) {
        if (!evaluation.query().isEmpty()) {
            return evaluation.query();
        }
        StringJoiner select = new StringJoiner(", ", "SELECT ", " FROM `" + Evaluation.SOURCE + "`");
        select.add("`" + RowEvaluation.ROW + "` AS `" + RowEvaluation.ROW + "`");
        for (int i = 0; i < evaluation.values().size(); i++) {
            select.add(within(evaluation.values().get(i)) + " AS `$" + i + "`");
        }
        return evaluation.condition().isEmpty()
                ? select.toString()
                : select + " WHERE " + within(evaluation.condition());
    }

    /** In parentheses neither an alias nor a clause can follow it; a comment at its end ends with the line. */
    private static String within(String expression) {
        return "(" + expression + "\n)";
    }
}
