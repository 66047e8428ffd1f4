package io.tributary.rpc.client;

import io.tributary.rpc.schema.ColumnType;

/**
 * A column of a result set.
 *
 * @param table name of the table it comes from, or empty where the engine does not say
 */
public record ResultColumn(String name, ColumnType type, boolean nullable, String table) {}
