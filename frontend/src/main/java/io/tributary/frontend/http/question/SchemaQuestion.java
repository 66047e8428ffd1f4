package io.tributary.frontend.http.question;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.routing.BackendRouter;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** {@code GET /api/{db}/{table}/_schema}: the columns that a connector writes, and how the table treats equal keys. */
public final class SchemaQuestion implements Question<TableSchema> {
    /** What connectors look for in {@code status}. */
    static final int OK = 200;

    private final RequestSession session;
    private final String database;
    private final String table;

    public SchemaQuestion(RequestSession session, String database, String table) {
        this.session = session;
        this.database = database;
        this.table = table;
    }

    @Override
    public CompletableFuture<TableSchema> ask(BackendRouter backends) {
        return session.table(database, table);
    }

    @Override
    public void answer(JsonGenerator json, TableSchema found) throws IOException {
        RestAnswer.success(json, data -> {
            data.writeStartObject();
            data.writeStringField("keysType", keysType(found));
            data.writeArrayFieldStart("properties");
            for (int position : found.visiblePositions()) {
                column(data, found.columns().get(position));
            }
            data.writeEndArray();
            data.writeNumberField("status", OK);
            data.writeEndObject();
        });
    }

    /** Nothing for a view, which takes no rows. */
    private static String keysType(TableSchema table) {
        return switch (table.keyModel()) {
            case DUPLICATE -> "DUP_KEYS";
            case UNIQUE -> "UNIQUE_KEYS";
            case AGGREGATE -> "AGG_KEYS";
            case VIEW -> "";
        };
    }

    private static void column(JsonGenerator json, Column column) throws IOException {
        boolean decimal = column.type().kind() == Kind.DECIMAL;
        json.writeStartObject();
        json.writeStringField("name", column.name());
        json.writeStringField("type", DorisTypes.name(column.type()));
        if (decimal) {
            json.writeStringField("precision", Integer.toString(column.type().length()));
            json.writeStringField("scale", Integer.toString(column.type().scale()));
        }
        json.writeStringField("comment", column.comment());
        json.writeStringField(
                "aggregation_type",
                column.aggregation() == Aggregation.NONE && column.key()
                        ? ""
                        : column.aggregation().name());
        json.writeEndObject();
    }

    @Override
    public void refusal(JsonGenerator json, TributaryException error) throws IOException {
        RestAnswer.failed(json, error);
    }
}
