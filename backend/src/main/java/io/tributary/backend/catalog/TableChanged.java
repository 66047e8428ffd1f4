package io.tributary.backend.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;

/** The error for what was made for a table as it was before its definition changed, in MySQL's words. */
public final class TableChanged {
    private TableChanged() {}

    /** @param what happened, or does not fit */
    public static TributaryException error(String what) {
        return new TributaryException(
                ErrorCode.SCHEMA_VERSION_MISMATCH, "Table definition has changed, please retry transaction: " + what);
    }

    /** @param schemaVersion that rows are encoded for, or a statement was planned for */
    public static TributaryException since(TableSchema now, int schemaVersion) {
        return error("table " + now.database() + "." + now.name() + " is at schema version " + now.schemaVersion()
                + ", no longer at " + schemaVersion);
    }

    /** While it is not known what a change has made of it, nobody uses a table. */
    static TributaryException closed(TableSchema table) {
        return TributaryException.refused(
                ErrorCode.ENGINE,
                "table " + table.database() + "." + table.name() + " is closed until the engine tells what became"
                        + " of its last change",
                "nothing was stored, try again");
    }

    /** The snapshot of an engine transaction that is held does not know the table as it is now. */
    public static TributaryException sinceSnapshot(TableSchema now) {
        return error(
                "table " + now.database() + "." + now.name() + " was changed after this transaction began to read");
    }
}
