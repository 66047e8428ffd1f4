package io.tributary.planner.sql.query;

import io.tributary.contract.information.SystemTables;
import io.tributary.dialect.token.SessionFunction;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.token.Words;
import java.util.Set;

/**
 * What a text for the engine holds that only the session knows.
 *
 * @param text of the statement from the cursor on, without its semicolon
 * @param any whether a variable, a function of the session or the list of sessions stands in it
 * @param parameters number of {@code ?}
 * @param readsTables whether FROM or TABLE stands in it: no query reads a table without one of them
 */
public record SessionTokens(String text, boolean any, int parameters, boolean readsTables) {
    static final String PROCESSLIST = "PROCESSLIST";

    private static final Set<String> FUNCTIONS = Words.set(String.join(" ", SessionFunction.allNames()));

    /** Reads to the end. A second statement behind a semicolon is a syntax error. */
    public static SessionTokens read(Tokens tokens) {
        int begin = tokens.start();
        int end = begin;
        boolean any = false;
        int parameters = 0;
        boolean readsTables = false;
        while (!tokens.atEnd()) {
            if (tokens.atSymbol(';')) {
                tokens.expectEnd();
                break;
            }
            switch (tokens.kind()) {
                case PARAMETER -> parameters++;
                case SYSTEM_VARIABLE, USER_VARIABLE -> any = true;
                case WORD -> {
                    any = any || isFunction(tokens) || isProcessList(tokens);
                    readsTables = readsTables || tokens.atAny("FROM", "TABLE");
                }
                case QUOTED -> any = any || isProcessList(tokens);
                default -> {}
            }
            end = tokens.end();
            tokens.advance();
        }
        // A comment that is executed may close behind the last word.
        return new SessionTokens(
                tokens.text(begin, Math.max(end, tokens.executableEnd(begin))), any, parameters, readsTables);
    }

    /** Whether {@code information_schema.processlist} begins here; stays there. */
    static boolean isProcessList(Tokens tokens) {
        if (!tokens.followedBy('.')) {
            return false;
        }
        return tokens.ahead(() -> tokens.identifier().equalsIgnoreCase(SystemTables.INFORMATION_SCHEMA)
                && tokens.acceptSymbol('.')
                && tokens.atIdentifier()
                && tokens.identifier().equalsIgnoreCase(PROCESSLIST));
    }

    /** Whether one of the session's functions begins here; stays there. */
    static boolean isFunction(Tokens tokens) {
        if (tokens.kind() != Token.Kind.WORD) {
            return false;
        }
        if (tokens.at(SessionFunction.CURRENT_USER.name())) {
            return true;
        }
        // The shortest is USER, the longest LAST_INSERT_ID: most words need no copy.
        int length = tokens.end() - tokens.start();
        return length >= 4 && length <= 14 && tokens.followedBy('(') && FUNCTIONS.contains(tokens.upper());
    }
}
