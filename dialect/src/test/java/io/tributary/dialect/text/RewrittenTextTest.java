package io.tributary.dialect.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RewrittenTextTest {
    @Test
    void whatTheClientWroteIsKeptBesideWhatTheEngineReads() {
        String text = "SELECT " + RewrittenText.instead("$1\nPARTITION (p)", "'a' -- \n") + ", x FROM "
                + RewrittenText.instead("", "(SELECT 1)");

        assertThat(text).contains("'a' -- \n").contains("(SELECT 1)");
        assertThat(RewrittenText.original(text)).isEqualTo("SELECT $1\nPARTITION (p), x FROM ");
    }

    @Test
    void aCommentWithinWhatTheClientWroteEndsNothing() {
        assertThat(RewrittenText.original(RewrittenText.instead("p /* c */", "q") + " r"))
                .isEqualTo(" r");
    }

    @Test
    void otherTextsStayAsTheyAre() {
        String text = "SELECT 1 /* c */ /*$-*/";

        assertThat(RewrittenText.original(text)).isSameAs(text);
    }
}
