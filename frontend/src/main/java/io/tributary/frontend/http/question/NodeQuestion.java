package io.tributary.frontend.http.question;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.routing.BackendRouter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Questions which nodes there are. Each leads back to the address that it was asked at: every load is taken there. */
public final class NodeQuestion implements Question<Answer.LocalRows> {
    private final Answer.LocalRows rows;
    private final Form form;

    /** How the rows are told. */
    public enum Form {
        /** {@code /rest/v1/system}: objects. */
        OBJECTS {
            @Override
            void write(JsonGenerator json, Answer.LocalRows rows) throws IOException {
                RowsJson.objects(json, rows);
            }
        },
        /** {@code /rest/v2/manager/node}: arrays behind the names of the columns. */
        TABLE {
            @Override
            void write(JsonGenerator json, Answer.LocalRows rows) throws IOException {
                RowsJson.table(json, rows);
            }
        },
        /** {@code /api/show_proc}: arrays. */
        ARRAYS {
            @Override
            void write(JsonGenerator json, Answer.LocalRows rows) throws IOException {
                RowsJson.arrays(json, rows, false);
            }
        },
        /** {@code /api/backends}: addresses. */
        ADDRESSES {
            @Override
            void write(JsonGenerator json, Answer.LocalRows rows) throws IOException {
                json.writeStartObject();
                json.writeArrayFieldStart("backends");
                for (List<?> row : rows.rows()) {
                    json.writeStartObject();
                    json.writeStringField("ip", String.valueOf(row.get(0)));
                    json.writeNumberField("http_port", Integer.parseInt(String.valueOf(row.get(1))));
                    json.writeBooleanField("is_alive", true);
                    json.writeEndObject();
                }
                json.writeEndArray();
                json.writeEndObject();
            }
        };

        abstract void write(JsonGenerator json, Answer.LocalRows rows) throws IOException;
    }

    private NodeQuestion(Answer.LocalRows rows, Form form) {
        this.rows = rows;
        this.form = form;
    }

    /**
     * The nodes of a path of Doris: {@code /backends}, {@code /frontends}, with any number of slashes around.
     *
     * @throws TributaryException for any other
     */
    public static Question<?> of(String path, RequestSession session, RequestAddress address, Form form) {
        String wanted = path.replaceAll("^/+|/+$", "");
        return switch (wanted) {
            case "backends" -> StatementQuestion.nodes(session, "SHOW BACKENDS", address, form);
            case "frontends" -> StatementQuestion.nodes(session, "SHOW FRONTENDS", address, form);
            default ->
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "No such proc path[" + path + "]: there are /backends and /frontends");
        };
    }

    /** Where loads are sent: one address, however many backends there are. */
    public static NodeQuestion loads(RequestAddress address) {
        return new NodeQuestion(
                new Answer.LocalRows(
                        Answer.LocalRows.texts("ip", "http_port"),
                        List.of(Arrays.asList(address.host(), Integer.toString(address.port())))),
                Form.ADDRESSES);
    }

    @Override
    public CompletableFuture<Answer.LocalRows> ask(BackendRouter backends) {
        return CompletableFuture.completedFuture(rows);
    }

    @Override
    public void answer(JsonGenerator json, Answer.LocalRows told) throws IOException {
        RestAnswer.success(json, data -> form.write(data, told));
    }

    @Override
    public void refusal(JsonGenerator json, TributaryException error) throws IOException {
        RestAnswer.failed(json, error);
    }
}
