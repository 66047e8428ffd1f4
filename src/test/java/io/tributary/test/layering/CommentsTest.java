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
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A comment is a sentence, or names the thing: one that begins with a preposition leaves its noun to be guessed. */
final class CommentsTest {
    private static final Pattern PREPOSITION =
            Pattern.compile("(?:Of|As|By|Behind|Beside|From|To|At|Without|Until|Between|Within)\\b.*");

    @Test
    void noCommentBeginsWithAPreposition() throws IOException {
        Map<String, List<String>> found = new TreeMap<>();
        for (Path file : SourceFiles.all()) {
            List<String> begins = beginsOfComments(Files.readAllLines(file)).stream()
                    .filter(begin -> PREPOSITION.matcher(begin).matches())
                    .toList();
            if (!begins.isEmpty()) {
                found.put(TributaryProcess.home().relativize(file).toString(), begins);
            }
        }

        assertThat(found).isEmpty();
    }

    @Test
    void eachFormOfACommentIsSeenByItsFirstLine() {
        List<String> lines = List.of(
                "/** Of the rows. */",
                "/**",
                " * As a list,",
                " * at last.",
                " */",
                "    // By name,",
                "    // at least",
                "int a; // no comment of its own");

        assertThat(beginsOfComments(lines)).containsExactly("Of the rows. */", "As a list,", "By name,");
    }

    private static List<String> beginsOfComments(List<String> lines) {
        List<String> begins = new ArrayList<>();
        String before = "";
        for (String each : lines) {
            String line = each.strip();
            if (line.startsWith("/** ")) {
                begins.add(line.substring(4));
            } else if (before.equals("/**")) {
                begins.add(line.substring(1).strip());
            } else if (line.startsWith("// ") && !before.startsWith("//")) {
                begins.add(line.substring(3));
            }
            before = line;
        }
        return begins;
    }
}
