package io.tributary.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** {@code docs/variables.md} says what the table says; where it does not, {@code target/variables.md} is the new text. */
final class VariablesDocumentTest {
    private static final String HEAD =
            """
            # System variables

            Those that MySQL documents and clients or tools read, and Doris'. Every value is checked by its type
            (1231, 1232), every scope is kept (1228, 1229, 1238), and SHOW VARIABLES, `SELECT @@x` and SET know them all. `SET PERSIST`
            is `SET GLOBAL`: global values live in the catalog and outlast a restart.

            Few of them change something here. They come first; all others are stored and shown, so that clients which set or read
            them work, and have **no effect**. Who sets one of Doris' that has none to another value than its default is told so by a
            note (1235). Doris' may be written with `experimental_` or `deprecated_` before them. This file is checked by a test against the table in
            the code.

            """;

    @Test
    void theDocumentListsEveryVariable() throws IOException {
        Map<String, SystemVariable> all = new TreeMap<>();
        for (String version : new String[] {"5.7.99", "8.0.36"}) {
            SystemVariables table = new SystemVariables(new SystemVariables.Server(
                    version,
                    1_024,
                    67_108_864,
                    100_000,
                    9_030,
                    "mysql_native_password",
                    SystemVariables.Tls.NOT_OFFERED));
            table.all().forEach(variable -> all.put(variable.name(), variable));
        }
        StringBuilder text = new StringBuilder(HEAD);
        text.append("## With an effect\n\n| variable | scope | default | effect |\n|---|---|---|---|\n");
        list(all, text, variable -> !variable.effect().isEmpty());
        text.append("\n## Without an effect\n\n| variable | scope | default |\n|---|---|---|\n");
        list(all, text, variable -> variable.effect().isEmpty());

        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", "variables.md"), text);
        assertThat(Files.readString(Path.of("..", "docs", "variables.md"))).isEqualTo(text.toString());
    }

    private static void list(Map<String, SystemVariable> all, StringBuilder text, Predicate<SystemVariable> wanted) {
        all.values().stream().filter(wanted).forEach(variable -> {
            text.append("| `").append(variable.name()).append("` | ").append(scope(variable));
            text.append(" | ").append(shown(variable)).append(" |");
            if (!variable.effect().isEmpty()) {
                text.append(' ').append(variable.effect()).append(" |");
            }
            text.append('\n');
        });
    }

    private static String scope(SystemVariable variable) {
        return switch (variable.scope()) {
            case GLOBAL -> variable.readOnly() ? "global, read only" : "global";
            case SESSION -> variable.readOnly() ? "session, read only" : "session";
            case BOTH -> "session, global";
        };
    }

    /** What the server's configuration or its machine decides is not told as a value. */
    private static String shown(SystemVariable variable) {
        return switch (variable.name()) {
            case "version", "innodb_version" -> "`server_version`";
            case "port", "report_port" -> "`query_port`";
            case "system_time_zone" -> "the machine's";
            case "max_connections", "max_prepared_stmt_count", "max_allowed_packet" -> "as configured";
            case "have_ssl", "have_openssl", "require_secure_transport" -> "as TLS is configured";
            default -> variable.defaultText().isEmpty() ? "" : "`" + variable.defaultText() + "`";
        };
    }
}
