package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.settings.ServerConfigs;
import io.tributary.cli.settings.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/operations.md} has operators watch is in {@code /metrics}, by the name that it says. */
@Timeout(120)
final class DocumentedMetricsTest {
    private static final Pattern DOCUMENTED = Pattern.compile("`(tributary_[a-z_]+)`");
    private static final Pattern SCRAPED = Pattern.compile("(?m)^(tributary_[a-z_]+)[ {]");

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void everyMetricThatThePageForOperatorsNamesIsThereAfterAStart() throws Exception {
        Set<String> documented = names(DOCUMENTED, Files.readString(Path.of("..", "docs", "operations.md")));
        assertThat(documented).hasSizeGreaterThan(10);
        ServerConfigs configs = new ServerConfigs(
                new SettingsReader()
                        .commandLine(List.of("query_port=0", "http_port=0"))
                        .settings(),
                directory.resolve("data"));
        try (Servers servers = Servers.both(configs)) {
            assertThat(names(SCRAPED, servers.metrics().scrape())).containsAll(documented);
        }
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
