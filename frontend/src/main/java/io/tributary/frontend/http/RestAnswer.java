package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;

/** The envelope around what Doris' frontend answers to questions: {@code msg}, {@code code}, {@code data}, {@code count}. */
final class RestAnswer {
    private static final int BAD_REQUEST = 403;

    private RestAnswer() {}

    interface Data {
        void write(JsonGenerator json) throws IOException;
    }

    static void success(JsonGenerator json, Data data) throws IOException {
        json.writeStringField("msg", "success");
        json.writeNumberField("code", 0);
        json.writeFieldName("data");
        data.write(json);
        json.writeNumberField("count", 0);
    }

    static void refused(JsonGenerator json, TributaryException error) throws IOException {
        json.writeStringField("msg", "Bad Request");
        json.writeNumberField("code", BAD_REQUEST);
        json.writeStringField("data", String.valueOf(error.getMessage()));
        json.writeNumberField("count", 0);
    }
}
