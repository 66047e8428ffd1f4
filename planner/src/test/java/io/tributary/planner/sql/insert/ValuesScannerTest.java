package io.tributary.planner.sql.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.Events;
import io.tributary.planner.Tables;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.LoadHint;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ValuesScannerTest {
    private static final String BLANKS = " \t\r\n";

    private final ValuesScanner scanner = new ValuesScanner();

    private static InsertPlan plan(int offset) {
        return new InsertPlan(
                Tables.dt(),
                TargetColumns.all(3),
                false,
                InsertPlan.Form.VALUES,
                offset,
                "",
                LoadHint.NONE,
                null,
                false);
    }

    private String scan(String rows, SqlMode mode) {
        byte[] sql = rows.getBytes(StandardCharsets.UTF_8);
        Events events = new Events();
        ValuesScanner.Outcome outcome = scanner.scan(plan(0), sql, 0, sql.length, mode, events);
        return outcome == ValuesScanner.Outcome.LITERALS ? events.toString() : outcome.toString();
    }

    /** Writes random rows and, beside them, what they mean: every spelling of a literal, any blanks and comments between. */
    private static final class Statement {
        final Random random;
        final SqlMode mode;
        final StringBuilder sql = new StringBuilder();
        final StringBuilder meaning = new StringBuilder();

        Statement(Random random, SqlMode mode) {
            this.random = random;
            this.mode = mode;
            int rows = 1 + random.nextInt(4);
            for (int row = 0; row < rows; row++) {
                sql.append(row == 0 ? "" : ",");
                gap();
                sql.append('(');
                meaning.append('(');
                int values = random.nextInt(5);
                gap();
                for (int i = 0; i < values; i++) {
                    sql.append(i == 0 ? "" : ",");
                    meaning.append(i == 0 ? "" : " ");
                    gap();
                    value();
                    gap();
                }
                sql.append(')');
                meaning.append(')');
                gap();
            }
        }

        private void gap() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> sql.append(BLANKS.charAt(random.nextInt(BLANKS.length())));
                case 3 -> sql.append(" /* ,') */ ");
                case 4 -> sql.append(" -- '(\n");
                case 5 -> sql.append("# )\n");
                default -> {}
            }
        }

        private void value() {
            switch (random.nextInt(9)) {
                case 0 -> word("NULL", "null");
                case 1 -> word("Default", "default");
                case 2 -> word("tRuE", "true");
                case 3 -> number();
                case 4 -> binary();
                default -> string();
            }
        }

        private void word(String text, String means) {
            sql.append(random.nextBoolean() ? text : text.toUpperCase(Locale.ROOT));
            meaning.append(means);
        }

        private void number() {
            String digits = Long.toString(random.nextLong() >>> (random.nextInt(5) > 0 ? 44 : 1 + random.nextInt(40)));
            String number =
                    switch (random.nextInt(5)) {
                        case 0 -> digits + ".";
                        case 1 -> "." + digits;
                        case 2 -> digits + "." + digits;
                        case 3 -> digits + "e" + (random.nextBoolean() ? "-" : "+") + random.nextInt(30);
                        default -> digits;
                    };
            String sign = random.nextInt(3) == 0 ? (random.nextBoolean() ? "-" : "+") : "";
            sql.append(sign)
                    .append(!sign.isEmpty() && random.nextInt(4) == 0 ? " " : "")
                    .append(number);
            meaning.append(sign.equals("-") ? "-" : "").append(number);
        }

        private void binary() {
            byte[] bytes = new byte[1 + random.nextInt(5)];
            random.nextBytes(bytes);
            String hex = HexFormat.of().formatHex(bytes);
            sql.append(random.nextBoolean() ? "0x" + hex : "X'" + hex + "'");
            meaning.append('x').append(hex);
        }

        private void string() {
            int parts = random.nextInt(6) == 0 ? 2 : 1;
            meaning.append('\'');
            for (int i = 0; i < parts; i++) {
                sql.append(i == 0 ? "" : " ");
                char quote = random.nextInt(4) == 0 && !mode.ansiQuotes() ? '"' : '\'';
                sql.append(quote);
                int length = random.nextInt(20);
                for (int c = 0; c < length; c++) {
                    character(quote);
                }
                sql.append(quote);
            }
            meaning.append('\'');
        }

        private void character(char quote) {
            String plain = "abc ,();ü€😀?-#/*";
            switch (random.nextInt(10)) {
                case 0 -> {
                    sql.append(quote).append(quote);
                    meaning.append(quote);
                }
                case 1 -> {
                    sql.append(mode.noBackslashEscapes() ? "\\" : "\\\\");
                    meaning.append('\\');
                }
                case 2 -> {
                    sql.append(mode.noBackslashEscapes() ? "n" : "\\n");
                    meaning.append(mode.noBackslashEscapes() ? "n" : "\n");
                }
                case 3 -> {
                    sql.append(mode.noBackslashEscapes() ? "x" : "\\" + quote);
                    meaning.append(mode.noBackslashEscapes() ? "x" : Character.toString(quote));
                }
                default -> {
                    int at = plain.offsetByCodePoints(0, random.nextInt(plain.codePointCount(0, plain.length())));
                    sql.appendCodePoint(plain.codePointAt(at));
                    meaning.appendCodePoint(plain.codePointAt(at));
                }
            }
        }
    }

    @Test
    void everySpellingOfALiteralIsReadAsMeant() {
        Seeds.check(ValuesScannerTest.class, 3000, random -> {
            Statement statement = new Statement(random, SqlMode.DEFAULT);

            assertThat(scan(statement.sql.toString(), SqlMode.DEFAULT)).isEqualTo(statement.meaning.toString());
        });
    }

    @Test
    void aBackslashIsAnOrdinaryCharacterUnderNoBackslashEscapes() {
        Seeds.check(ValuesScannerTest.class, 1000, random -> {
            SqlMode mode = SqlMode.of("ANSI_QUOTES,NO_BACKSLASH_ESCAPES");
            Statement statement = new Statement(random, mode);

            assertThat(scan(statement.sql.toString(), mode)).isEqualTo(statement.meaning.toString());
        });
    }

    @Test
    void aStatementCutAnywhereIsAnErrorOrAnExpressionButNeverRows() {
        Seeds.check(ValuesScannerTest.class, 1000, random -> {
            Statement statement = new Statement(random, SqlMode.DEFAULT);
            byte[] sql = statement.sql.toString().getBytes(StandardCharsets.UTF_8);
            int to = random.nextInt(sql.length);

            try {
                scanner.scan(plan(0), sql, 0, to, SqlMode.DEFAULT, new Events());
            } catch (TributaryException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.SYNTAX);
            }
        });
    }

    @Test
    void aDamagedStatementThrowsNothingButErrorsForTheClient() {
        Seeds.check(ValuesScannerTest.class, 2000, random -> {
            Statement statement = new Statement(random, SqlMode.DEFAULT);
            byte[] sql = statement.sql.toString().getBytes(StandardCharsets.UTF_8);
            sql[random.nextInt(sql.length)] = (byte) random.nextInt(256);

            try {
                scanner.scan(plan(0), sql, 0, sql.length, SqlMode.DEFAULT, new Events());
            } catch (TributaryException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.SYNTAX);
            }
        });
    }

    /** Prepared statements are read value by value, others in one loop as long as their values are plain. */
    @Test
    void aStatementIsReadAsIfItWerePreparedWhateverIsWrongWithIt() {
        Seeds.check(ValuesScannerTest.class, 5000, random -> {
            Statement statement = new Statement(random, SqlMode.DEFAULT);
            byte[] sql = statement.sql.toString().getBytes(StandardCharsets.UTF_8);
            byte[] damage = "'\"\\,();0.-+e x#/*\n".getBytes(StandardCharsets.US_ASCII);
            for (int i = random.nextInt(4); i > 0; i--) {
                sql[random.nextInt(sql.length)] = damage[random.nextInt(damage.length)];
            }
            for (int i = 0; i < sql.length; i++) {
                // Out of a literal that a damage has opened it is a parameter in the one and an error in the other.
                sql[i] = sql[i] == '?' ? (byte) 'x' : sql[i];
            }

            assertThat(outcome(events -> scanner.scan(plan(0), sql, 0, sql.length, SqlMode.DEFAULT, events)))
                    .isEqualTo(outcome(
                            events -> scanner.scanPrepared(plan(0), sql, 0, sql.length, SqlMode.DEFAULT, events)));
        });
    }

    private static String outcome(Function<Events, ValuesScanner.Outcome> scan) {
        Events events = new Events();
        try {
            return scan.apply(events) + " " + events;
        } catch (TributaryException e) {
            return events + " " + e.getMessage();
        }
    }

    @Test
    void textWithoutEscapesIsNotCopied() {
        byte[] sql = "('abc','d''e')".getBytes(StandardCharsets.UTF_8);
        boolean[] own = new boolean[2];
        Events events = new Events() {
            private int index;

            @Override
            public void text(byte[] bytes, int offset, int length) {
                own[index++] = bytes == sql;
            }
        };

        scanner.scan(plan(0), sql, 0, sql.length, SqlMode.DEFAULT, events);

        assertThat(own).containsExactly(true, false);
    }

    @Test
    void doubleQuotesAreAnIdentifierUnderAnsiQuotes() {
        assertThat(scan("(\"a\")", SqlMode.of("ANSI_QUOTES"))).isEqualTo("EXPRESSION");
    }

    @Test
    void whatIsNoLiteralIsAnExpression() {
        for (String value : new String[] {
            "1+1",
            "-(1)",
            "- -1",
            "abs(1)",
            "a",
            "`a`",
            "@a",
            "@@a",
            "null is null",
            "default(a)",
            "1a",
            "0x1g",
            "_latin1'a'",
            "'a' || 'b'",
            "now()",
            "(1)",
            "not true",
            "date",
            "interval 1 day",
            "x",
            "true and false",
            "1 div 2",
            "1.e",
            "'a' = 'b'"
        }) {
            assertThat(scan("(" + value + ")", SqlMode.DEFAULT)).as(value).isEqualTo("EXPRESSION");
        }
    }

    @Test
    void aParameterOutsideAPreparedStatementIsASyntaxError() {
        TributaryException error =
                catchThrowableOfType(TributaryException.class, () -> scan("(1,\n?)", SqlMode.DEFAULT));

        assertThat(error.code()).isEqualTo(ErrorCode.SYNTAX);
        assertThat(error).hasMessageEndingWith("near '?)' at line 2");
    }

    private static @Nullable RowTemplate template(String rows) {
        byte[] sql = rows.getBytes(StandardCharsets.UTF_8);
        return RowTemplateBuilder.build(plan(0), sql, 0, sql.length, SqlMode.DEFAULT);
    }

    private static String cells(@Nullable RowTemplate template) {
        if (template == null) {
            return "text";
        }
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < template.rowCount(); row++) {
            text.append('(');
            for (int i = 0; i < template.cellsPerRow(); i++) {
                text.append(i == 0 ? "" : " ");
                switch (template.cell(row, i)) {
                    case PARAMETER -> text.append('?');
                    case DEFAULT -> text.append("default");
                    case LITERAL ->
                        text.append(new String(
                                template.sql(),
                                template.literalOffset(row, i),
                                template.literalEnd(row, i) - template.literalOffset(row, i),
                                StandardCharsets.UTF_8));
                }
            }
            text.append(')');
        }
        return text + " parameters=" + template.parameterCount();
    }

    @Test
    void rowsOfParametersTakeNoMemoryPerCell() {
        RowTemplate template = template("(?,?,?), (?, ? ,?)");

        assertThat(cells(template)).isEqualTo("(? ? ?)(? ? ?) parameters=6");
        assertThat(template).extracting(RowTemplate::onlyParameters).isEqualTo(true);
    }

    @Test
    void aMixedRowKeepsItsLiteralsPlaces() {
        assertThat(cells(template("(?,'a''b' ,?),(1, default,NULL), ( -1 ,?,'x' 'y' )")))
                .isEqualTo("(? 'a''b' ?)(1 default NULL)(-1 ? 'x' 'y') parameters=3");
    }

    @Test
    void aTemplateWithAnExpressionIsText() {
        assertThat(cells(template("(?,? + 1,?)"))).isEqualTo("text");
    }

    @Test
    void anEmptyRowOfATemplateIsAllDefaults() {
        assertThat(cells(template("()"))).isEqualTo("(default default default) parameters=0");
    }

    @Test
    void aTemplateRowOfTheWrongLengthIsRefusedWithItsNumber() {
        TributaryException error = catchThrowableOfType(TributaryException.class, () -> template("(?,?,?),(?,?)"));

        assertThat(error.code()).isEqualTo(ErrorCode.COLUMN_COUNT);
        assertThat(error).hasMessage("Column count doesn't match value count at row 2");
    }

    @Test
    void aLiteralOfATemplateCanBeVisitedAlone() {
        byte[] sql = "(?,'a''b',?)".getBytes(StandardCharsets.UTF_8);
        RowTemplate template =
                Objects.requireNonNull(RowTemplateBuilder.build(plan(0), sql, 0, sql.length, SqlMode.DEFAULT));
        Events events = new Events();

        events.beginRow();
        scanner.literal(
                template.sql(), template.literalOffset(0, 1), template.literalEnd(0, 1), SqlMode.DEFAULT, events);

        assertThat(events).hasToString("('a'b'");
    }
}
