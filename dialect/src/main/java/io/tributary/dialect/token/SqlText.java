package io.tributary.dialect.token;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A statement's bytes as text that means the same. MySQL takes any bytes in a string, text takes characters only: a string
 * of other bytes, or with a NUL, is written as digits:
 *
 * <pre>
 * _binary'\xff\x01'   →   _binary x'ff01'
 * _latin1'\xe9'       →   _latin1 x'e9'
 * '\xff\x01'          →   _binary x'ff01'      which MySQL stores as it is, too
 * 'a\x00'             →   _utf8mb4 x'6100'
 * </pre>
 *
 * One statement, one thread.
 */
public final class SqlText {
    private static final char REPLACEMENT = '\uFFFD';
    private static final int SHOWN_BYTES_MAX = 6;
    private static final HexFormat HEX = HexFormat.of();

    private final byte[] sql;
    private final Tokens tokens;
    private final StringBuilder written = new StringBuilder();
    private int copied;
    private boolean introduced;

    private SqlText(byte[] sql, int from, int to, SqlMode mode) {
        this.sql = sql;
        tokens = new Tokens(sql, from, to, mode);
        copied = from;
    }

    /**
     * The text of {@code sql[from, to)}, in which strings are whole.
     *
     * @throws TributaryException INVALID_CHARACTERS for a name that is no UTF-8
     */
    static String of(byte[] sql, int from, int to, SqlMode mode) {
        String text = new String(sql, from, to - from, StandardCharsets.UTF_8);
        // Whatever is not UTF-8 became this character.
        boolean same = text.indexOf(REPLACEMENT) < 0 && text.indexOf('\0') < 0;
        return same ? text : new SqlText(sql, from, to, mode).read(to);
    }

    /**
     * The characters of a name or of a value that is used as text.
     *
     * @throws TributaryException INVALID_CHARACTERS
     */
    public static String strict(byte[] bytes, int offset, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString();
        } catch (CharacterCodingException e) {
            String shown = HEX.withUpperCase().formatHex(bytes, offset, offset + Math.min(length, SHOWN_BYTES_MAX));
            throw new TributaryException(
                    ErrorCode.INVALID_CHARACTERS,
                    "Invalid utf8mb4 character string: '" + shown + (length > SHOWN_BYTES_MAX ? "..." : "") + "'",
                    e);
        }
    }

    public static boolean isUtf8(byte[] bytes, int offset, int length) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private String read(int to) {
        while (!tokens.atEnd()) {
            if (tokens.kind() == Token.Kind.STRING) {
                string();
                introduced = false;
            } else {
                introduced = tokens.kind() == Token.Kind.WORD && sql[tokens.start()] == '_';
                copyBlanks(tokens.start());
                written.append(strict(sql, tokens.start(), tokens.end() - tokens.start()));
                copied = tokens.end();
                tokens.advance();
            }
        }
        copyBlanks(to);
        return written.toString();
    }

    /** Blanks and comments, which mean nothing. */
    private void copyBlanks(int to) {
        written.append(new String(sql, copied, to - copied, StandardCharsets.UTF_8));
    }

    /** A string, and those beside it, which are one. */
    private void string() {
        int begin = tokens.start();
        byte[] value = tokens.stringBytes();
        int end = tokens.previousEnd();
        if (isUtf8(sql, begin, end - begin) && !holdsNul(begin, end)) {
            copyBlanks(end);
        } else {
            boolean national = begin > copied && (sql[begin - 1] | 0x20) == 'n';
            copyBlanks(national ? begin - 1 : begin);
            if (!introduced) {
                boolean text = national || isUtf8(value, 0, value.length);
                written.append(text ? "_utf8mb4" : "_binary");
            }
            written.append(" x'").append(HEX.formatHex(value)).append('\'');
        }
        copied = end;
    }

    private boolean holdsNul(int from, int to) {
        for (int i = from; i < to; i++) {
            if (sql[i] == 0) {
                return true;
            }
        }
        return false;
    }
}
