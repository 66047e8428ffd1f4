package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Durability;
import io.tributary.frontend.load.LoadReport;
import io.tributary.frontend.load.StreamLoadRequest;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JSON that a Stream Load is answered with: the keys of Apache Doris in its order, and {@code GroupCommitMode} and
 * {@code FallbackReason} behind them, {@code Durability} of a load that is not on the disk when it is answered, and {@code Repeated} of one that was there
 * already under its idempotency key.
 */
final class LoadAnswer {
    private static final Logger log = LoggerFactory.getLogger(LoadAnswer.class);

    private static final JsonFactory JSON = new JsonFactory();
    private static final DefaultPrettyPrinter LAYOUT = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withRootSeparator(""))
            .withObjectIndenter(new DefaultIndenter("    ", "\n"));

    private LoadAnswer() {}

    /**
     * How long a load took, in milliseconds.
     *
     * @param load from the head of the request to the answer
     * @param plan until the body could be read
     * @param read of the body, waits for the client included
     * @param write from the end of the body to the answer
     */
    record Times(long load, long plan, long read, long write) {}

    /** @param errorUrl where the rejected rows are found, or empty */
    static String of(LoadReport report, StreamLoadRequest request, long bytes, Times times, String errorUrl) {
        boolean grouped = report.reason() == null;
        Throwable error = report.error();
        return written(json -> {
            String existing = jobStatus(error);
            boolean known = !existing.isEmpty();
            json.writeNumberField("TxnId", error == null ? report.txnId() : -1);
            json.writeStringField("Label", report.label());
            json.writeStringField("Comment", request.comment());
            json.writeBooleanField("GroupCommit", grouped);
            if (!grouped) {
                json.writeStringField(
                        "TwoPhaseCommit", Boolean.toString(request.commit().twoPhases()));
            }
            json.writeStringField("Status", error == null ? "Success" : known ? "Label Already Exists" : "Fail");
            if (known) {
                json.writeStringField("ExistingJobStatus", existing);
            }
            json.writeStringField("Message", message(error, report.firstRejection()));
            if (error instanceof TributaryException refused && refused.code() == ErrorCode.OUTCOME_UNKNOWN) {
                writeUnknown(json);
            }
            LoadReport.Rows rows = known ? LoadReport.Rows.NONE : report.rows();
            json.writeNumberField("NumberTotalRows", rows.total());
            json.writeNumberField("NumberLoadedRows", rows.loaded());
            json.writeNumberField("NumberFilteredRows", rows.filtered());
            json.writeNumberField("NumberUnselectedRows", rows.unselected());
            json.writeNumberField("LoadBytes", bytes);
            json.writeNumberField("LoadTimeMs", times.load());
            if (!grouped) {
                json.writeNumberField("BeginTxnTimeMs", 0);
            }
            json.writeNumberField("StreamLoadPutTimeMs", times.plan());
            json.writeNumberField("ReadDataTimeMs", times.read());
            json.writeNumberField("WriteDataTimeMs", times.write());
            if (!grouped) {
                json.writeNumberField("CommitAndPublishTimeMs", times.write());
            }
            if (!errorUrl.isEmpty()) {
                json.writeStringField("ErrorURL", errorUrl);
            }
            json.writeStringField("GroupCommitMode", report.mode().text());
            if (report.reason() != null) {
                json.writeStringField("FallbackReason", report.reason().name());
            }
            if (report.durability() != Durability.FSYNC) {
                json.writeStringField("Durability", report.durability().text());
            }
            if (report.repeated()) {
                json.writeBooleanField("Repeated", true);
            }
        });
    }

    /** Returns the status of the load that has the label, or an empty text where that is not what is wrong. */
    private static String jobStatus(@Nullable Throwable error) {
        if (!(error instanceof TributaryException refused)) {
            if (error != null) {
                log.error("a load failed for what nobody foresaw", error);
            }
            return "";
        }
        return switch (refused.code()) {
            case LABEL_USED -> "FINISHED";
            case LABEL_RUNNING -> "RUNNING";
            case LABEL_PRECOMMITTED -> "PRECOMMITTED";
            default -> "";
        };
    }

    /** What a program looks for, since "Fail" alone is an invitation to load the same rows again. */
    static void writeUnknown(JsonGenerator json) throws IOException {
        json.writeStringField("Outcome", "UNKNOWN");
        json.writeNumberField("ErrorCode", ErrorCode.OUTCOME_UNKNOWN.number());
        json.writeStringField("SqlState", ErrorCode.OUTCOME_UNKNOWN.sqlState());
    }

    /** The answer to a load that may be stored or not. */
    static String unknown(String label, String message) {
        return failed(label, "[OUTCOME_UNKNOWN]" + message, LoadAnswer::writeUnknown);
    }

    /** The answer to a request of which no load was made. */
    static String failed(String label, String message) {
        return failed(label, message, json -> {});
    }

    private static String failed(String label, String message, Fields more) {
        return written(json -> {
            json.writeNumberField("TxnId", -1);
            json.writeStringField("Label", label);
            json.writeStringField("Comment", "");
            json.writeStringField("Status", "Fail");
            json.writeStringField("Message", message);
            more.write(json);
            for (String count : new String[] {
                "NumberTotalRows", "NumberLoadedRows", "NumberFilteredRows", "NumberUnselectedRows", "LoadBytes",
                "LoadTimeMs", "BeginTxnTimeMs", "StreamLoadPutTimeMs", "ReadDataTimeMs", "WriteDataTimeMs",
                "CommitAndPublishTimeMs"
            }) {
                json.writeNumberField(count, 0);
            }
        });
    }

    static String message(@Nullable Throwable error, String firstRejection) {
        if (error == null) {
            return "OK";
        }
        if (!(error instanceof TributaryException refused)) {
            return "[INTERNAL_ERROR]" + TributaryException.reason(error);
        }
        String text = String.valueOf(refused.getMessage());
        return switch (refused.code()) {
            case TOO_MANY_FILTERED -> "[DATA_QUALITY_ERROR]too many filtered rows, " + firstRejection;
            case LABEL_USED, LABEL_RUNNING, LABEL_PRECOMMITTED -> "[LABEL_ALREADY_EXISTS]" + text;
            case UNKNOWN_TABLE,
                    UNKNOWN_DATABASE,
                    UNKNOWN_COLUMN,
                    UNKNOWN_PARTITION,
                    PARTITION_OF_NOT_PARTITIONED,
                    COLUMN_SPECIFIED_TWICE,
                    COLUMN_COUNT,
                    SYNTAX,
                    UNKNOWN_FUNCTION,
                    INVALID_STATEMENT -> "[ANALYSIS_ERROR]" + text;
            case NOT_SUPPORTED -> "[NOT_IMPLEMENTED_ERROR]" + text;
            case OUTCOME_UNKNOWN -> "[OUTCOME_UNKNOWN]" + text;
            // What is not the client's fault may succeed when the load is sent again, and clients do that.
            default ->
                (refused.code().kind() == ErrorCode.Kind.CLIENT ? "[ANALYSIS_ERROR]" : "[INTERNAL_ERROR]") + text;
        };
    }

    interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    /** An object of JSON, laid out for people. */
    static String written(Fields fields) {
        StringWriter text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.setPrettyPrinter(LAYOUT.createInstance());
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }
}
