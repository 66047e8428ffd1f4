package io.tributary.dialect.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SqlTextTest {
    private static final SqlMode ANSI_WITHOUT_BACKSLASH = SqlMode.of("ANSI_QUOTES,NO_BACKSLASH_ESCAPES");

    /** Each character is one byte. */
    private static byte[] bytes(String latin1) {
        return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(String latin1) {
        return text(bytes(latin1), SqlMode.DEFAULT);
    }

    private static String text(byte[] sql, SqlMode mode) {
        return SqlText.of(sql, 0, sql.length, mode);
    }

    @Test
    void aTextOfCharactersStays() {
        String sql = "SELECT 'ü', _binary'a\\0\\'', \"😀\", `ä\uFFFD`, '\uFFFD' -- 'é";

        assertThat(text(sql.getBytes(StandardCharsets.UTF_8), SqlMode.DEFAULT)).isEqualTo(sql);
    }

    @Test
    void aStringOfOtherBytesBecomesDigitsOfThemAndNothingElseMoves() {
        assertThat(text("UPDATE t SET a = _binary'\u00ff\\'\\0\u0001' , b=_BINARY \"\u00fe\"/* \u00fe */ WHERE c='x'"))
                .isEqualTo("UPDATE t SET a = _binary x'ff270001' , b=_BINARY  x'fe'/* \uFFFD */ WHERE c='x'");
        assertThat(text("a = '\u00ff\u0001'")).isEqualTo("a = _binary x'ff01'");
        assertThat(text("(_latin1'\u00e9')")).isEqualTo("(_latin1 x'e9')");
        assertThat(text("('a' '\u00ff' \"b\"'c', 'd')")).isEqualTo("(_binary x'61ff6263', 'd')");
        assertThat(text("N'\u00ff'")).isEqualTo("_utf8mb4 x'ff'");
        assertThat(text(bytes("'\\\u00ff''' = \"\u00c3\u00a9\""), ANSI_WITHOUT_BACKSLASH))
                .isEqualTo("_binary x'5cff27' = \"é\"");
    }

    @Test
    void aStringWithANulBecomesDigitsAndStaysText() {
        assertThat(text("'a\0', _binary'\0', n'\0b', 'a\\0'"))
                .isEqualTo("_utf8mb4 x'6100', _binary x'00', _utf8mb4 x'0062', 'a\\0'");
    }

    @Test
    void everyByteOfAKeyStaysWhatItIs() {
        for (int b = 0; b < 256; b++) {
            if (b == '\'' || b == '\\') {
                continue;
            }
            String text = text("_binary'" + (char) b + "\u00ff'");

            assertThat(text).isEqualTo("_binary x'%02xff'".formatted(b));
        }
    }

    @Test
    void aNameOfOtherBytesIsRefused() {
        for (String sql : new String[] {"SELECT `a\u00ff`", "SELECT \u00ffab", "SELECT @`\u00ff`", "SELECT a\u00ff1"}) {
            assertThatExceptionOfType(TributaryException.class)
                    .isThrownBy(() -> text(sql))
                    .matches(e -> e.code() == ErrorCode.INVALID_CHARACTERS)
                    .withMessageStartingWith("Invalid utf8mb4 character string: '");
        }
        Tokens tokens = new Tokens(bytes("'\u00ffabcdefg'"), 0, 10, SqlMode.DEFAULT);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(tokens::string)
                .withMessage("Invalid utf8mb4 character string: 'FF6162636465...'");
    }
}
