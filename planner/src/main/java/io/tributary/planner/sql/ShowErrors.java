package io.tributary.planner.sql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.NameResolver;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.sql.definition.TableNames;

/** What MySQL answers to a SHOW of something that does not exist there either. */
final class ShowErrors {
    private ShowErrors() {}

    static TributaryException unknownEngine(String name) {
        return new TributaryException(ErrorCode.UNKNOWN_STORAGE_ENGINE, "Unknown storage engine '" + name + "'");
    }

    static TributaryException notView(TableSchema table) {
        return new TributaryException(
                ErrorCode.WRONG_OBJECT, "'" + table.database() + "." + table.name() + "' is not VIEW");
    }

    static TributaryException noBinaryLog() {
        return new TributaryException(ErrorCode.NO_BINARY_LOG, "You are not using binary logging");
    }

    /** @param kind what SHOW CREATE names, in upper case; the cursor is behind it */
    static TributaryException cannotShowCreate(String kind, Tokens tokens, NameResolver names) {
        return switch (kind) {
            case "PROCEDURE", "FUNCTION" ->
                new TributaryException(
                        ErrorCode.UNKNOWN_FUNCTION,
                        kind + " " + TableNames.read(tokens, names).table() + " does not exist");
            case "TRIGGER" -> new TributaryException(ErrorCode.UNKNOWN_TRIGGER, "Trigger does not exist");
            case "EVENT" ->
                new TributaryException(
                        ErrorCode.UNKNOWN_EVENT,
                        "Unknown event '" + TableNames.read(tokens, names).table() + "'");
            default -> TributaryException.notSupported("SHOW CREATE " + kind);
        };
    }
}
