package io.tributary.rpc.client;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one table between {@link TributaryException} and gRPC status, for both ends. The code's name travels in a trailer,
 * the message in the status description; the status code itself says only who must act.
 */
public final class StatusMapping {
    public static final Metadata.Key<String> CODE =
            Metadata.Key.of("tributary-error", Metadata.ASCII_STRING_MARSHALLER);

    /** Trailers are bounded (8 KiB by default, percent-encoded); a longer message would lose the whole status. */
    static final int MESSAGE_CHARS_MAX = 1500;

    /** The handlers of the channel, which stand behind what the transport says. */
    private static final Pattern HANDLERS = Pattern.compile("(?s)(?:(?: for)? \\[\\w+#\\d|\\R).*");

    private static final Map<String, ErrorCode> CODES = new HashMap<>();

    static {
        for (ErrorCode code : ErrorCode.values()) {
            CODES.put(code.name(), code);
        }
    }

    private StatusMapping() {}

    /** Maps a server's error: what is no {@link TributaryException} becomes {@code UNKNOWN} and should be logged there. */
    public static StatusRuntimeException toStatus(Throwable error) {
        TributaryException known = TributaryException.of(error);
        Metadata trailers = new Metadata();
        trailers.put(CODE, known.code().name());
        Status status =
                switch (known.code().kind()) {
                    case CLIENT, ROW -> Status.INVALID_ARGUMENT;
                    // What is unavailable is tried again by whoever knows gRPC's codes only.
                    case UNAVAILABLE -> known.code() == ErrorCode.OUTCOME_UNKNOWN ? Status.UNKNOWN : Status.UNAVAILABLE;
                    case INTERNAL -> Status.INTERNAL;
                };
        return status.withDescription(shortened(known)).asRuntimeException(trailers);
    }

    /**
     * Maps the error of a call that may have stored something, for the client: like {@link #fromStatus}, but where the
     * answer is lost the outcome is unknown.
     */
    static TributaryException fromStatusOfChange(Throwable error) {
        TributaryException told = fromStatus(error);
        return isLost(error, told) ? unknownOutcome(told, detail(error)) : told;
    }

    /** The same of a call that changes what a transaction would commit. */
    static TributaryException fromStatusInTransaction(Throwable error) {
        TributaryException told = fromStatus(error);
        return isLost(error, told) ? lostStatement(told, detail(error)) : told;
    }

    /** Whether the server did not say itself what became of the call, or met what nobody foresaw. */
    private static boolean isLost(Throwable error, TributaryException told) {
        Metadata trailers = trailersOf(error);
        boolean said = error instanceof TributaryException || (trailers != null && trailers.containsKey(CODE));
        boolean refused =
                switch (Status.fromThrowable(error).getCode()) {
                    case UNAUTHENTICATED, PERMISSION_DENIED, UNIMPLEMENTED -> true;
                    default -> false;
                };
        return !refused && !(said && told.code() != ErrorCode.UNKNOWN);
    }

    /** What to tell of a statement in a transaction whose answer did not come, or is not understood. */
    static TributaryException lostStatement(TributaryException cause, String detail) {
        return new TributaryException(
                ErrorCode.STATEMENT_LOST,
                "the statement was sent to the backend and its answer was lost: its transaction is rolled back, nothing"
                        + " of it is stored: " + detail,
                cause);
    }

    /** What to tell of a change whose answer did not come, or is not understood. */
    static TributaryException unknownOutcome(TributaryException cause, String detail) {
        return new TributaryException(
                ErrorCode.OUTCOME_UNKNOWN,
                "the statement was sent to the backend and its answer was lost; the outcome is unknown: " + detail,
                cause);
    }

    private static String detail(Throwable error) {
        Status status = Status.fromThrowable(error);
        String reason = reason(status);
        return status.getCode() + (reason.isEmpty() ? "" : ": " + reason);
    }

    /** Returns what the transport says of a call that failed, without the handlers of its channel. */
    static String reason(Status status) {
        String description = status.getDescription();
        return description == null ? "" : HANDLERS.matcher(description).replaceFirst("");
    }

    /**
     * Maps the error of a call that changes nothing, for the client: the server's own error, or what the transport's
     * failure means for the caller.
     */
    public static TributaryException fromStatus(Throwable error) {
        if (error instanceof TributaryException own) {
            return own;
        }
        Metadata trailers = trailersOf(error);
        Status status = Status.fromThrowable(error);
        String description = status.getDescription();
        String name = trailers == null ? null : trailers.get(CODE);
        if (name != null) {
            return new TributaryException(codeOf(name), description == null ? name : description);
        }
        String detail = detail(error);
        return switch (status.getCode()) {
            case CANCELLED -> new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted");
            case UNAUTHENTICATED, PERMISSION_DENIED ->
                new TributaryException(
                        ErrorCode.BACKEND_UNAVAILABLE,
                        "backend refused this frontend's cluster_token; nothing was done");
            case RESOURCE_EXHAUSTED ->
                new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "message exceeds the limit of " + GrpcBackendClient.MESSAGE_BYTES_MAX + " bytes: " + detail);
            case UNAVAILABLE, DEADLINE_EXCEEDED, ABORTED ->
                new TributaryException(
                        ErrorCode.BACKEND_UNAVAILABLE, "backend is not reachable; nothing was changed: " + detail);
            default -> new TributaryException(ErrorCode.UNKNOWN, "backend failed: " + detail, error);
        };
    }

    /** The code of this name; {@code UNKNOWN} for one that only a newer peer knows. */
    static ErrorCode codeOf(String name) {
        return CODES.getOrDefault(name, ErrorCode.UNKNOWN);
    }

    /** An error as a message's field, where one message carries the answers to many loads. */
    public static io.tributary.rpc.proto.Error toProto(TributaryException error) {
        return io.tributary.rpc.proto.Error.newBuilder()
                .setCode(error.code().name())
                .setMessage(String.valueOf(error.getMessage()))
                .build();
    }

    static TributaryException fromProto(io.tributary.rpc.proto.Error error) {
        return new TributaryException(codeOf(error.getCode()), error.getMessage());
    }

    /** Maps like {@link #fromStatusOfChange}, but one change among those that a message answers. */
    static TributaryException fromProtoOfChange(io.tributary.rpc.proto.Error error) {
        TributaryException told = fromProto(error);
        return told.code() == ErrorCode.UNKNOWN
                ? unknownOutcome(told, error.getCode() + ": " + error.getMessage())
                : told;
    }

    private static @Nullable Metadata trailersOf(Throwable error) {
        if (error instanceof StatusRuntimeException unchecked) {
            return unchecked.getTrailers();
        }
        return error instanceof StatusException checked ? checked.getTrailers() : null;
    }

    private static String shortened(TributaryException error) {
        String message = String.valueOf(error.getMessage());
        return message.length() <= MESSAGE_CHARS_MAX ? message : message.substring(0, MESSAGE_CHARS_MAX) + "…";
    }
}
