package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
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
    void whatCausedItIsNotLostAlsoWhereItsMessageIsANameOrNothing() {
        TributaryException error = new TributaryException(
                ErrorCode.ENGINE_IO, "null: /data/x is not there", new NoSuchFileException("/data/x"));
        error.addSuppressed(new IOException());
        error.addSuppressed(new TributaryException(ErrorCode.DISK_FULL, "and nobody could find out why"));

        assertThat(line(error))
                .isEqualTo("tried again error=ENGINE_IO reason=\"null: /data/x is not there;"
                        + " java.nio.file.NoSuchFileException: /data/x; java.io.IOException;"
                        + " io.tributary.contract.error.TributaryException: and nobody could find out why\"\n");
    }

    @Test
    void anErrorThatNobodyHasForeseenHasItsStack() {
        assertThat(line(new IllegalStateException("odd")))
                .startsWith("tried again\njava.lang.IllegalStateException: odd\n\tat io.tributary.cli.LoggedErrorTest")
                .doesNotEndWith("\n\n");
        assertThat(line(new TributaryException(ErrorCode.UNKNOWN, "odd"))).contains("\n\tat ");
        NullPointerException fault = new NullPointerException("odd");
        assertThat(line(new TributaryException(ErrorCode.ENGINE, "odd", fault))).contains("\n\tat ");
        assertThat(line(new TributaryException(
                        ErrorCode.ENGINE, "failed", new CompletionException(new AssertionError("odd")))))
                .contains("\n\tat ");
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
