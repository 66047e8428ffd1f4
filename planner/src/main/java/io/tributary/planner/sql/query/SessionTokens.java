package io.tributary.planner.sql.query;

import io.tributary.contract.information.SystemTables;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.SessionFunction;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.token.Words;
import java.util.Set;

/**
 * What a text for the engine holds that only the session knows.
 *
 * @param text of the statement from the cursor on, without its semicolon, and without the catalog of tables and columns
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
        StringBuilder before = new StringBuilder();
        while (!tokens.atEnd()) {
            if (tokens.atSymbol(';')) {
                tokens.expectEnd();
                break;
            }
            if (isCatalog(tokens)) {
                before.append(tokens.text(begin, tokens.start()));
                tokens.advance();
                tokens.advance();
                begin = tokens.start();
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
        String rest = tokens.text(begin, Math.max(end, tokens.executableEnd(begin)));
        return new SessionTokens(
                before.isEmpty() ? rest : before.append(rest).toString(), any, parameters, readsTables);
    }

    /** Whether {@code internal.database.table} begins here; stays there. An engine knows no catalogs. */
    private static boolean isCatalog(Tokens tokens) {
        // Most words need no copy: it is as long as the catalog, or that in quotes.
        int quotes = tokens.end() - tokens.start() - Names.CATALOG.length();
        if ((quotes != 0 && quotes != 2) || !tokens.atIdentifier() || !tokens.followedBy('.')) {
            return false;
        }
        return tokens.ahead(() -> tokens.identifier().equals(Names.CATALOG)
                && tokens.acceptSymbol('.')
                && tokens.atIdentifier()
                && tokens.followedBy('.'));
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
