package io.tributary.test.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of rules by which answers are MySQL's and not MariaDB's has all that the tests go by, with a source for each. */
final class MySqlRulesTest {
    private static final String EXPRESSIONS = "../client/values/expressions.txt";
    private static final Pattern MARKED = Pattern.compile("^~ .* -- (.*)$", Pattern.MULTILINE);
    private static final Pattern REMARK = Pattern.compile("^# .* /{2} (.*)$", Pattern.MULTILINE);

    @Test
    void everyAnswerThatIsNotMariaDbsIsByARuleOfThePage() throws IOException {
        Set<String> rules = tables("Rules", "Stricter on purpose");

        assertThat(found(MARKED, EXPRESSIONS).flatMap(reason -> Stream.of(reason.split(", "))))
                .isSubsetOf(rules);
        assertThat(Excuse.names()).isSubsetOf(tables("Rules"));
    }

    @Test
    void whatTheRandomQueriesAskOtherwiseOfMariaDbHasASourceOnThePage() throws IOException {
        String page = page();

        assertThat(found(REMARK, "functions.txt")).isNotEmpty().allMatch(page::contains);
    }

    @Test
    void everyRuleHasItsSource() throws IOException {
        assertThat(rows("Rules")).isNotEmpty().allMatch(row -> row.length == 4 && !row[3].isBlank());
    }

    private static Stream<String> found(Pattern pattern, String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(MySqlRulesTest.class.getResourceAsStream(file), file)) {
            return pattern
                    .matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .map(each -> each.group(1))
                    .toList()
                    .stream();
        }
    }

    private static Set<String> tables(String... titles) throws IOException {
        Set<String> names = new TreeSet<>();
        for (String title : titles) {
            names.addAll(rows(title).stream().map(row -> row[1].strip()).collect(Collectors.toSet()));
        }
        return names;
    }

    /** Rows of the table under a title, each as its cells behind an empty one. */
    private static List<String[]> rows(String title) throws IOException {
        String page = page();
        int begin = page.indexOf("\n## " + title + "\n");
        int end = page.indexOf("\n## ", begin + 1);
        return page.substring(begin, end < 0 ? page.length() : end)
                .lines()
                .filter(line -> line.startsWith("| "))
                .skip(1)
                .map(line -> line.split("\\|"))
                .toList();
    }

    private static String page() throws IOException {
        return Files.readString(TributaryProcess.home().resolve("docs/mysql-rules.md"));
    }
}
