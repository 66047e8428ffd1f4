package io.tributary.engine.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CredentialsTest {
    private static final String SECRET = "Sekret57";

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private Credentials.Login read(String content) throws IOException {
        return new Credentials("file:" + Files.writeString(directory.resolve("login"), content)).read();
    }

    private static Credentials.Login variable(@Nullable String value) {
        return new Credentials("env:SHOP").read(name -> value);
    }

    private static void refused(Runnable read, String words) {
        assertThatThrownBy(read::run)
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("engine.credentials = ")
                .hasMessageContaining(words)
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void theSecondLineIsThePasswordAsItIs() throws IOException {
        assertThat(read("trib\n " + SECRET + ":x\n").password()).isEqualTo(" " + SECRET + ":x");
        assertThat(read(" trib \r\n" + SECRET).user()).isEqualTo("trib");
        assertThat(read("root\n\n").password()).isEmpty();
        assertThat(read("a:b\n" + SECRET).user()).isEqualTo("a:b");
        assertThat(variable("trib:" + SECRET + ":x").password()).isEqualTo(SECRET + ":x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                  | no user",
                "'\n'                | no user",
                "'trib:Sekret57'     | no second line",
                "'trib:Sekret57\n'   | no second line",
                "'Sekret57'          | no second line",
                "'trib:Sekret57\n\n' | USER:PASSWORD"
            })
    void aFileOfAnotherFormIsRefusedAndNotQuoted(String content, String words) {
        refused(
                () -> {
                    try {
                        read(content);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                words);
    }

    @Test
    void aVariableOfAnotherFormIsRefusedAndNotQuoted() {
        refused(() -> variable(SECRET), "is not USER:PASSWORD");
        refused(() -> variable(":" + SECRET), "is not USER:PASSWORD");
        refused(() -> variable(null), "is not set");
    }

    @ParameterizedTest
    @ValueSource(strings = {"env:trib:Sekret57", "Sekret57", "env:", "file:", "trib:Sekret57"})
    void whatIsNoReferenceIsNotQuoted(String reference) {
        assertThatThrownBy(() -> new Credentials(reference))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("env:NAME")
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void onlyASmallRegularFileIsRead() throws Exception {
        Path pipe = directory.resolve("pipe");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
        assertThat(made.waitFor(10, TimeUnit.SECONDS)).isTrue();
        refused(() -> new Credentials("file:" + pipe).read(), "is no regular file");
        refused(() -> new Credentials("file:/dev/zero").read(), "is no regular file");
        refused(() -> new Credentials("file:" + directory).read(), "is no regular file");
        refused(() -> new Credentials("file:" + directory.resolve("none")).read(), "cannot be read (NoSuchFile");

        Path file = directory.resolve("large");
        Files.writeString(file, "trib\n" + SECRET.repeat(8 * 1024));
        refused(() -> new Credentials("file:" + file).read(), "has more than 65536 bytes");
        Files.write(file, new byte[] {'a', '\n', (byte) 0xff});
        refused(() -> new Credentials("file:" + file).read(), "cannot be read (MalformedInput");
        Path link = Files.createSymbolicLink(directory.resolve("link"), Files.writeString(file, "trib\nx"));
        assertThat(new Credentials("file:" + link).read().user()).isEqualTo("trib");
    }
}
