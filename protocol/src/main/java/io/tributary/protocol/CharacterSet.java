package io.tributary.protocol;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Character sets by the collation ids of the wire.
 *
 * <p>Any id is accepted: those of latin1 mean latin1 (which in MySQL is windows-1252), every other one means utf8mb4.
 */
public final class CharacterSet {
    public static final int LATIN1_SWEDISH_CI = 8;
    public static final int UTF8MB3_GENERAL_CI = 33;
    public static final int UTF8MB4_GENERAL_CI = 45;
    public static final int UTF8MB4_BIN = 46;
    /** The collation of columns whose values are not text: numbers, dates, VARBINARY. */
    public static final int BINARY = 63;

    public static final int UTF8MB4_0900_AI_CI = 255;
    /** Fits column definitions (two bytes), not the handshake (one byte). */
    public static final int UTF8MB4_0900_BIN = 309;

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    private CharacterSet() {}

    public static boolean isLatin1(int collationId) {
        return switch (collationId) {
            case 5, 8, 15, 31, 47, 48, 49, 94 -> true;
            default -> false;
        };
    }

    public static Charset charset(int collationId) {
        return isLatin1(collationId) ? WINDOWS_1252 : StandardCharsets.UTF_8;
    }
}
