package io.tributary.engine.duckdb.rows;

import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.ColumnTypes;
import io.tributary.dialect.EngineText;
import io.tributary.dialect.MySqlDialect;
import io.tributary.dialect.print.QueryPrinter.Parts;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The text that is translated word by word. */
final class TranslatedRowText implements RowText {
    /** The end of a text that an error quotes: the parenthesis is ours, behind what the client wrote. */
    private static final Pattern OWN_PARENTHESIS = Pattern.compile("near '(.*)\\)' at line");

    private final DuckDbSession session;
    private final Evaluation evaluation;
    private final QueryContext context;
    private final ColumnTypes types;

    TranslatedRowText(DuckDbSession session, Evaluation evaluation) {
        this.session = session;
        this.evaluation = evaluation;
        context = evaluation.context();
        types = new ColumnTypes(() -> List.of(evaluation.source()));
    }

    @Override
    public EngineText query() {
        try {
            return MySqlDialect.query(RowText.written(evaluation), context, types);
        } catch (TributaryException e) {
            throw told(e);
        }
    }

    @Override
    public Parts parts() {
        return new Parts(
                evaluation.values().stream().map(this::translated).toList(),
                evaluation.condition().isEmpty() ? "" : translated(evaluation.condition()),
                DuckDbSession.temporary(Evaluation.SOURCE));
    }

    private String translated(String written) {
        String row = RowEvaluation.ROW;
        String text = MySqlDialect.query(
                        "SELECT (" + written + ") AS `" + row + "` FROM `" + Evaluation.SOURCE + "`", context, types)
                .text();
        return text.substring("SELECT ".length(), text.lastIndexOf(" AS " + SqlName.quote(row)));
    }

    @Override
    public TributaryException told(TributaryException error) {
        if (error.code() != ErrorCode.SYNTAX) {
            return error;
        }
        if (!evaluation.query().isEmpty()) {
            String text = String.valueOf(error.getMessage()).replace("`" + Evaluation.SOURCE + "`", "http_stream(…)");
            return new TributaryException(ErrorCode.SYNTAX, text, error);
        }
        return Stream.concat(evaluation.values().stream(), Stream.of(evaluation.condition()))
                .filter(each -> !each.isEmpty())
                .flatMap(each -> syntaxError(each).stream())
                .findFirst()
                .orElse(error);
    }

    private Optional<TributaryException> syntaxError(String written) {
        try {
            EngineText alone = MySqlDialect.query("SELECT (" + written + ")", context, types);
            try {
                session.connection().prepareStatement(alone.text()).close();
                return Optional.empty();
            } catch (SQLException e) {
                throw DuckDbErrors.translate(e, context.database(), alone);
            }
        } catch (TributaryException e) {
            String text =
                    OWN_PARENTHESIS.matcher(String.valueOf(e.getMessage())).replaceFirst("near '$1' at line");
            return e.code() == ErrorCode.SYNTAX
                    ? Optional.of(
                            new TributaryException(ErrorCode.SYNTAX, "in the expression '" + written + "': " + text, e))
                    : Optional.empty();
        }
    }
}
