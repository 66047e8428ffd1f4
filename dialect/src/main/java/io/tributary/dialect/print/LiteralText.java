package io.tributary.dialect.print;

import io.tributary.dialect.tree.Literals.Value;

/** Literals of a statement as those of the embedded engine. */
final class LiteralText {
    private LiteralText() {}

    static String of(Value value) {
        return switch (value.kind()) {
            case INTEGER, DECIMAL, DOUBLE -> value.text();
            case TEXT -> text(value.text());
            case BYTES, BINARY_TEXT -> bytes(value.text());
        };
    }

    /** The engine's texts cannot hold a NUL. */
    static String text(String characters) {
        return "'" + characters.replace("'", "''").replace("\0", "' || chr(0) || '") + "'";
    }

    /** @param hex digits */
    static String bytes(String hex) {
        StringBuilder text = new StringBuilder("CAST('");
        for (int i = 0; i < hex.length(); i += 2) {
            text.append("\\x").append(hex, i, i + 2);
        }
        return text.append("' AS BLOB)").toString();
    }
}
