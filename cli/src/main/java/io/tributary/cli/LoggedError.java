package io.tributary.cli;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import org.jspecify.annotations.Nullable;

/**
 * What a line of the log has behind its message. An error that was foreseen, which has a code, is told in the same line with
 * what caused it: a disk that is full for an hour fills no other one with stack traces. Any other gets its stack trace.
 */
public final class LoggedError extends ThrowableProxyConverter {
    @Override
    public String convert(ILoggingEvent event) {
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown instanceof ThrowableProxy proxy
                && proxy.getThrowable() instanceof TributaryException error
                && error.code() != ErrorCode.UNKNOWN) {
            return oneLine(error);
        }
        return super.convert(event);
    }

    private static String oneLine(TributaryException error) {
        StringBuilder line = new StringBuilder(" error=").append(error.code()).append(" reason=\"");
        line.append(oneLine(error.getMessage()));
        Throwable cause = error.getCause();
        while (cause != null) {
            String words = oneLine(cause.toString());
            // Mostly the message is the cause's already.
            if (line.indexOf(oneLine(cause.getMessage())) < 0) {
                line.append("; ").append(words);
            }
            cause = cause.getCause();
        }
        return line.append('"').toString();
    }

    private static String oneLine(@Nullable String text) {
        return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
