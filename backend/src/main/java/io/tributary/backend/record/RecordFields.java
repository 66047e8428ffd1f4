package io.tributary.backend.record;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowJson;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.TableSchema;
import io.tributary.log.WalRecord;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What a record of the log says, by name, for people and for JSON. */
public final class RecordFields {
    private RecordFields() {}

    /**
     * Returns the fields in the order in which they are printed; numbers are {@link Number}s. A record that this program
     * cannot read has a field {@code unreadable} that says why.
     */
    public static Map<String, Object> of(WalRecord record) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("lsn", record.lsn());
        fields.put("segment", record.segmentName());
        fields.put("offset", record.offset());
        fields.put("bytes", record.bytes());
        try {
            put(fields, record, record.payload());
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            fields.put("unreadable", String.valueOf(e.getMessage()));
        }
        return fields;
    }

    /**
     * The rows of an APPEND as JSON objects; none for other records.
     *
     * @param table as it is now
     * @throws IllegalArgumentException if the rows were written for another version of it
     */
    public static List<String> rows(WalRecord record, TableSchema table) {
        if (record.type() != LogRecords.APPEND) {
            return List.of();
        }
        int version = LogRecords.schemaVersion(record.payload());
        if (version != table.schemaVersion()) {
            throw new IllegalArgumentException(
                    "rows of schema version " + version + ", the table has " + table.schemaVersion());
        }
        RowBlock block = LogRecords.block(record.payload());
        RowJson json = new RowJson(table);
        json.block(block);
        return IntStream.range(0, block.rowCount()).mapToObj(json::row).toList();
    }

    /** Returns the id of the table that an OPEN, APPEND, LOAD_END or SEAL is about; 0 of others. */
    public static long tableId(WalRecord record) {
        boolean has = record.type() >= LogRecords.OPEN && record.type() <= LogRecords.SEAL;
        return has && record.payload().remaining() >= Long.BYTES ? LogRecords.tableId(record.payload()) : 0;
    }

    private static void put(Map<String, Object> fields, WalRecord record, ByteBuffer payload) {
        switch (record.type()) {
            case LogRecords.OPEN -> {
                if (LogRecords.tableId(payload) == LogRecords.NO_TABLE) {
                    fields.put("type", "NOTE");
                    fields.put("unlogged_commits", LogRecords.commits(record));
                    return;
                }
                fields.put("type", "OPEN");
                fields.put("table_id", LogRecords.tableId(payload));
                fields.put("txn_id", LogRecords.txnId(payload));
            }
            case LogRecords.APPEND -> {
                fields.put("type", "APPEND");
                fields.put("table_id", LogRecords.tableId(payload));
                long loadId = LogRecords.loadId(payload);
                fields.put("load_id", loadId == LogRecords.SINGLE ? record.lsn() : loadId);
                fields.put("schema_version", LogRecords.schemaVersion(payload));
                fields.put("rows", LogRecords.block(payload).rowCount());
                putKey(fields, record);
            }
            case LogRecords.LOAD_END -> {
                fields.put("type", "LOAD_END");
                fields.put("table_id", LogRecords.tableId(payload));
                fields.put("load_id", LogRecords.loadId(payload));
                fields.put("blocks", LogRecords.blocks(payload));
                putKey(fields, record);
            }
            case LogRecords.SEAL -> {
                fields.put("type", "SEAL");
                fields.put("table_id", LogRecords.tableId(payload));
                fields.put("txn_id", LogRecords.txnId(payload));
                fields.put("first_position", LogRecords.firstPosition(payload));
                fields.put("last_position", LogRecords.lastPosition(payload));
            }
            case WalRecord.SKIPPED -> {
                fields.put("type", "SKIPPED");
                fields.put("last_lsn", record.lastLsn());
            }
            default -> {
                fields.put("type", record.type());
                fields.put("unreadable", "type " + record.type() + ", which this program does not know");
            }
        }
    }

    private static void putKey(Map<String, Object> fields, WalRecord record) {
        IdempotencyKey key = LogRecords.key(record);
        if (key != null) {
            fields.put("idempotency_key", key.text());
        }
    }
}
