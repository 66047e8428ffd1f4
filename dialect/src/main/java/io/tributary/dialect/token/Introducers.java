package io.tributary.dialect.token;

import io.tributary.contract.error.TributaryException;
import java.util.Locale;
import java.util.Set;

/** Which words before a literal name the character set that it is in: {@code _utf8'…'}. */
final class Introducers {
    private static final Set<String> READ = Set.of("utf8", "utf8mb3", "utf8mb4", "ascii", "latin1", "binary");

    /** Those of MySQL that no text here is in. */
    private static final Set<String> OTHERS =
            Words.set("armscii8 big5 cp1250 cp1251 cp1256 cp1257 cp850 cp852 cp866 cp932 dec8"
                    + " eucjpms euckr gb18030 gb2312 gbk geostd8 greek hebrew hp8 keybcs2 koi8r koi8u latin2 latin5 latin7 macce"
                    + " macroman sjis swe7 tis620 ucs2 ujis utf16 utf16le utf32");

    private Introducers() {}

    /**
     * Whether a word is one.
     *
     * @param at where the word ends in the statement
     * @throws TributaryException NOT_SUPPORTED for another character set before a literal
     */
    static boolean isOne(String word, String sql, int at) {
        if (!word.startsWith("_")) {
            return false;
        }
        String charset = word.substring(1).toLowerCase(Locale.ROOT);
        if (OTHERS.contains(charset) && isLiteral(sql.substring(at).stripLeading())) {
            throw TributaryException.notSupported("character set " + charset);
        }
        return READ.contains(charset);
    }

    private static boolean isLiteral(String rest) {
        return rest.startsWith("'")
                || rest.regionMatches(true, 0, "x'", 0, 2)
                || rest.regionMatches(true, 0, "b'", 0, 2);
    }
}
