package io.tributary.dialect.token;

import io.tributary.contract.schema.SqlMode;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Writes values as SQL literals that mean exactly these bytes under a {@link SqlMode}. */
public final class SqlLiterals {
    private static final HexFormat HEX = HexFormat.of();

    private SqlLiterals() {}

    /** {@code 'it\'s'}, or {@code 'it''s'} where a backslash is an ordinary character. */
    public static String string(String value, SqlMode mode) {
        StringBuilder literal = new StringBuilder(value.length() + 8).append('\'');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\'') {
                literal.append(mode.noBackslashEscapes() ? "''" : "\\'");
            } else if (mode.noBackslashEscapes()) {
                literal.append(c);
            } else if (c == '\\') {
                literal.append("\\\\");
            } else if (c == 0) {
                literal.append("\\0");
            } else {
                literal.append(c);
            }
        }
        return literal.append('\'').toString();
    }

    /** A string literal where the bytes are UTF-8, else {@code _binary x'…'}, which is never a number. */
    public static String bytes(byte[] value, int offset, int length, SqlMode mode) {
        return SqlText.isUtf8(value, offset, length)
                ? string(new String(value, offset, length, StandardCharsets.UTF_8), mode)
                : "_binary x'" + HEX.formatHex(value, offset, offset + length) + "'";
    }

    /** {@code `name`}. */
    public static String identifier(String name) {
        return '`' + name.replace("`", "``") + '`';
    }
}
