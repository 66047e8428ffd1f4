package io.tributary.engine.port;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * A table that a server has, whoever made it.
 *
 * @param version another one after each change of its columns, indexes, conditions and triggers; compared, and not ordered
 * @param schema as it would be here, without an id, with the properties of {@link AdoptedTable}; of the key model {@code UNIQUE} where that was asked
 *     for. Null where it cannot be used
 * @param reason why it cannot, else empty
 */
public record ExistingTable(String name, String version, @Nullable TableSchema schema, String reason) {}
