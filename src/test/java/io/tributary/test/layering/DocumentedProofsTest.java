package io.tributary.test.layering;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that name the tests which show what they say: the tests are there. */
class DocumentedProofsTest {
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:Test|IT))(?:#(\\w+))?`");
    private static final Pattern LIST = Pattern.compile("`([a-z-]+\\.txt)`");

    @ParameterizedTest
    @ValueSource(strings = {"docs/programs.md", "docs/closed-faults.md"})
    void everyTestThatIsNamedIsThere(String document) throws IOException {
        Map<String, String> sources = sources();
        TreeSet<String> missing = new TreeSet<>();

        Matcher named = TEST.matcher(Files.readString(TributaryProcess.home().resolve(document)));
        while (named.find()) {
            String source = sources.get(named.group(1) + ".java");
            boolean there = source != null && (named.group(2) == null || source.contains(" " + named.group(2) + "("));
            if (!there) {
                missing.add(named.group());
            }
        }

        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = "docs/programs.md")
    void everyListOfStatementsThatIsNamedIsThere(String document) throws IOException {
        Path lists = TributaryProcess.home().resolve("src/test/resources/io/tributary/test/client");
        Matcher named = LIST.matcher(Files.readString(TributaryProcess.home().resolve(document)));
        while (named.find()) {
            assertThat(lists.resolve(named.group(1))).exists();
        }
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (Path file : SourceFiles.all()) {
            sources.put(file.getFileName().toString(), Files.readString(file));
        }
        return sources;
    }
}
