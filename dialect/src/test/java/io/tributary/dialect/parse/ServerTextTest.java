package io.tributary.dialect.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.print.ServerText;
import io.tributary.dialect.print.ServerText.Server;
import io.tributary.dialect.token.Lexed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class ServerTextTest {
    private static Lexed lex(String sql) {
        return Lexed.lex(sql, SqlMode.NONE);
    }

    private static String query(String sql, Server server) {
        Lexed lexed = lex(sql);
        return ServerText.of(MySqlParser.query(lexed), lexed.literals(), server);
    }

    private static String tree(String query) {
        Lexed lexed = lex(query);
        return TreeText.of(MySqlParser.query(lexed), lexed.literals());
    }

    private static void assertSameTrees(String resource, UnaryOperator<String> written) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("src/test/resources/io/tributary/dialect/parse", resource));
        List<Executable> each = new ArrayList<>();
        for (int i = 0; i < lines.size() - 1; i++) {
            String sql = written.apply(lines.get(i));
            if (lines.get(i + 1).startsWith("=> ") && !lines.get(i + 1).matches("=> \\((update|delete) .*")) {
                each.add(
                        () -> assertThat(tree(query(sql, Server.DORIS))).as(sql).isEqualTo(tree(sql)));
            }
        }
        assertThat(each).hasSizeGreaterThan(50);
        assertAll(each);
    }

    @Test
    void whatAServerReadsIsWhatTheClientWrote() throws IOException {
        assertSameTrees("expressions.txt", expression -> "SELECT (" + expression + "\n)");
        assertSameTrees("queries.txt", query -> query);
    }

    @Test
    void whatOnlyDorisReadsIsRefusedOfMySql() {
        String sql = "SELECT a FROM t QUALIFY rank() OVER (ORDER BY b) = 1";

        assertThat(query(sql, Server.DORIS)).isEqualTo("SELECT `a` FROM `t` QUALIFY (RANK() OVER ( ORDER BY `b`) = 1)");
        assertThatThrownBy(() -> query(sql, Server.MYSQL))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("'QUALIFY of MySQL'");
        assertThat(query("select date_add(a, interval 1 day) + 'it''s' b from t left join u using (a)", Server.MYSQL))
                .isEqualTo(
                        "SELECT (DATE_ADD(`a`, INTERVAL 1 DAY) + 'it''s') AS `b` FROM (`t` LEFT JOIN `u` USING (`a`))");
    }
}
