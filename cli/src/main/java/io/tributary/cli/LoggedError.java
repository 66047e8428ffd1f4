package io.tributary.cli;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a line of the log has behind its message. An error that was foreseen, which has a code, is told in the same line with
 * what caused it: a disk that is full for an hour fills no other one with stack traces. Any other, and one with a code that hides
 * a fault of the program, has its stack trace below.
 */
public final class LoggedError extends ThrowableProxyConverter {
    /** More are no help, and an error may be its own cause. */
    private static final int CAUSES_MAX = 8;

    /**
     * The packages of what a fault of the program throws; what is thrown to say something is in others (java.io,
     * java.util.concurrent, gRPC).
     */
    private static final Set<String> PACKAGES_OF_FAULTS = Set.of("java.lang", "java.util");

    @Override
    public String convert(ILoggingEvent event) {
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown == null) {
            return "";
        }
        if (thrown instanceof ThrowableProxy proxy
                && proxy.getThrowable() instanceof TributaryException error
                && error.code() != ErrorCode.UNKNOWN) {
            List<Throwable> behind = new ArrayList<>();
            gather(error, behind);
            if (behind.stream().noneMatch(LoggedError::isFault)) {
                return oneLine(error, behind);
            }
        }
        return System.lineSeparator() + super.convert(event).stripTrailing();
    }

    /** What caused it, and what came up besides. */
    private static void gather(Throwable error, List<Throwable> found) {
        Stream.concat(Stream.ofNullable(error.getCause()), Arrays.stream(error.getSuppressed()))
                .forEach(next -> {
                    if (found.size() < CAUSES_MAX) {
                        found.add(next);
                        gather(next, found);
                    }
                });
    }

    private static boolean isFault(Throwable error) {
        return error instanceof Error
                || (error instanceof RuntimeException
                        && PACKAGES_OF_FAULTS.contains(error.getClass().getPackageName()));
    }

    private static String oneLine(TributaryException error, List<Throwable> behind) {
        StringBuilder line = new StringBuilder(" error=").append(error.code()).append(" reason=\"");
        line.append(oneLine(String.valueOf(error.getMessage())));
        for (Throwable each : behind) {
            // Mostly the message has its words already; a name alone, as of a file, is none.
            String words = oneLine(String.valueOf(each.getMessage()));
            if (!words.contains(" ") || line.indexOf(words) < 0) {
                line.append("; ").append(oneLine(each.toString()));
            }
        }
        return line.append('"').toString();
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
