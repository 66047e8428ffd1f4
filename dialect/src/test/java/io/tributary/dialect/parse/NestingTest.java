package io.tributary.dialect.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.Limit;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What nests is parsed for a thread with a small stack, or refused by the name of a limit. */
final class NestingTest {
    private static final long STACK_BYTES = 512 << 10;

    /** Before, what opens a level, the innermost, what closes one, behind. */
    private static final List<List<String>> NESTED = List.of(
            List.of("select ", "(", "a", ")", ""),
            List.of("select ", "(1 + ", "a", ")", ""),
            List.of("select ", "f(", "1", ")", ""),
            List.of("select ", "(select ", "a", ")", ""),
            List.of("select ", "case when ", "1", " then 2 end", ""),
            List.of("select ", "case a when 1 then 2 else ", "1", " end", ""),
            List.of("select ", "(1, ", "2", ")", " = 1"),
            List.of("select ", "[", "1", "]", ""),
            List.of("select ", "a[", "1", "]", ""),
            List.of("select ", "not ", "a", "", ""),
            List.of("select ", "a = not ", "a", "", ""),
            List.of("select ", "!", "a", "", ""),
            List.of("select ", "- ", "a", "", ""),
            List.of("select ", "binary ", "a", "", ""),
            List.of("select ", "sum(a) over (partition by ", "b", ")", ""),
            List.of("select ", "a = any (select ", "1", ")", ""),
            List.of("select ", "trim(both 'a' from ", "b", ")", ""),
            List.of("select ", "cast(", "b", " as char)", ""),
            List.of("select * from ", "(select * from ", "t", ") x", ""),
            List.of("select * from t", ", lateral (select * from t", "", ") x", ""),
            List.of("select * from ", "(t join ", "t", " on 1)", ""),
            List.of("select * from t where ", "a in (select a from t where ", "1", ")", ""),
            List.of("select * from t where ", "exists (select 1 from t where ", "1", ")", ""),
            List.of("", "(", "select 1", ")", " union select 2"),
            List.of("", "with a as (", "select 1", ") select 1", ""));

    /** What repeats without parentheses, up to 500 times. */
    private static final List<List<String>> CHAINED = List.of(
            List.of("select a", " + a"),
            List.of("select a", " ^ a"),
            List.of("select a", " collate x"),
            List.of("select a", "[1]"),
            List.of("select a", " -> a"),
            List.of("select 1", " union all select 1"),
            List.of("select 1", " intersect select 1"));

    /** What compares counts as three operators. */
    private static final List<List<String>> COMPARED = List.of(
            List.of("select a", " = a"), List.of("select a", " like a"), List.of("select a", " between 1 and a"));

    private static final List<List<String>> UNLIMITED = List.of(
            List.of("select a", " and a"),
            List.of("select a", " or a"),
            List.of("select a", " and not a = 1 or a"),
            List.of("select a", ", -a"),
            List.of("values row(1)", ", row(2)"));

    @Test
    void levelsOfAnythingAreParsedUpToTheLimit() {
        assertAll(NESTED.stream().flatMap(nested -> Stream.of(5, 19, 20, 21, 100, 120)
                .map(depth -> () -> assertThat(parsed(sql(nested, depth)))
                        .as(sql(nested, 1))
                        .isEqualTo("parsed"))));
    }

    @Test
    void moreLevelsAreRefused() {
        assertAll(NESTED.stream()
                .map(nested -> () -> assertThat(parsed(sql(nested, Limit.DEPTH.most() + 2)))
                        .as(sql(nested, 1))
                        .contains("more than 128 levels")));
    }

    @Test
    void fiveHundredOperatorsInARowAreParsedAndNoMore() {
        assertMost(499, CHAINED);
        assertMost(166, COMPARED);
    }

    private static void assertMost(int most, List<List<String>> texts) {
        for (List<String> chained : texts) {
            assertThat(parsed(chained.get(0) + chained.get(1).repeat(most)))
                    .as(chained.get(1))
                    .isEqualTo("parsed");
            assertThat(parsed(chained.get(0) + chained.get(1).repeat(4 * most)))
                    .as(chained.get(1))
                    .contains("more than 500 operators");
        }
    }

    @Test
    void conditionsInARowAreAList() {
        for (List<String> chained : UNLIMITED) {
            assertThat(parsed(chained.get(0) + chained.get(1).repeat(10_000)))
                    .as(chained.get(1))
                    .isEqualTo("parsed");
        }
    }

    @Test
    void chainsWithinEachOtherCountTogether() {
        String sql = IntStream.range(0, 10).mapToObj(i -> "(").reduce("select ", String::concat) + "a"
                + (" + a".repeat(60) + ")").repeat(10);

        assertThat(parsed(sql)).contains("more than 500 operators");
    }

    @Test
    void longTextsAreRefused() {
        assertThat(parsed("select 1" + ", 1".repeat(100_000))).contains("more than 200000 words");
    }

    private static String sql(List<String> nested, int depth) {
        return nested.get(0)
                + nested.get(1).repeat(depth)
                + nested.get(2)
                + nested.get(3).repeat(depth)
                + nested.get(4);
    }

    private static String parsed(String sql) {
        FutureTask<String> task = new FutureTask<>(() -> {
            try {
                MySqlParser.query(Lexed.lex(sql, SqlMode.NONE));
                return "parsed";
            } catch (TributaryException e) {
                return String.valueOf(e.getMessage());
            }
        });
        new Thread(null, task, "small", STACK_BYTES).start();
        try {
            return task.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
