package io.tributary.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PasswordTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("TRIBUTARY_PASSWORD", "of the environment");

    @TempDir
    Path directory;

    @Test
    void whatIsGivenGoesBeforeTheEnvironment() throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), "of a file\nand more\n");

        assertThat(Password.of(null, null, Map.of(), null)).isEmpty();
        assertThat(Password.of(null, null, ENVIRONMENT, null)).isEqualTo("of the environment");
        assertThat(Password.of("typed", null, ENVIRONMENT, null)).isEqualTo("typed");
        assertThat(Password.of(null, file, ENVIRONMENT, null)).isEqualTo("of a file");
    }

    @Test
    void whatNobodyCanTellIsRefused() {
        Path file = directory.resolve("none");

        assertThatThrownBy(() -> Password.of("typed", file, Map.of(), null)).hasMessageContaining("one of them");
        assertThatThrownBy(() -> Password.of(null, file, Map.of(), null))
                .hasMessageStartingWith("--password-file " + file + " cannot be read");
        assertThatThrownBy(() -> Password.of(Password.ASKED, null, Map.of(), null))
                .hasMessageContaining("--password-file or the variable TRIBUTARY_PASSWORD");
    }
}
