package io.tributary.backend.catalog;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import java.util.List;

/** What the engine itself says of the catalog's tables. Blocks. */
final class EngineColumns {
    private final TableEngine engine;

    EngineColumns(TableEngine engine) {
        this.engine = engine;
    }

    /** @throws TributaryException {@code UNKNOWN_TABLE} or {@code UNKNOWN_DATABASE} if the engine has no such table */
    List<ResultColumn> of(TableSchema table) {
        return engine.columns(table.database(), table.name());
    }

    /** Whether the engine has no such table. */
    boolean isMissing(TableSchema table) {
        try {
            of(table);
            return false;
        } catch (TributaryException e) {
            if (isUnknown(e)) {
                return true;
            }
            throw e;
        }
    }

    /** Whether the engine has this database. */
    boolean hasDatabase(String database) {
        try {
            engine.columns(database, "$none");
            return true;
        } catch (TributaryException e) {
            if (isUnknown(e)) {
                return e.code() == ErrorCode.UNKNOWN_TABLE;
            }
            throw e;
        }
    }

    /** Whether an error says that a table, or its database, is not there. */
    private static boolean isUnknown(TributaryException error) {
        return error.code() == ErrorCode.UNKNOWN_TABLE || error.code() == ErrorCode.UNKNOWN_DATABASE;
    }
}
