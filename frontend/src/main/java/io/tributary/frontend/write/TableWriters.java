package io.tributary.frontend.write;

import io.tributary.contract.calls.GeneratedRows;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.TableSchema;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The row writers of one session, one for a table however many statements insert into it, so that buffers are reused and
 * their number is bounded. Used by one thread at a time.
 */
public final class TableWriters {
    /** The table written longest ago goes first. */
    static final int TABLES_MAX = 8;

    private final Map<Long, TableWriter> byTable = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, TableWriter> eldest) {
            return size() > TABLES_MAX;
        }
    };

    private record TableWriter(int schemaVersion, boolean deletes, boolean needsTime, RowBlockWriter writer) {}

    /**
     * A writer for a statement that starts now; the next call may give the same one. What it makes of a table with generated columns
     * is to be completed, see {@link GeneratedRows}.
     *
     * @param deletes whether the statement gives the rows' delete signs
     */
    public RowBlockWriter writer(TableSchema table, boolean deletes, ZoneId zone) {
        TableWriter found = byTable.get(table.tableId());
        if (found == null || found.schemaVersion() != table.schemaVersion() || found.deletes() != deletes) {
            found = new TableWriter(
                    table.schemaVersion(),
                    deletes,
                    table.columns().stream().anyMatch(TableWriters::isNow),
                    table.isCompleted() ? GeneratedRows.sourceWriter(table, deletes) : whole(table, deletes));
            byTable.put(table.tableId(), found);
        }
        RowBlockWriter writer = found.writer();
        writer.setTimeZone(zone);
        if (found.needsTime()) {
            writer.statementTime(localMicros(zone));
        }
        return writer;
    }

    /** A writer of whole rows. */
    static RowBlockWriter whole(TableSchema table, boolean deletes) {
        return deletes ? RowBlockWriter.withDeleteSign(table) : new RowBlockWriter(table);
    }

    /** Memory that all of them hold. */
    public long heldBytes() {
        long bytes = 0;
        for (TableWriter writer : byTable.values()) {
            bytes += writer.writer().heldBytes();
        }
        return bytes;
    }

    private static boolean isNow(Column column) {
        return column.defaultValue().kind() == DefaultValue.Kind.CURRENT_TIMESTAMP;
    }

    /** The time of now in a zone, in microseconds since 1970 on its clock. */
    static long localMicros(ZoneId zone) {
        Instant now = Instant.now();
        long seconds = now.getEpochSecond() + zone.getRules().getOffset(now).getTotalSeconds();
        return seconds * 1_000_000L + now.getNano() / 1_000;
    }
}
