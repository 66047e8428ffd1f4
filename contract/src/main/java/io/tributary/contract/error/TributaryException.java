package io.tributary.contract.error;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An error with its {@link ErrorCode}, thrown where it happens and translated to MySQL, HTTP or gRPC only at the edge.
 * The message is written for the client: what, where, the value and the allowed range.
 */
public final class TributaryException extends RuntimeException {
    private final ErrorCode code;
    private final String why;

    public TributaryException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public TributaryException(ErrorCode code, String message, @Nullable Throwable cause) {
        this(code, message, message, cause);
    }

    private TributaryException(ErrorCode code, String message, String why, @Nullable Throwable cause) {
        super(message, cause, isAccident(code), isAccident(code));
        this.code = Objects.requireNonNull(code);
        this.why = why;
    }

    /**
     * The error of a statement that hears besides what became of it.
     *
     * @param why see {@link #why}
     * @param fate of this statement, such as "nothing was stored"
     */
    public static TributaryException refused(ErrorCode code, String why, String fate) {
        return new TributaryException(code, why + "; " + fate, why, null);
    }

    /** The same error for the same statement, with a cause. */
    public TributaryException causedBy(Throwable cause) {
        return new TributaryException(code, String.valueOf(getMessage()), why, cause);
    }

    /**
     * Whether it is about one statement and its rows alone: what was refused so has left the transaction as it was before, unless
     * the engine can do no less than give all of it up.
     */
    public boolean isStatements() {
        boolean ended = code.isConflict() || code == ErrorCode.INTERRUPTED || code == ErrorCode.STATEMENT_TIMEOUT;
        return !ended && (code.kind() == ErrorCode.Kind.CLIENT || code.kind() == ErrorCode.Kind.ROW);
    }

    /** What is the matter: the message without what it says of the statement that heard it first. For messages of others. */
    public String why() {
        return why;
    }

    /**
     * The error itself, or {@code UNKNOWN} of an exception that nobody foresaw: its cause, for whoever logs it, and no word of it
     * for a client.
     */
    public static TributaryException of(Throwable error) {
        return error instanceof TributaryException own
                ? own
                : new TributaryException(ErrorCode.UNKNOWN, "internal error; the server's log says more", error);
    }

    /**
     * What a client may be told of a cause: an answer of ours, or what the system said of a file or a connection. Of an accident
     * nothing, since whoever passes it on logs it.
     */
    public static String reason(Throwable cause) {
        boolean isTold = cause instanceof TributaryException || cause instanceof IOException;
        return isTold && cause.getMessage() != null ? cause.getMessage() : "internal error; the server's log says more";
    }

    /** MySQL's text for 1235, with our name: what is understood but not built. */
    public static TributaryException notSupported(String what) {
        return notSupported(what, "");
    }

    /** @param more what the text says behind it */
    public static TributaryException notSupported(String what, String more) {
        return new TributaryException(
                ErrorCode.NOT_SUPPORTED, "This version of Tributary doesn't yet support '" + what + "'" + more);
    }

    /** Errors of kind ROW and CLIENT are answers: no stack trace is paid for them. */
    private static boolean isAccident(ErrorCode code) {
        return code.kind() == ErrorCode.Kind.INTERNAL || code.kind() == ErrorCode.Kind.UNAVAILABLE;
    }

    public ErrorCode code() {
        return code;
    }

    /**
     * The error of a statement that takes several steps and has done some of them for good. Its number still tells what is
     * wrong with the statement; but where it would tell "send it again", or that nothing was changed, it is
     * {@link ErrorCode#OUTCOME_UNKNOWN}: whoever sends it again must look first.
     *
     * @param done a clause, as "ads.t is created"
     */
    public TributaryException behind(String done) {
        boolean isAnswer = code.kind() == ErrorCode.Kind.CLIENT || code.kind() == ErrorCode.Kind.ROW;
        return new TributaryException(isAnswer ? code : ErrorCode.OUTCOME_UNKNOWN, done + ", but then: " + why, this);
    }
}
