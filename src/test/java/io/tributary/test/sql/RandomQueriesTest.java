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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RandomQueriesTest {
    private static final int QUERIES = 2_000;

    private final FunctionTable functions = FunctionTable.read();
    private final RandomTables tables = new RandomTables();

    @Test
    void theSameSeedGivesTheSameQueries() {
        List<String> first = queries().stream().map(each -> each.piece().text()).toList();
        List<String> second =
                queries().stream().map(each -> each.piece().text()).toList();

        assertThat(first).isEqualTo(second);
        assertThat(Set.copyOf(first)).hasSizeGreaterThan(QUERIES * 9 / 10);
    }

    @Test
    void everyFunctionOfTheTableIsCalled() {
        Set<String> called =
                queries().stream().flatMap(each -> each.piece().labels()).collect(Collectors.toSet());

        assertThat(functions.all().map(FunctionSpec::call)).isSubsetOf(called);
    }

    @Test
    void everyFunctionOfThePageIsInTheTableWhereMariaDbHasItAndItAnswersTheSameEachTime() throws IOException {
        String page = Files.readString(TributaryProcess.home().resolve("docs/functions.md"));
        Set<String> named = Pattern.compile("`([A-Z][A-Z0-9_]+)[`(]")
                .matcher(page.substring(page.indexOf("<!-- made"), page.indexOf("### Refused")))
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> called = functions
                .all()
                .flatMap(each -> Stream.of(each.call().split("\\W+")))
                .collect(Collectors.toSet());

        named.removeAll(called);
        assertThat(named).isEqualTo(notAsked());
    }

    private static Set<String> notAsked() throws IOException {
        try (InputStream lines = RandomQueriesTest.class.getResourceAsStream("not-asked.txt")) {
            return new String(Objects.requireNonNull(lines).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .flatMap(line -> Stream.of(line.split(" ")))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void halfOfTheQueriesMixKinds() {
        assertThat(queries().stream().filter(RandomQuery::mixed)).hasSizeBetween(QUERIES * 2 / 5, QUERIES * 3 / 5);
    }

    @Test
    void whatIsLeftOfAQueryThatIsShrunkStillShowsWhatItShall() {
        Set<String> lefts = new TreeSet<>();
        queries().stream()
                .filter(each -> each.piece().text().contains("LENGTH("))
                .map(each ->
                        Shrinker.shrink(each.piece(), 150, piece -> piece.text().contains("LENGTH(")))
                .forEach(each -> lefts.add(each.text()));

        assertThat(lefts).isNotEmpty().allMatch(each -> each.contains("LENGTH("));
        assertThat(lefts.stream().mapToInt(String::length).average().orElseThrow())
                .isLessThan(120);
    }

    private List<RandomQuery> queries() {
        return LongStream.range(0, QUERIES)
                .mapToObj(seed -> QueryGrammar.draw(functions, tables, seed))
                .toList();
    }
}
