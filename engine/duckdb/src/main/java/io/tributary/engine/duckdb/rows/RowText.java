package io.tributary.engine.duckdb.rows;

import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.EngineText;
import io.tributary.dialect.print.QueryPrinter.Parts;
import java.util.StringJoiner;

/** An {@link Evaluation} in the engine's words. One call, one thread. */
interface RowText {
    /**
     * Returns the query of all rows.
     *
     * @throws TributaryException as clients are told
     */
    EngineText query();

    /** Returns the values and the condition of each row by themselves. */
    Parts parts();

    /** Returns an error in the text, with nothing in it but what the client wrote. */
    TributaryException told(TributaryException error);

    /** Returns the query in MySQL's dialect: its own, or one of the expressions. */
    static String written(Evaluation evaluation) {
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
