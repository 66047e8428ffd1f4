package io.tributary.planner.sql.definition;

import io.tributary.dialect.token.Tokens;

/** What MySQL lets stand behind CREATE INDEX, DROP INDEX and ALTER TABLE: how to go about it, which is nobody's concern here. */
final class IndexOptions {
    private IndexOptions() {}

    /** Passes over {@code ALGORITHM [=] x} and {@code LOCK [=] x}. */
    static void skip(Tokens tokens) {
        while (isAt(tokens)) {
            tokens.advance();
            tokens.acceptSymbol('=');
            tokens.identifier();
        }
    }

    static boolean isAt(Tokens tokens) {
        return tokens.atAny("ALGORITHM", "LOCK");
    }
}
