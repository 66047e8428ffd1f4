package io.tributary.cli.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration file ({@code key = value}, {@code #} begins a comment line), the environment and the command
 * line, each one over the one before. Every key and value is checked where it stands, so that an error can name it.
 */
public final class SettingsReader {
    /** What bin/tributary itself listens to. */
    private static final Set<String> SCRIPT_VARIABLES = Set.of(
            "TRIBUTARY_HOME", "TRIBUTARY_JAVA_OPTS", "TRIBUTARY_NO_BUILD", "TRIBUTARY_COMMIT", "TRIBUTARY_LOG_LEVEL");

    /** Kubernetes sets these in every container beside a service called "tributary"; they are no settings. */
    private static final Pattern SERVICE_VARIABLE =
            Pattern.compile("TRIBUTARY_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT(_\\d+_\\w+)?)");

    private final Map<Setting<?>, Object> values = new HashMap<>();

    public SettingsReader file(Path file) throws SettingException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new SettingException("configuration file " + file + " cannot be read: " + e.getMessage());
        }
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                entry(line, file.getFileName() + " line " + number);
            }
        }
        return this;
    }

    public SettingsReader environment(Map<String, String> environment) throws SettingException {
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String name = variable.getKey();
            if (!name.startsWith("TRIBUTARY_") || SCRIPT_VARIABLES.contains(name)) {
                continue;
            }
            String key = name.substring("TRIBUTARY_".length()).toLowerCase(Locale.ROOT);
            if (SettingKeys.byKey().containsKey(key)
                    || !SERVICE_VARIABLE.matcher(name).matches()) {
                put(key, variable.getValue(), "environment " + name);
            }
        }
        return this;
    }

    /** Entries of {@code --set}, as {@code key=value}. */
    public SettingsReader commandLine(List<String> entries) throws SettingException {
        for (String entry : entries) {
            entry(entry, "--set");
        }
        return this;
    }

    public SettingsReader dataDirectory(Optional<Path> directory) throws SettingException {
        if (directory.isPresent()) {
            put(SettingKeys.STORAGE_ROOT_PATH.key(), directory.get().toString(), "--data-dir");
        }
        return this;
    }

    public Settings settings() {
        return new Settings(values);
    }

    private void entry(String text, String source) throws SettingException {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new SettingException("'" + text + "' (" + source + ") is not key = value");
        }
        put(text.substring(0, equals).strip(), text.substring(equals + 1).strip(), source);
    }

    private void put(String key, String value, String source) throws SettingException {
        @Nullable Setting<?> setting = SettingKeys.byKey().get(key);
        if (setting == null) {
            throw new SettingException("unknown key " + key + " = " + value + " (" + source + "): allowed are "
                    + String.join(", ", SettingKeys.byKey().keySet()));
        }
        values.put(setting, setting.parse(value, source));
    }
}
