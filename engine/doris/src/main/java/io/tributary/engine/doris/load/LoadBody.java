package io.tributary.engine.doris.load;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowJson;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.rows.RowLines;
import io.tributary.engine.port.rows.LastRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows as the body of a Stream Load, with the headers that tell what it is: lines of CSV where no value can hold a separator, else
 * a JSON object a line; compressed where it is large. Immutable.
 */
final class LoadBody {
    /** Encoded rows of more bytes are compressed. */
    static final long PLAIN_BYTES_MAX = 64 * 1024;

    private static final int ASCII_END = 0x7f;

    private final List<String> headers;
    private final byte[] bytes;

    private LoadBody(List<String> headers, byte[] bytes) {
        this.headers = List.copyOf(headers);
        this.bytes = bytes;
    }

    /** Names and values. */
    List<String> headers() {
        return headers;
    }

    /** The body itself, which nobody changes. */
    byte[] bytes() {
        return bytes;
    }

    static LoadBody of(TableSchema table, List<RowBlock> blocks, LoadWords words) {
        List<String> headers = new ArrayList<>();
        boolean isPlain = table.columns().stream().allMatch(LoadBody::isPlain);
        headers.addAll(isPlain ? List.of("format", "csv", "columns", columns(table)) : List.of("format", "json"));
        headers.addAll(isPlain ? List.of() : words.lines());
        long encoded = blocks.stream().mapToLong(RowBlock::length).sum();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            if (encoded > PLAIN_BYTES_MAX) {
                headers.addAll(words.compressed());
                try (OutputStream compressed = new GZIPOutputStream(bytes, 64 * 1024)) {
                    write(table, blocks, isPlain, compressed);
                }
            } else {
                write(table, blocks, isPlain, bytes);
            }
        } catch (IOException e) {
            throw new IllegalStateException("a buffer in memory", e);
        }
        return new LoadBody(headers, bytes.toByteArray());
    }

    /** A header holds no other names, and a line no other values. */
    private static boolean isPlain(Column column) {
        return !column.type().isVariableWidth() && column.name().chars().allMatch(c -> c > ' ' && c < ASCII_END);
    }

    /** In quotes, as the server's parser of that header reads names. */
    private static String columns(TableSchema table) {
        return table.columns().stream()
                .map(column -> "`" + column.name().replace("`", "``") + "`")
                .collect(Collectors.joining(","));
    }

    /** The last row of each key: in which order the server takes those of one load is not said. */
    private static @Nullable BitSet kept(TableSchema table, List<RowBlock> blocks) {
        if (!table.isKeyed()) {
            return null;
        }
        List<ColumnType> types = table.columns().stream().map(Column::type).toList();
        int rows = blocks.stream().mapToInt(RowBlock::rowCount).sum();
        return new LastRows(types, table.keyPositions()).of(blocks, rows);
    }

    private static void write(TableSchema table, List<RowBlock> blocks, boolean isPlain, OutputStream out)
            throws IOException {
        BitSet kept = kept(table, blocks);
        if (isPlain) {
            try (RowLines lines = new RowLines(table, blocks, kept)) {
                lines.transferTo(out);
            }
            return;
        }
        RowJson json = RowJson.quotingWide(table);
        int before = 0;
        for (RowBlock block : blocks) {
            json.block(block);
            for (int row = 0; row < block.rowCount(); row++) {
                if (kept == null || kept.get(before + row)) {
                    out.write(json.row(row).getBytes(StandardCharsets.UTF_8));
                    out.write('\n');
                }
            }
            before += block.rowCount();
        }
    }
}
