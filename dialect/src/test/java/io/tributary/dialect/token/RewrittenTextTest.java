package io.tributary.dialect.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RewrittenTextTest {
    private static final String BEGINNING = "You have an error; check the manual to use near '";
    private static final String END = "' at line 1";
    private static final String SENT = "x " + RewrittenText.instead("@name", "'its value'") + " FROM t";

    private static String told(String quoted) {
        return RewrittenText.inMessage(BEGINNING + quoted + END);
    }

    @Test
    void aMessageQuotesWhatTheClientWrote() {
        assertThat(told(SENT)).isEqualTo(BEGINNING + "x @name FROM t" + END);
        assertThat(told(SENT + ", " + SENT)).isEqualTo(BEGINNING + "x @name FROM t, x @name FROM t" + END);
    }

    /** An engine quotes from where it stopped, and so many characters. */
    @Test
    void whereverTheQuotationIsCutNoMarkIsTold() {
        for (int from = SENT.indexOf('\''); from < SENT.length(); from++) {
            int end = SENT.indexOf("/*$-*/");
            if (from <= end || from > end + 5) {
                assertThat(told(SENT.substring(from))).doesNotContain("/*").doesNotContain("*/");
            }
        }
        for (int to = 1; to <= SENT.length(); to++) {
            String told = told(SENT.substring(0, to));
            assertThat(told).doesNotContain("$").startsWith(BEGINNING + "x").endsWith(END);
        }
    }

    @Test
    void otherMessagesAreLeftAsTheyAre() {
        for (String message : new String[] {"no * / here", "/* a comment */ of the client", "costs $5", ""}) {
            assertThat(RewrittenText.inMessage(message)).isEqualTo(message);
        }
    }
}
