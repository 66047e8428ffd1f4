package io.tributary.frontend.http.question;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;

/** The envelope around what Doris' frontend answers to questions: {@code msg}, {@code code}, {@code data}, {@code count}. */
public final class RestAnswer {
    private static final int BAD_REQUEST = 403;
    private static final int ERROR = 1;

    private RestAnswer() {}

    /** What is in the envelope: one value. */
    public interface Data {
        void write(JsonGenerator json) throws IOException;
    }

    public static void success(JsonGenerator json, Data data) throws IOException {
        write(json, "success", 0, data);
    }

    /** The request makes no sense. */
    public static void refused(JsonGenerator json, TributaryException error) throws IOException {
        write(json, "Bad Request", BAD_REQUEST, data -> data.writeString(String.valueOf(error.getMessage())));
    }

    /** What was asked for is not there, or cannot be told. */
    public static void failed(JsonGenerator json, TributaryException error) throws IOException {
        failed(json, data -> data.writeString(String.valueOf(error.getMessage())));
    }

    static void failed(JsonGenerator json, Data why) throws IOException {
        write(json, "Error", ERROR, why);
    }

    private static void write(JsonGenerator json, String message, int code, Data data) throws IOException {
        json.writeStringField("msg", message);
        json.writeNumberField("code", code);
        json.writeFieldName("data");
        data.write(json);
        json.writeNumberField("count", 0);
    }
}
