package io.tributary.backend.txn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/**
 * Reads what {@link io.tributary.contract.row.RowJson} wrote into the table as it is now: members go to the columns of their
 * names, those without one are left out, and columns without one get their DEFAULT. One thread at a time.
 */
final class JsonRow {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final TableSchema table;
    private final RowBlockWriter writer;
    private final Map<String, Integer> positions = new HashMap<>();

    JsonRow(TableSchema table) {
        this.table = table;
        writer = table.isUnique() ? RowBlockWriter.withDeleteSign(table) : new RowBlockWriter(table);
        for (int i = 0; i < table.columns().size(); i++) {
            positions.put(table.columns().get(i).name().toUpperCase(Locale.ROOT), i);
        }
        if (table.isUnique()) {
            positions.put(HiddenColumns.DELETE_SIGN, table.columns().size());
        }
    }

    /**
     * The row as a block of its own.
     *
     * @throws TributaryException of kind ROW for a value that its column does not take now
     */
    RowBlock read(String json) {
        writer.beginRow();
        boolean ended = false;
        try {
            JSON.readTree(json).properties().forEach(member -> {
                Integer position = positions.get(member.getKey().toUpperCase(Locale.ROOT));
                if (position != null) {
                    put(position, member.getValue());
                }
            });
            writer.endRow();
            ended = true;
            return writer.finish();
        } catch (JsonProcessingException e) {
            throw new TributaryException(ErrorCode.INVALID_JSON_TEXT, "a row in quarantine is no JSON: " + json, e);
        } finally {
            if (!ended) {
                writer.reset();
            }
        }
    }

    private void put(int position, JsonNode value) {
        if (value.isNull()) {
            writer.putNull(position);
            return;
        }
        String text = value.isBigDecimal() ? value.decimalValue().toString() : value.asText();
        boolean binary =
                position < table.columns().size() && isBinary(table.columns().get(position));
        byte[] bytes = binary && text.startsWith("0x")
                ? HexFormat.of().parseHex(text, 2, text.length())
                : text.getBytes(StandardCharsets.UTF_8);
        if (binary) {
            writer.putBytes(position, bytes, 0, bytes.length);
        } else {
            writer.putText(position, bytes, 0, bytes.length);
        }
    }

    private static boolean isBinary(Column column) {
        return column.type().kind() == ColumnType.Kind.VARBINARY;
    }
}
