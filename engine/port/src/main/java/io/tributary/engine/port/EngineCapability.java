package io.tributary.engine.port;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;

/**
 * What an engine may be able to do beyond what each has to: definitions of tables, and rows that are applied exactly once. Who
 * needs one that is not there is refused with its name ({@link EngineTraits#require}).
 */
public enum EngineCapability {
    QUERIES("queries"),
    /** Rows replace those of their keys. */
    KEYED_TABLES("tables with a key"),
    /** Rows are merged with those of their keys: ON DUPLICATE KEY UPDATE, some columns of a row. */
    MERGE_BY_KEY("rows that are merged with those of their keys"),
    /** A change gives the rows that it changed. */
    RETURNED_ROWS("changes that return their rows"),
    /** A change of a row that somebody else has changed behind the transaction's snapshot fails. */
    SNAPSHOT_CONFLICTS("conflicts with what was committed behind a snapshot"),
    /** Open as long as a client likes: BEGIN, off_mode of several statements, two-phase loads. */
    HELD_TRANSACTIONS("transactions that a client holds open"),
    /** CREATE, ALTER, DROP and TRUNCATE are part of a transaction, with what is kept of them. */
    DEFINITIONS_IN_TRANSACTIONS("definitions in transactions"),
    /** Labels of loads are kept by the transactions of their rows. */
    LABELS("a store of labels"),
    /** Idempotency keys of loads are kept by the transactions of their rows. */
    KEYS("a store of idempotency keys"),
    /** Computes expressions over rows that are no table's. */
    EVALUATION("values that are computed"),
    /** Queries see information_schema and mysql. */
    SYSTEM_TABLES("queries of system tables"),
    /** Acknowledged rows that it refuses are kept aside and found by table and id. */
    QUARANTINE("a quarantine"),
    PARTITIONS("partitions"),
    /** FOREIGN KEY and CHECK of tables that are made here; those of a server's own tables are the server's. */
    CONSTRAINTS("FOREIGN KEY and CHECK of tables that are made here: make the table on the server, and it is here after"
            + " REFRESH DATABASE"),
    /** Tells of tables that others have made, and gives numbers of their AUTO_INCREMENT columns. */
    EXISTING_TABLES("tables that others have made"),
    /** The delete sign and the sequence column. */
    HIDDEN_COLUMNS("delete signs and sequence columns"),
    /** Rows are added up with those of their keys. */
    AGGREGATED_TABLES("AGGREGATE KEY tables");

    private final String text;

    EngineCapability(String text) {
        this.text = text;
    }

    /** Returns the text by which an error names it. */
    public String text() {
        return text;
    }

    /** What who needs it is told by an engine that has it not; of kind {@code CLIENT}. */
    public TributaryException missing() {
        return new TributaryException(ErrorCode.NOT_SUPPORTED, "This engine does not have " + text);
    }
}
