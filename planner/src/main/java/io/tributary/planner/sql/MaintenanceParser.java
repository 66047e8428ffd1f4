package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.MaintenancePlan;
import io.tributary.planner.plan.part.TableName;
import io.tributary.planner.sql.definition.TableNames;
import java.util.List;

/** {@code ANALYZE | CHECK | CHECKSUM | OPTIMIZE | REPAIR … TABLE t, … [options]}. */
final class MaintenanceParser {
    private static final String[] OPTIONS = {
        "QUICK", "FAST", "MEDIUM", "EXTENDED", "CHANGED", "USE_FRM", "FOR", "UPGRADE"
    };

    private final Tokens tokens;
    private final NameResolver names;

    MaintenanceParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    /** Reads the statement from its verb on. */
    MaintenancePlan parse() {
        MaintenancePlan.Operation operation = MaintenancePlan.Operation.valueOf(tokens.word());
        tokens.acceptAny("NO_WRITE_TO_BINLOG", "LOCAL");
        tokens.expectAny("TABLE", "TABLES");
        List<TableName> tables = tokens.list(() -> TableNames.read(tokens, names));
        while (tokens.atAny(OPTIONS)) {
            tokens.advance();
        }
        if (tokens.atAny("UPDATE", "DROP")) {
            throw TributaryException.notSupported("HISTOGRAM");
        }
        tokens.expectEnd();
        return new MaintenancePlan(operation, tables);
    }
}
