package io.tributary.test.layering;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What one engine calls its things stays in its module: another one calls them otherwise. */
final class EngineWordsTest {
    /** {@code dialect} writes one engine's SQL until it is a compiler, {@code columnar} reads files by it, {@code bench.jmh} measures it. */
    private static final List<String> ROOMS_OF_ENGINES =
            List.of("engine/duckdb/", "dialect/", "columnar/", "bench/src/main/java/io/tributary/bench/jmh/");

    /** Names of that engine, and of what it makes. */
    private static final Pattern WORDS =
            Pattern.compile("(?i)duckdb|(?<=[\"'. ])rowid\\b|\\$(new|old|round|order|store)\\b|\"main\"");

    /** The files in which such words are agreed on: a word and why it stands there. */
    private static final Map<String, String> AGREED = Map.of(
            "contract/src/main/java/io/tributary/contract/schema/OnDuplicateKey.java",
            "$new stands in the text of expressions until those travel as trees",
            "engine/port/src/main/java/io/tributary/engine/port/EngineTransaction.java",
            "$old, $round and $order stand in the backend's queries of staged rows until those are trees",
            "cli/src/main/java/io/tributary/cli/NativeLibraries.java",
            "whose native libraries are unpacked");

    @Test
    void noOtherModuleUsesAnEnginesWords() throws IOException {
        Map<String, List<String>> found = new TreeMap<>();
        for (Path file : SourceFiles.ofMain()) {
            String name = TributaryProcess.home().relativize(file).toString();
            if (ROOMS_OF_ENGINES.stream().noneMatch(name::startsWith) && !AGREED.containsKey(name)) {
                List<String> words = words(Files.readString(file));
                if (!words.isEmpty()) {
                    found.put(name, words);
                }
            }
        }

        assertThat(found).isEmpty();
    }

    @Test
    void whatIsAgreedIsStillThere() throws IOException {
        for (String name : AGREED.keySet()) {
            assertThat(words(Files.readString(TributaryProcess.home().resolve(name))))
                    .as(name)
                    .isNotEmpty();
        }
    }

    @Test
    void theWordsAreSeenWhereTheyStand() {
        assertThat(
                        words(
                                "import org.duckdb.DuckDBConnection; \"SELECT rowid FROM `$new`\" \"main\" main(String[] args)"))
                .containsExactly("duckdb", "DuckDB", "rowid", "$new", "\"main\"");
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (Matcher matcher = WORDS.matcher(text); matcher.find(); ) {
            words.add(matcher.group());
        }
        return words;
    }
}
