package io.tributary.planner.sql.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.RewrittenText;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.planner.Events;
import io.tributary.planner.Tables;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.VariableScope;
import io.tributary.planner.plan.part.LoadHint;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.planner.sql.insert.ValuesScanner;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TokenSubstitutionTest {
    /** Puts every token's name in angle brackets; knows no variable {@code none}. */
    private static final TokenSubstitution.Session SESSION = new TokenSubstitution.Session() {
        @Override
        public @Nullable String systemVariable(VariableScope scope, String name) {
            return name.equals("none") ? null : "<" + scope.name().toLowerCase(Locale.ROOT) + ":" + name + ">";
        }

        @Override
        public String userVariable(String name) {
            return "<@" + name + ">";
        }

        @Override
        public String function(String name) {
            return "<" + name + ">";
        }

        @Override
        public String parameter(int index) {
            return "<" + index + ">";
        }

        @Override
        public String processList() {
            return "<sessions>";
        }
    };

    private static String replace(String sql) {
        String replaced = TokenSubstitution.replace(sql, SqlMode.DEFAULT, SESSION);
        if (!replaced.contains("<sessions>")) {
            assertThat(RewrittenText.original(replaced)).isEqualTo(sql);
        }
        return replaced.replaceAll("(?s)/\\*\\$\\+.*?\\*/(.*?)/\\*\\$-\\*/", "$1");
    }

    @Test
    void tokensOutsideStringsAndCommentsAreReplacedAndNothingElseMoves() {
        assertThat(replace("select  ?, '?', \"@a\", `@b` /* ? */, @a+@@session.x, @`q r`, ü, ? -- ?\n+ @'s' # @@x"))
                .isEqualTo(
                        "select  <0>, '?', \"@a\", `@b` /* ? */, <@a>+<session:x>, <@q r>, ü, <1> -- ?\n+ <@s> # @@x");
    }

    @Test
    void functionsOfTheSessionAreReplacedOnlyWhereTheyAreCalledWithoutArguments() {
        assertThat(replace("select database(), schema ( ), current_user, last_insert_id(5), user, t.database,"
                        + " a.version()"))
                .isEqualTo("select <DATABASE>, <SCHEMA>, <CURRENT_USER>, last_insert_id(5), user, t.database,"
                        + " a.<VERSION>");
    }

    @Test
    void anAssignmentIsRefusedAsItIsWritten() {
        for (String sql : new String[] {"select @a:=1", "select @a := @b", "insert into t select @`a b` := 1"}) {
            assertThatThrownBy(() -> replace(sql)).as(sql).hasMessageContaining("assignment to a variable");
        }
        assertThat(replace("select '@a:=1'")).isEqualTo("select '@a:=1'");
    }

    @Test
    void whatTheSessionDoesNotKnowStays() {
        assertThat(replace("select @@none, @@global.none, @@x"))
                .isEqualTo("select @@none, @@global.none, <unspecified:x>");
    }

    @Test
    void theListOfSessionsIsAQueryBeforeTheStatement() {
        assertThat(replace("select * from INFORMATION_SCHEMA . `processlist` p where p.id = ?"))
                .isEqualTo("WITH <sessions> select * from PROCESSLIST p where p.id = <0>");
        assertThat(replace("with recursive a as (select 1) select information_schema.processlist.id from a"))
                .isEqualTo("with recursive <sessions>, a as (select 1) select PROCESSLIST.id from a");
        assertThat(replace("select 'information_schema.processlist', information_schema.tables, processlist.x"))
                .isEqualTo("select 'information_schema.processlist', information_schema.tables, processlist.x");
    }

    private static String read(String literal, SqlMode mode) {
        byte[] sql = ("(" + literal + ")").getBytes(StandardCharsets.UTF_8);
        InsertPlan plan = new InsertPlan(
                Tables.dt(), TargetColumns.all(1), false, InsertPlan.Form.VALUES, 0, "", LoadHint.NONE, null, false);
        Events events = new Events();
        assertThat(new ValuesScanner().scan(plan, sql, 0, sql.length, mode, events))
                .isEqualTo(ValuesScanner.Outcome.LITERALS);
        return events.toString();
    }

    @Test
    void aStringLiteralMeansItsTextInEveryMode() {
        Seeds.check(TokenSubstitutionTest.class, 1000, random -> {
            SqlMode mode = SqlMode.of((random.nextBoolean() ? "ANSI_QUOTES," : "")
                    + (random.nextBoolean() ? "NO_BACKSLASH_ESCAPES" : ""));
            String text = text(random);

            assertThat(read(SqlLiterals.string(text, mode), mode)).isEqualTo("('" + text + "')");
        });
    }

    private static String text(Random random) {
        int[] special = "'\"\\`%_ \0\b\t\n\r\u001anbrtZ0x".codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            text.appendCodePoint(
                    random.nextInt(3) > 0
                            ? special[random.nextInt(special.length)]
                            : random.nextInt(1 + (random.nextBoolean() ? 0xff : Character.MAX_CODE_POINT)));
        }
        // Halves of characters become question marks.
        return new String(text.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @Test
    void bytesAreTheSameBytesAgain() {
        Seeds.check(TokenSubstitutionTest.class, 1000, random -> {
            byte[] bytes = text(random).getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            assertTheSameAgain(bytes);
        });
    }

    private static void assertTheSameAgain(byte[] bytes) {
        String literal = SqlLiterals.bytes(bytes, 0, bytes.length, SqlMode.DEFAULT);

        String expected = literal.startsWith("_binary x'")
                ? "(x" + HexFormat.of().formatHex(bytes) + ")"
                : "('" + new String(bytes, StandardCharsets.UTF_8) + "')";
        assertThat(read(literal, SqlMode.DEFAULT)).isEqualTo(expected);
    }

    @Test
    void everySingleByteHasALiteral() {
        for (int b = 0; b < 256; b++) {
            assertTheSameAgain(new byte[] {(byte) b});
        }
    }
}
