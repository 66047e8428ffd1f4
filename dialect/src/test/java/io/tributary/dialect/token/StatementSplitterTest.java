package io.tributary.dialect.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.SqlMode;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatementSplitterTest {
    private static List<String> split(String sql) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        return StatementSplitter.split(bytes, 0, bytes.length, SqlMode.DEFAULT).stream()
                .map(range -> new String(bytes, range.from(), range.to() - range.from(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void oneStatementComesWithoutItsSemicolonAndLeadingComments() {
        assertThat(split("select 1")).containsExactly("select 1");
        assertThat(split(" /* a */ -- b\n select 1 ; \n")).containsExactly("select 1 ");
        assertThat(split("/*!40101 SET x = 1 */;")).containsExactly("/*!40101 SET x = 1 */");
    }

    @Test
    void semicolonsInStringsIdentifiersAndCommentsSplitNothing() {
        assertThat(split("select ';', \";\\\";\", `;` /* ; */ -- ;\n, 'it'';s' # ;\n; select 2"))
                .containsExactly("select ';', \";\\\";\", `;` /* ; */ -- ;\n, 'it'';s' # ;\n", "select 2");
    }

    @Test
    void emptyStatementsAreLeftOutUnlessThereIsNoOther() {
        assertThat(split("select 1;; ;select 2;-- end")).containsExactly("select 1", "select 2");
        assertThat(split("")).containsExactly("");
        assertThat(split(" ; ")).containsExactly("");
        assertThat(split(";;")).hasSize(1);
    }

    @Test
    void aTextOfCommentsIsOneStatement() {
        assertThat(split("-- only")).containsExactly("-- only");
        assertThat(split("/* a; */")).containsExactly("/* a; */");
    }

    @Test
    void whatHasNoEndStaysWhole() {
        assertThat(split("select 'a; select 2; x")).containsExactly("select 'a; select 2; x");
        assertThat(split("select 1; select /* a; b")).containsExactly("select 1", "select /* a; b");
    }

    @Test
    void minusMinusWithoutABlankIsNoComment() {
        assertThat(split("select 1--1;select 2")).containsExactly("select 1--1", "select 2");
    }

    private static @Nullable String onlyInsert(String sql) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        return StatementSplitter.onlyInsert(bytes, 0, bytes.length)
                .map(range -> new String(bytes, range.from(), range.to() - range.from(), StandardCharsets.UTF_8))
                .orElse(null);
    }

    @Test
    void anInsertIsNotSearchedForItsEnd() {
        assertThat(onlyInsert(" /* a */ Insert into t values (';') ; \n")).isEqualTo("Insert into t values (';') ");
        assertThat(onlyInsert("replace t values (1); select 2")).isEqualTo("replace t values (1); select 2");
        assertThat(onlyInsert("INSERT")).isEqualTo("INSERT");
        assertThat(onlyInsert("INSERTED")).isNull();
        assertThat(onlyInsert("INSER")).isNull();
        assertThat(onlyInsert("select 1; insert into t values (1)")).isNull();
        assertThat(onlyInsert("")).isNull();
        assertThat(onlyInsert("/* insert */")).isNull();
    }

    @Test
    void statementsComeBackAsTheyWereJoined() {
        Seeds.check(StatementSplitterTest.class, 1000, random -> {
            String[] parts = {"a", " ", "'x;y'", "\"q;\"", "`z;`", "/* ; */", "'\\';'", "-", "/", "ü", "1"};
            List<String> statements = new ArrayList<>();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                StringBuilder statement = new StringBuilder("s");
                for (int j = random.nextInt(8); j > 0; j--) {
                    String part = parts[random.nextInt(parts.length)];
                    // Two of these side by side would begin a comment.
                    boolean comment = "-/".contains(statement.substring(statement.length() - 1))
                            && "-/ ".indexOf(part.charAt(0)) >= 0;
                    statement.append(comment ? "b" : part);
                }
                statements.add(statement.append('e').toString());
            }

            assertThat(split(String.join(";", statements))).isEqualTo(statements);
        });
    }
}
