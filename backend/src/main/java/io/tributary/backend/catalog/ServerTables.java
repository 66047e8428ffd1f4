package io.tributary.backend.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.ExistingTable;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table of a server as its server has it, with what the catalog alone knows of it. Blocks on the server. */
final class ServerTables {
    private ServerTables() {}

    /**
     * A table that was just defined there: with the version by which it is known from now on.
     *
     * @param engine its server
     */
    static TableSchema defined(TableEngine engine, TableSchema table) {
        return engine.traits().can(EngineCapability.EXISTING_TABLES)
                ? found(engine, table).map(there -> merged(table, there)).orElse(table)
                : table;
    }

    private static Optional<ExistingTable> found(TableEngine engine, TableSchema table) {
        return engine.existingTables().tables(table.database(), table.name(), AdoptedTable.isUpsert(table)).stream()
                .findFirst();
    }

    /**
     * A table as it is there now.
     *
     * @throws TributaryException UNKNOWN_TABLE where it is gone, NOT_SUPPORTED saying why it cannot be used
     */
    static TableSchema asItIs(TableEngine engine, TableSchema table) {
        ExistingTable there = found(engine, table)
                .orElseThrow(() -> new TributaryException(
                        ErrorCode.UNKNOWN_TABLE,
                        "Table '" + table.database() + "." + table.name()
                                + "' doesn't exist on its server any more: REFRESH" + " DATABASE " + table.database()
                                + " drops it here, too"));
        return merged(table, there);
    }

    /** A table that is new here. */
    static TableSchema adopted(String database, ExistingTable there) {
        TableSchema schema = there.schema();
        if (schema == null) {
            throw TributaryException.notSupported(
                    "table " + database + "." + there.name() + " of the server", ": " + there.reason());
        }
        return schema;
    }

    /** Whether a table that was just asked for is there as it is known; false, too, where it cannot be used. */
    static boolean isAsKnown(TableSchema known, ExistingTable there) {
        try {
            return merged(known, there).equals(known);
        } catch (TributaryException e) {
            return false; // Its own REFRESH says why.
        }
    }

    /** What was adopted is as the server says; of what was made here the columns that still fit stay as they were made. */
    private static TableSchema merged(TableSchema known, ExistingTable there) {
        TableSchema server = adopted(known.database(), there);
        TableProperties properties = known.properties().with(AdoptedTable.VERSION, there.version());
        if (!AdoptedTable.isOne(known)) {
            List<Column> columns =
                    server.columns().stream().map(column -> kept(known, column)).toList();
            requireKey(known, columns);
            return new TableSchema(
                    known.tableId(),
                    known.database(),
                    known.name(),
                    known.schemaVersion(),
                    known.keyModel(),
                    columns,
                    properties,
                    known.layout());
        }
        for (Map.Entry<String, String> each : server.properties().other().entrySet()) {
            properties = properties.with(each.getKey(), each.getValue());
        }
        return server.withTableId(known.tableId())
                .withSchemaVersion(known.schemaVersion())
                .withProperties(properties);
    }

    private static Column kept(TableSchema known, Column column) {
        int position = known.indexOf(column.name());
        if (position < 0) {
            return column;
        }
        Column before = known.columns().get(position);
        boolean fits = EngineColumns.fits(before.type(), column.type()) && before.nullable() == column.nullable();
        return fits ? before : column;
    }

    private static void requireKey(TableSchema known, List<Column> columns) {
        for (int position : known.keyPositions()) {
            if (!columns.contains(known.columns().get(position))) {
                throw TributaryException.notSupported(
                        "table " + known.database() + "." + known.name(),
                        ": its key column " + known.columns().get(position).name()
                                + " was dropped or changed on the server");
            }
        }
    }
}
