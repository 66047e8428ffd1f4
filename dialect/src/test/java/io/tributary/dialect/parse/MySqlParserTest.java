package io.tributary.dialect.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.tree.Literals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class MySqlParserTest {
    private static final SqlMode ANSI = SqlMode.of("PIPES_AS_CONCAT,HIGH_NOT_PRECEDENCE,ANSI_QUOTES");

    @Test
    void expressionsHaveTheirTrees() throws IOException {
        assertTrees("expressions.txt", sql -> expression(sql, SqlMode.NONE));
    }

    @Test
    void statementsHaveTheirTrees() throws IOException {
        assertTrees("queries.txt", sql -> statement(sql));
    }

    @Test
    void pipesMayConcatenateTighterThanAnythingBetweenTwoOperands() {
        assertThat(expression("a || b || c", ANSI)).isEqualTo("(CONCAT (CONCAT a b) c)");
        assertThat(expression("a ^ b || c", ANSI)).isEqualTo("(^ a (CONCAT b c))");
        assertThat(expression("a + b || -c * d = e", ANSI)).isEqualTo("(= (+ a (* (CONCAT b (- c)) d)) e)");
        assertThat(expression("a || b collate x", ANSI)).isEqualTo("(CONCAT a (collate b x))");
    }

    @Test
    void notMayBindLikeAnExclamationMark() {
        assertThat(expression("not a = b", ANSI)).isEqualTo("(= (NOT a) b)");
        assertThat(expression("not not a between b and c", ANSI)).isEqualTo("(BETWEEN (NOT (NOT a)) b c)");
        assertThat(expression("a not in (1) and b is not null", ANSI))
                .isEqualTo("(AND (NOT (IN a 1)) (NOT (IS NULL b)))");
    }

    @Test
    void doubleQuotesMayBeNames() {
        assertThat(expression("\"a b\" = 'c'", ANSI)).isEqualTo("(= a b 'c')");
        assertThat(expression("\"a b\" = 'c'", SqlMode.NONE)).isEqualTo("(= 'a b' 'c')");
    }

    @Test
    void aliasesInQuotesPinTheirLiterals() {
        Lexed lexed = Lexed.lex("select 'a' 'b', c 'd', 'e'", SqlMode.NONE);

        MySqlParser.query(lexed);

        assertThat(lexed.literals().facts()).extracting(Literals.Fact::literal).containsExactly(1);
    }

    @Test
    void everyExpressionThatIsAnsweredIsParsed() throws IOException {
        List<Executable> parsed = new ArrayList<>();
        for (String line : lines(Path.of("../src/test/resources/io/tributary/test/client/values/expressions.txt"))) {
            if (!line.isBlank() && "#=!~".indexOf(line.charAt(0)) < 0) {
                parsed.add(() ->
                        assertThat(expression(line, SqlMode.NONE)).as(line).doesNotStartWith("!"));
            }
        }

        assertThat(parsed).hasSizeGreaterThan(1_000);
        assertAll(parsed);
    }

    @Test
    void everyStatementThatIsAnsweredIsParsed() throws IOException {
        Path engine = Path.of("../engine/duckdb/src/test/resources/io/tributary/engine/duckdb/dialect.sql");
        Path doris = Path.of("../src/test/resources/io/tributary/test/client/doris-statements.txt");
        List<Executable> parsed = new ArrayList<>();
        for (Path file : List.of(engine, doris)) {
            List<String> lines = lines(file);
            for (int i = 0; i < lines.size() - 1; i++) {
                String line = lines.get(i);
                String upper = line.toUpperCase(Locale.ROOT);
                boolean query = Stream.of("SELECT", "(", "WITH", "VALUES", "TABLE", "UPDATE", "DELETE")
                        .anyMatch(upper::startsWith);
                // The planner reads INSERT.
                if (query && !upper.contains("INSERT INTO") && !lines.get(i + 1).startsWith("!")) {
                    parsed.add(() -> assertThat(statement(line)).as(line).doesNotStartWith("!"));
                }
            }
        }

        assertThat(parsed).hasSizeGreaterThan(250);
        assertAll(parsed);
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8);
    }

    private static void assertTrees(String resource, UnaryOperator<String> tree) throws IOException {
        List<String> lines = lines(Path.of("src/test/resources/io/tributary/dialect/parse", resource));
        List<Executable> each = new ArrayList<>();
        for (int i = 0; i < lines.size() - 1; i++) {
            String sql = lines.get(i);
            String expected = lines.get(i + 1);
            if (expected.startsWith("=> ")) {
                each.add(() -> assertThat(tree.apply(sql)).as(sql).isEqualTo(expected.substring(3)));
            } else if (expected.startsWith("! ")) {
                each.add(() ->
                        assertThat(tree.apply(sql)).as(sql).startsWith("!").endsWith(expected.substring(2)));
            }
        }
        assertAll(each);
    }

    private static String expression(String sql, SqlMode mode) {
        try {
            Lexed lexed = Lexed.lex(sql, mode);
            return TreeText.of(MySqlParser.expression(lexed), lexed.literals());
        } catch (TributaryException e) {
            return "! " + e.getMessage();
        }
    }

    private static String statement(String sql) {
        try {
            Lexed lexed = Lexed.lex(sql, SqlMode.NONE);
            String first = sql.strip().toUpperCase(Locale.ROOT);
            return first.startsWith("UPDATE") || first.startsWith("DELETE")
                    ? TreeText.of(MySqlParser.change(lexed), lexed.literals())
                    : TreeText.of(MySqlParser.query(lexed), lexed.literals());
        } catch (TributaryException e) {
            return "! " + e.getMessage();
        }
    }
}
