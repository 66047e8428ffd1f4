package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.SavepointPlan;
import io.tributary.planner.plan.TransactionPlan;
import io.tributary.planner.plan.TransactionPlan.Access;
import io.tributary.planner.plan.TransactionPlan.Kind;
import io.tributary.planner.sql.insert.InsertParser;

/** BEGIN, START TRANSACTION, COMMIT, ROLLBACK, and savepoints. */
final class TransactionParser {
    private final Tokens tokens;

    TransactionParser(Tokens tokens) {
        this.tokens = tokens;
    }

    Plan parse() {
        Plan plan;
        if (tokens.accept("BEGIN")) {
            tokens.accept("WORK");
            plan = new TransactionPlan(Kind.BEGIN, label(), Access.UNSPECIFIED);
        } else if (tokens.accept("START")) {
            plan = start();
        } else if (tokens.accept("COMMIT")) {
            plan = end(Kind.COMMIT);
        } else if (tokens.accept("ROLLBACK")) {
            plan = end(Kind.ROLLBACK);
        } else if (tokens.accept("RELEASE")) {
            tokens.expect("SAVEPOINT");
            plan = savepoint(SavepointPlan.Kind.RELEASE);
        } else {
            tokens.expect("SAVEPOINT");
            plan = savepoint(SavepointPlan.Kind.SET);
        }
        tokens.expectEnd();
        return plan;
    }

    private TransactionPlan start() {
        if (tokens.atAny("SLAVE", "REPLICA", "GROUP_REPLICATION")) {
            throw TributaryException.notSupported("START " + tokens.upper());
        }
        tokens.expect("TRANSACTION");
        Access access = Access.UNSPECIFIED;
        String label = "";
        boolean more = !tokens.atStatementEnd();
        while (more) {
            if (tokens.accept("READ")) {
                if (tokens.accept("ONLY")) {
                    access = Access.READ_ONLY;
                } else {
                    tokens.expect("WRITE");
                    access = Access.READ_WRITE;
                }
            } else if (tokens.accept("WITH", "CONSISTENT")) {
                tokens.expect("SNAPSHOT");
            } else {
                label = label();
                break;
            }
            more = tokens.acceptSymbol(',');
        }
        return new TransactionPlan(Kind.BEGIN, label, access);
    }

    private String label() {
        return tokens.accept("WITH", "LABEL") ? InsertParser.label(tokens) : "";
    }

    private SavepointPlan savepoint(SavepointPlan.Kind kind) {
        return new SavepointPlan(kind, tokens.identifier());
    }

    private Plan end(Kind kind) {
        tokens.accept("WORK");
        if (kind == Kind.ROLLBACK && tokens.accept("TO")) {
            tokens.accept("SAVEPOINT");
            return savepoint(SavepointPlan.Kind.ROLLBACK_TO);
        }
        if (tokens.accept("AND")) {
            boolean no = tokens.accept("NO");
            tokens.expect("CHAIN");
            if (!no) {
                throw TributaryException.notSupported(kind + " AND CHAIN");
            }
        }
        if (!tokens.accept("NO", "RELEASE") && tokens.at("RELEASE")) {
            throw TributaryException.notSupported(kind + " RELEASE");
        }
        return new TransactionPlan(kind, "", Access.UNSPECIFIED);
    }
}
