package io.tributary.engine.port;

import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.schema.TableSchema;
import java.util.List;
import java.util.Map;

/** Tables of a server that others make, write and change as well. Blocks; any thread. */
public interface ExistingTables {
    /**
     * The tables of a database that are there, whoever made them; views and the like say why they cannot be used.
     *
     * @param table only this one; empty: all
     * @param upsert whether a row is to replace the one of its key
     */
    List<ExistingTable> tables(String database, String table, boolean upsert);

    /** The {@link ExistingTable#version versions} of the tables of a database, by their names. */
    Map<String, String> versions(String database);

    /**
     * Whether the server is at a definition still that it was sent for this table, maybe by a process that is gone: until that is
     * over, how the table is there does not tell what becomes of it.
     *
     * @param table as it is called before; empty: the database itself
     */
    boolean isBeingDefined(String database, String table);

    /**
     * Takes numbers of an adopted table's AUTO_INCREMENT column, which its server gives to nobody else, durably.
     *
     * @param count of numbers; 0: the next that anybody gets is only moved
     * @param atLeast no lower one
     */
    ReservedIds reserveIds(TableSchema table, int count, long atLeast);
}
