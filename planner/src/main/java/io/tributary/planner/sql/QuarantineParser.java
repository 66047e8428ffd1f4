package io.tributary.planner.sql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.QuarantinePlan;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.part.TableName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code REPLAY | DISCARD QUARANTINE ALL}, and instead of ALL {@code [FROM [db.]table] [WHERE id = n | id IN (n, …)]};
 * {@code SHOW QUARANTINE} with any of it, and {@code LIMIT n}.
 */
final class QuarantineParser {
    /** Ids in one statement. */
    static final int IDS_MAX = 10_000;

    private final Tokens tokens;
    private final NameResolver names;
    private @Nullable TableSchema table;
    private final List<Long> ids = new ArrayList<>();

    QuarantineParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    /** Reads the statement from its verb on. */
    QuarantinePlan parse() {
        QuarantinePlan.Action action = QuarantinePlan.Action.valueOf(tokens.word());
        tokens.expect("QUARANTINE");
        if (!tokens.accept("ALL")) {
            rows();
            if (table == null && ids.isEmpty()) {
                // That all rows are meant must be said.
                throw tokens.syntaxError();
            }
        }
        tokens.expectEnd();
        return new QuarantinePlan(action, table == null ? 0 : table.tableId(), ids);
    }

    /** Reads what follows SHOW QUARANTINE. */
    ShowPlan.Quarantined show() {
        rows();
        return new ShowPlan.Quarantined(
                table == null ? null : new TableName(table.database(), table.name()), ids, LimitParser.parse(tokens));
    }

    private void rows() {
        if (tokens.accept("FROM")) {
            table = Names.qualified(tokens, names::table);
        }
        if (tokens.acceptClause("WHERE", "ID")) {
            if (tokens.acceptSymbol('=')) {
                ids.add(tokens.wholeNumber());
                return;
            }
            tokens.expect("IN");
            ids.addAll(tokens.inParentheses(tokens::wholeNumber));
            if (ids.size() > IDS_MAX) {
                throw ErrorCode.INVALID_STATEMENT.error(
                        ids.size() + " ids of rows in quarantine, a statement takes " + IDS_MAX);
            }
        }
    }
}
