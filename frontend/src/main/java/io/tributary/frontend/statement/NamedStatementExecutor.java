package io.tributary.frontend.statement;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.SessionValues;
import io.tributary.frontend.write.SessionPlanner;
import io.tributary.planner.Prepared;
import io.tributary.planner.plan.NamedStatementPlan;
import io.tributary.planner.sql.query.TokenSubstitution;
import io.tributary.session.NamedStatements;
import io.tributary.session.Session;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * PREPARE, EXECUTE and DEALLOCATE as statements. The values of user variables are put into the text as literals, and
 * the text then takes the path of any other: its rows are grouped, its result is one of text. Event loop of the
 * connection.
 */
final class NamedStatementExecutor {
    private final Session session;
    private final SessionValues values;
    private final ConnectionLoop loop;

    NamedStatementExecutor(Session session, SessionValues values, ConnectionLoop loop) {
        this.session = session;
        this.values = values;
        this.loop = loop;
    }

    /** The text to be prepared. A statement of that name is gone from now on, whatever becomes of the new one. */
    byte[] begin(NamedStatementPlan.Prepare plan) {
        session.statements().named().remove(plan.name());
        String text = values.evaluate(plan.source()).text();
        return (text == null ? "NULL" : text).getBytes(StandardCharsets.UTF_8);
    }

    /** @throws TributaryException 1461 */
    void keep(String name, byte[] sql, Prepared prepared) {
        session.stateChanged();
        session.statements()
                .named()
                .add(name, new NamedStatements.Named(sql, session.database(), prepared.parameterCount()));
    }

    /**
     * The statement that an EXECUTE stands for; a long one is made off the loop.
     *
     * @throws TributaryException 1243, 1210 where the number of values is another, or 1153 before anything is made of
     *     values that are longer together than {@code max_allowed_packet}
     */
    CompletableFuture<byte[]> text(NamedStatementPlan.Execute plan, SessionPlanner planner) {
        NamedStatements.Named statement = session.statements().named().get(plan.name(), "EXECUTE");
        if (statement.parameterCount() != plan.variables().size()) {
            throw new TributaryException(ErrorCode.WRONG_ARGUMENTS, "Incorrect arguments to EXECUTE");
        }
        if (statement.parameterCount() == 0) {
            return CompletableFuture.completedFuture(statement.sql());
        }
        long characters = statement.sql().length;
        for (String variable : plan.variables()) {
            String value = values.userVariable(variable).text();
            characters += value == null ? 0 : value.length();
        }
        int bytesMax = session.variables().limits().maxAllowedPacketBytes();
        if (characters > bytesMax) {
            throw new TributaryException(
                    ErrorCode.PACKET_TOO_LARGE,
                    "Got a packet bigger than 'max_allowed_packet' bytes: the statement of EXECUTE would have more than "
                            + characters + " characters, max_allowed_packet is " + bytesMax);
        }
        return characters <= ConnectionLoop.BYTES_MAX
                ? CompletableFuture.completedFuture(text(statement, plan, planner))
                : loop.offLoop(() -> text(statement, plan, planner));
    }

    private byte[] text(NamedStatements.Named statement, NamedStatementPlan.Execute plan, SessionPlanner planner) {
        String sql = new String(statement.sql(), StandardCharsets.UTF_8);
        // Read and written under the mode of now: under another one a literal could end where its value does not.
        return TokenSubstitution.parameters(
                        sql,
                        planner.sqlMode(),
                        index -> values.literal(plan.variables().get(index), planner.sqlMode()))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** @throws TributaryException 1243 */
    void deallocate(NamedStatementPlan.Deallocate plan) {
        if (!session.statements().named().remove(plan.name())) {
            throw NamedStatements.unknown(plan.name(), "DEALLOCATE PREPARE");
        }
    }
}
