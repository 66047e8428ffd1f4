package io.tributary.frontend.http.question;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.frontend.execution.Answer;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes rows as JSON: numbers are JSON's where they can be, NULL is null, all else is a string. */
final class RowsJson {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");

    private RowsJson() {}

    /** {@code {"type", "meta", "data", "status"}}, an array of each row. */
    static void resultSet(JsonGenerator json, Answer.LocalRows rows) throws IOException {
        json.writeStartObject();
        json.writeStringField("type", "result_set");
        json.writeArrayFieldStart("meta");
        for (ResultColumn column : rows.columns()) {
            json.writeStartObject();
            json.writeStringField("name", column.name());
            json.writeStringField("type", DorisTypes.name(column.type()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeFieldName("data");
        arrays(json, rows, true);
        json.writeObjectFieldStart("status");
        json.writeEndObject();
        json.writeEndObject();
    }

    /** {@code {"column_names", "columnNames", "rows"}}, an array of texts for each row: programs read either name. */
    static void table(JsonGenerator json, Answer.LocalRows rows) throws IOException {
        json.writeStartObject();
        names(json, "column_names", rows);
        names(json, "columnNames", rows);
        json.writeFieldName("rows");
        arrays(json, rows, false);
        json.writeEndObject();
    }

    /** {@code {"column_names", "rows"}}, an object for each row. */
    static void objects(JsonGenerator json, Answer.LocalRows rows) throws IOException {
        json.writeStartObject();
        names(json, "column_names", rows);
        json.writeArrayFieldStart("rows");
        for (List<@Nullable String> row : rows.rows()) {
            json.writeStartObject();
            for (int i = 0; i < row.size(); i++) {
                json.writeStringField(rows.columns().get(i).name(), row.get(i));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeStringField("parent_url", "/rest/v1/system?path=/");
        json.writeEndObject();
    }

    private static void names(JsonGenerator json, String field, Answer.LocalRows rows) throws IOException {
        json.writeArrayFieldStart(field);
        for (ResultColumn column : rows.columns()) {
            json.writeString(column.name());
        }
        json.writeEndArray();
    }

    /** @param typed whether numbers are numbers, or texts as all else */
    static void arrays(JsonGenerator json, Answer.LocalRows rows, boolean typed) throws IOException {
        json.writeStartArray();
        for (List<@Nullable String> row : rows.rows()) {
            json.writeStartArray();
            for (int i = 0; i < row.size(); i++) {
                value(
                        json,
                        row.get(i),
                        typed
                                && DorisTypes.isNumber(
                                        rows.columns().get(i).type().kind()));
            }
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void value(JsonGenerator json, @Nullable String text, boolean number) throws IOException {
        if (number && text != null && NUMBER.matcher(text).matches()) {
            json.writeNumber(text);
        } else {
            json.writeString(text);
        }
    }
}
