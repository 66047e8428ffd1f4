package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The mysql command line, which names the plugin of {@code --default-auth} and leaves the response empty. */
@Tag("clients")
final class AuthenticationIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final Server SERVER = new Server();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void bothKindsOfAccountLogInWhicheverPluginTheClientPrefers() throws Exception {
        try (Sql sql = Sql.connect(SERVER.port(), "")) {
            sql.run("CREATE USER 'nat' IDENTIFIED WITH mysql_native_password BY 'right'");
            sql.run("CREATE USER 'sha' IDENTIFIED WITH caching_sha2_password BY 'right'");
        }
        for (String user : new String[] {"nat", "sha"}) {
            for (String plugin : new String[] {"", "caching_sha2_password", "mysql_native_password"}) {
                CommandLine.Result right = logIn(user, "right", plugin);
                assertThat(right.exitCode())
                        .as("%s by '%s': %s", user, plugin, right.text())
                        .isZero();
                assertThat(right.text()).contains(user + "@");

                CommandLine.Result wrong = logIn(user, "wrong", plugin);
                assertThat(wrong.exitCode()).as("%s by '%s'", user, plugin).isNotZero();
                assertThat(wrong.text()).contains("1045").contains("using password: YES");
            }
        }
    }

    private CommandLine.Result logIn(String user, String password, String plugin) {
        List<String> command = CommandLine.mysql(SERVER.port(), "-u" + user, "-p" + password);
        if (!plugin.isEmpty()) {
            command.add("--default-auth=" + plugin);
        }
        return CommandLine.run(directory, Map.of(), "select user();\n", LIMIT, command);
    }
}
