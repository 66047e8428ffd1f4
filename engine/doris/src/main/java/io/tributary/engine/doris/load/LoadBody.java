package io.tributary.engine.doris.load;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowJson;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.mysql.rows.RowLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/**
 * Rows as the body of a Stream Load, with the headers that tell what it is: lines of CSV where no value can hold a separator, else
 * a JSON object a line; compressed where it is large. Immutable.
 */
final class LoadBody {
    /** Encoded rows of more bytes are compressed. */
    static final long PLAIN_BYTES_MAX = 64 * 1024;

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

    static LoadBody of(TableSchema table, List<RowBlock> blocks) {
        List<String> headers = new ArrayList<>();
        boolean isPlain =
                table.columns().stream().noneMatch(column -> column.type().isVariableWidth());
        headers.addAll(
                isPlain
                        ? List.of("format", "csv", "columns", columns(table))
                        : List.of("format", "json", "read_json_by_line", "true", "num_as_string", "true"));
        long encoded = blocks.stream().mapToLong(RowBlock::length).sum();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            if (encoded > PLAIN_BYTES_MAX) {
                headers.addAll(List.of("compress_type", "gz"));
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

    /** In quotes, as the server's parser of that header reads names. */
    private static String columns(TableSchema table) {
        return table.columns().stream()
                .map(column -> "`" + column.name().replace("`", "``") + "`")
                .collect(Collectors.joining(","));
    }

    private static void write(TableSchema table, List<RowBlock> blocks, boolean isPlain, OutputStream out)
            throws IOException {
        if (isPlain) {
            try (RowLines lines = new RowLines(table, blocks, null)) {
                lines.transferTo(out);
            }
            return;
        }
        RowJson json = new RowJson(table);
        for (RowBlock block : blocks) {
            json.block(block);
            for (int row = 0; row < block.rowCount(); row++) {
                out.write(json.row(row).getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
        }
    }
}
