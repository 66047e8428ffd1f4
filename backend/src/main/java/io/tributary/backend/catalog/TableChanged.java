package io.tributary.backend.catalog;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.TableSchema;

/** The error for what was made for a table as it was before its definition changed, in MySQL's words. */
public final class TableChanged {
    private TableChanged() {}

    /** @param what happened, or does not fit */
    public static TributaryException error(String what) {
        return new TributaryException(
                ErrorCode.SCHEMA_VERSION_MISMATCH, "Table definition has changed, please retry transaction: " + what);
    }

    /** @param schemaVersion that the rows are encoded for */
    public static TributaryException rows(TableSchema now, int schemaVersion) {
        return error("rows of table " + now.database() + "." + now.name() + " are encoded for schema version "
                + schemaVersion + ", it is at " + now.schemaVersion());
    }
}
