package io.tributary.planner.sql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.sql.definition.TableNames;

/** What MySQL answers to a SHOW of something that does not exist there either. */
final class ShowErrors {
    private ShowErrors() {}

    static TributaryException unknownEngine(String name) {
        return ErrorCode.UNKNOWN_STORAGE_ENGINE.error("Unknown storage engine '" + name + "'");
    }

    static TributaryException notView(TableSchema table) {
        return ErrorCode.WRONG_OBJECT.error("'" + table.database() + "." + table.name() + "' is not VIEW");
    }

    static TributaryException noBinaryLog() {
        return ErrorCode.NO_BINARY_LOG.error("You are not using binary logging");
    }

    /** @param kind what SHOW CREATE names, in upper case; the cursor is behind it */
    static TributaryException cannotShowCreate(String kind, Tokens tokens, NameResolver names) {
        return switch (kind) {
            case "PROCEDURE", "FUNCTION" ->
                ErrorCode.UNKNOWN_FUNCTION.error(
                        kind + " " + TableNames.read(tokens, names).table() + " does not exist");
            case "TRIGGER" -> ErrorCode.UNKNOWN_TRIGGER.error("Trigger does not exist");
            case "EVENT" ->
                ErrorCode.UNKNOWN_EVENT.error(
                        "Unknown event '" + TableNames.read(tokens, names).table() + "'");
            default -> TributaryException.notSupported("SHOW CREATE " + kind);
        };
    }
}
