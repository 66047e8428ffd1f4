package io.tributary.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.BackendLimit;
import io.tributary.frontend.FrontendConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsReaderTest {
    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void whatNobodyWroteHasItsDefault() {
        Settings settings = new SettingsReader().settings();

        assertThat(settings.get(SettingKeys.QUERY_PORT)).isEqualTo(9030);
        assertThat(settings.get(SettingKeys.BIND_ADDRESS)).isEqualTo("127.0.0.1");
        assertThat(settings.isGiven(SettingKeys.QUERY_PORT)).isFalse();
    }

    @Test
    void laterSourcesWin() throws Exception {
        Path file = Files.writeString(
                directory.resolve("t.conf"), "# comment\n\nquery_port = 1\nhttp_port=2\n grpc_port = 3 \n");

        Settings settings = new SettingsReader()
                .file(file)
                .environment(Map.of("TRIBUTARY_HTTP_PORT", "20", "TRIBUTARY_GRPC_PORT", "30", "HOME", "/"))
                .commandLine(List.of("grpc_port=300", "storage_root_path=/a"))
                .dataDirectory(Optional.of(Path.of("/b")))
                .settings();

        assertThat(settings.get(SettingKeys.QUERY_PORT)).isEqualTo(1);
        assertThat(settings.get(SettingKeys.HTTP_PORT)).isEqualTo(20);
        assertThat(settings.get(SettingKeys.GRPC_PORT)).isEqualTo(300);
        assertThat(settings.get(SettingKeys.STORAGE_ROOT_PATH)).isEqualTo("/b");
    }

    @Test
    void anUnknownKeyInTheFileNamesItsLine() throws IOException {
        Path file = Files.writeString(directory.resolve("t.conf"), "query_port = 1\nquery_prot = 2\n");

        assertThatThrownBy(() -> new SettingsReader().file(file))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("unknown key query_prot = 2 (t.conf line 2)")
                .hasMessageContaining("query_port");
    }

    @Test
    void aLineThatIsNoEntryIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("t.conf"), "query_port 1\n");

        assertThatThrownBy(() -> new SettingsReader().file(file))
                .isInstanceOf(SettingException.class)
                .hasMessage("'query_port 1' (t.conf line 1) is not key = value");
    }

    @Test
    void anUnknownVariableIsRefusedButNotWhatContainersSet() throws SettingException {
        new SettingsReader()
                .environment(Map.of(
                        "TRIBUTARY_PORT", "tcp://10.0.0.1:9030",
                        "TRIBUTARY_SERVICE_HOST", "10.0.0.1",
                        "TRIBUTARY_SERVICE_PORT_MYSQL", "9030",
                        "TRIBUTARY_PORT_9030_TCP_ADDR", "10.0.0.1",
                        "TRIBUTARY_JAVA_OPTS", "-Xmx1g"));

        assertThatThrownBy(() -> new SettingsReader().environment(Map.of("TRIBUTARY_QUERYPORT", "1")))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("unknown key queryport = 1 (environment TRIBUTARY_QUERYPORT)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "query_port=70000; query_port = 70000 (--set): allowed is 0 to 65535",
                "query_port=-1; query_port = -1 (--set): allowed is 0 to 65535",
                "query_port=x; query_port = x (--set): allowed is 0 to 65535",
                "query_port=; query_port =  (--set): allowed is 0 to 65535",
                "allow_root_without_password=maybe; allow_root_without_password = maybe (--set): allowed is true or false",
                "backend_address=nohost; backend_address = nohost (--set): allowed is host:port",
                "default_authentication_plugin=x; default_authentication_plugin = x (--set): allowed is"
                        + " mysql_native_password, caching_sha2_password"
            })
    void aBadValueIsRefusedWithKeyValueSourceAndRange(String entry, String message) {
        assertThatThrownBy(() -> new SettingsReader().commandLine(List.of(entry)))
                .isInstanceOf(SettingException.class)
                .hasMessage(message);
    }

    @Test
    void severalDataDirectoriesAreRefused() {
        assertThatThrownBy(() -> new SettingsReader().commandLine(List.of("storage_root_path=/a;/b")))
                .isInstanceOf(SettingException.class)
                .hasMessage("storage_root_path = /a;/b (--set): allowed is one directory");
    }

    @Test
    void everyLimitOfTheBackendIsAKeyWithItsRange() throws SettingException {
        for (BackendLimit limit : BackendLimit.values()) {
            Settings settings = new SettingsReader()
                    .commandLine(List.of(limit.key() + "=" + limit.min()))
                    .settings();

            assertThat(new ServerConfigs(settings, directory).backendInProcess().limit(limit))
                    .isEqualTo(limit.min());
        }
    }

    @Test
    void theFrontendGetsItsDefaults() {
        ServerConfigs configs = new ServerConfigs(new SettingsReader().settings(), directory);

        assertThat(configs.frontend())
                .isEqualTo(FrontendConfig.defaults()
                        .withSpool(new FrontendConfig.Spool(
                                directory.toAbsolutePath().normalize().resolve("spool"),
                                FrontendConfig.Spool.BYTES_MAX_DEFAULT)));
        assertThat(configs.client()).isEqualTo(io.tributary.rpc.client.ClientOptions.defaults());
        assertThat(configs.backendInProcess().dataDirectory()).isEqualTo(directory.toAbsolutePath());
        assertThat(configs.backendInProcess().listen()).isEmpty();
        assertThat(configs.backendWithPort().listen().orElseThrow().port()).isEqualTo(8060);
    }

    @Test
    void theSampleFileShowsEveryKeyWithItsDefault() throws Exception {
        Path sample = Path.of("..", "conf", "tributary.conf");
        List<String> shown = Files.readAllLines(sample).stream()
                .filter(line -> line.matches("# \\w+ =.*"))
                .map(line -> line.substring(2))
                .toList();

        assertThat(shown)
                .containsExactlyElementsOf(SettingKeys.all().stream()
                        .map(setting -> (setting.key() + " = " + setting.defaultValue()).strip())
                        .toList());
        new SettingsReader().file(sample);
    }
}
