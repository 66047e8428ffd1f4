package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LoggedErrorTest {
    @Test
    void anErrorWithACodeIsToldInTheLineOfItsMessageWithWhatCausedIt() {
        IOException cause = new IOException("write:\n  No space left on device");

        assertThat(line(new TributaryException(ErrorCode.DISK_FULL, "the disk is full", cause)))
                .isEqualTo("tried again error=DISK_FULL reason=\"the disk is full; java.io.IOException: write: No space"
                        + " left on device\"\n");
        assertThat(line(new TributaryException(ErrorCode.DISK_FULL, "full: write: No space left on device", cause)))
                .isEqualTo("tried again error=DISK_FULL reason=\"full: write: No space left on device\"\n");
    }

    @Test
    void anErrorThatNobodyHasForeseenHasItsStack() {
        assertThat(line(new IllegalStateException("odd")))
                .startsWith("tried again")
                .contains("IllegalStateException: odd", "\tat io.tributary.cli.LoggedErrorTest");
        assertThat(line(new TributaryException(ErrorCode.UNKNOWN, "odd"))).contains("\tat ");
        assertThat(line(null)).isEqualTo("tried again\n");
    }

    private static String line(@Nullable Throwable error) {
        LoggerContext context = new LoggerContext();
        PatternLayout layout = new PatternLayout();
        layout.getInstanceConverterMap().put("error", LoggedError::new);
        layout.setContext(context);
        layout.setPattern("%m%error%n");
        layout.start();
        return layout.doLayout(new LoggingEvent(
                        LoggedErrorTest.class.getName(),
                        context.getLogger("test"),
                        ch.qos.logback.classic.Level.WARN,
                        "tried again",
                        error,
                        null))
                .replace("\r\n", "\n");
    }
}
