package io.tributary.engine.port;

/**
 * An acknowledged row that the engine refuses for its values, kept aside until somebody replays or discards it.
 *
 * @param id 0 until it is stored
 * @param tableId stays when the table is renamed
 * @param database of the table when the row was refused
 * @param schemaVersion of the table then
 * @param label of the batch that it was in
 * @param position of its first block in the log, which names its load
 * @param json see {@link io.tributary.contract.row.RowJson}
 * @param reason what the engine said
 * @param millis since 1970
 */
public record QuarantinedRow(
        long id,
        long tableId,
        String database,
        String table,
        int schemaVersion,
        String label,
        long position,
        String json,
        String reason,
        long millis) {}
