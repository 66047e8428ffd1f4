package io.tributary.cli.options;

import io.tributary.cli.settings.ServerConfigs;
import io.tributary.cli.settings.SettingException;
import io.tributary.cli.settings.Settings;
import io.tributary.cli.settings.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that starts a server. */
public final class CommonOptions {
    @Option(
            names = "--conf",
            paramLabel = "FILE",
            description = "Configuration file (default: conf/tributary.conf of the installation, if there is one).")
    private @Nullable Path configuration;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Sets one key, over file and environment.")
    private List<String> entries = List.of();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Data directory (storage_root_path; default: data/server in the installation).")
    private @Nullable Path dataDirectory;

    /** File, then environment, then {@code --set}, then {@code --data-dir}: later ones win. */
    public Settings settings() throws SettingException {
        SettingsReader reader = new SettingsReader();
        Path standard = home().resolve("conf").resolve("tributary.conf");
        if (configuration != null) {
            reader.file(configuration);
        } else if (Files.exists(standard)) {
            reader.file(standard);
        }
        return reader.environment(System.getenv())
                .commandLine(entries)
                .dataDirectory(Optional.ofNullable(dataDirectory))
                .settings();
    }

    public ServerConfigs configs() throws SettingException {
        return new ServerConfigs(settings(), home().resolve("data").resolve("server"));
    }

    /** The installation: what bin/tributary passes, else the current directory. */
    public static Path home() {
        return Path.of(System.getProperty("tributary.home", "")).toAbsolutePath();
    }
}
