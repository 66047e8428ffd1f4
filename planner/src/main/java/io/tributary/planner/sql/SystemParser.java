package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.DecommissionPlan;
import java.util.List;

/** ALTER SYSTEM, and CANCEL DECOMMISSION: statements on backends. */
final class SystemParser {
    private final Tokens tokens;

    SystemParser(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Reads what follows ALTER SYSTEM. */
    DecommissionPlan alter() {
        if (!tokens.at("DECOMMISSION")) {
            throw TributaryException.notSupported("ALTER SYSTEM " + tokens.upper());
        }
        return decommission(false);
    }

    /** Reads what follows CANCEL. */
    DecommissionPlan cancel() {
        if (!tokens.at("DECOMMISSION")) {
            throw TributaryException.notSupported("CANCEL");
        }
        return decommission(true);
    }

    private DecommissionPlan decommission(boolean cancelled) {
        tokens.expect("DECOMMISSION", "BACKEND");
        List<String> backends = tokens.list(tokens::string);
        tokens.expectEnd();
        return new DecommissionPlan(cancelled, backends);
    }
}
