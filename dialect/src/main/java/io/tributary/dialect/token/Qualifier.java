package io.tributary.dialect.token;

import io.tributary.contract.schema.SqlMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The name of the one source that a statement has, as it stands before names of its columns.
 *
 * @param alias or empty
 */
public record Qualifier(String alias) {
    /** The text with the bare names of the columns; {@code alias.*} is {@code *}. */
    public String removedFrom(String text) {
        if (alias.isEmpty()) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Tokens tokens = new Tokens(bytes, 0, bytes.length, SqlMode.DEFAULT);
        StringBuilder out = new StringBuilder();
        int copied = 0;
        while (!tokens.atEnd()) {
            int begin = tokens.start();
            if (isAlias(tokens) && tokens.followedBy('.')) {
                // The alias, then the point.
                tokens.advance();
                tokens.advance();
                out.append(tokens.text(copied, begin));
                copied = tokens.start();
            }
            tokens.advance();
        }
        return out.append(tokens.text(copied, tokens.limit())).toString();
    }

    private boolean isAlias(Tokens tokens) {
        return switch (tokens.kind()) {
            case WORD -> tokens.at(alias.toUpperCase(Locale.ROOT));
            case QUOTED -> tokens.unquote(tokens.start(), tokens.end()).equalsIgnoreCase(alias);
            default -> false;
        };
    }
}
