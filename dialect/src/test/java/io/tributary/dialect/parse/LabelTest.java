package io.tributary.dialect.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.RewrittenText;
import io.tributary.dialect.tree.Query;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LabelTest {
    @Test
    void labelsAreTheClientsCharacters() {
        assertThat(labels("select count( * ), 1+ /* c */ 1, 'x', 'it''s' 'y', -1, (select  1) from t"))
                .containsExactly("count( * )", "1+ /* c */ 1", "x", "it'sy", "-1", "(select  1)");
        assertThat(labels("select distinct sql_no_cache f(a, b), [1, 2], case when 1 then 2 end from t limit 3"))
                .containsExactly("f(a, b)", "[1, 2]", "case when 1 then 2 end");
        assertThat(labels("select extract(year from b), trim(a from c), a+1 where 1"))
                .containsExactly("extract(year from b)", "trim(a from c)", "a+1");
    }

    @Test
    void columnsAndAliasesNeedNoLabel() {
        assertThat(labels("select a, t . b, * except (a), t.*, 1 + 1 as c, 1 + 1 d, 1 'e' from t"))
                .containsOnly("");
    }

    @Test
    void labelsOfRewrittenTextsAreTheOriginals() {
        String table = RewrittenText.instead("t", "(select * from t where 1) as t");

        assertThat(labels("select (select max(a) from " + table + ") + 1"))
                .containsExactly("(select max(a) from t) + 1");
    }

    @Test
    void labelsOfVariablesAndParametersAreThoseAndNotTheirValues() {
        String number = RewrittenText.instead("@a", "1");
        String text = RewrittenText.instead("?", "'x'");

        assertThat(labels("select " + number + "+1, 1+" + number + ", " + text + ", f(" + number + "), -" + text))
                .containsExactly("@a+1", "1+@a", "?", "f(@a)", "-?");
        assertThat(Lexed.lex("select " + number + " + a", SqlMode.NONE).key())
                .isEqualTo(Lexed.lex("select " + RewrittenText.instead("@a", "2") + " + a", SqlMode.NONE)
                        .key());
    }

    private static List<String> labels(String sql) {
        Query.Select select = (Query.Select) MySqlParser.query(Lexed.lex(sql, SqlMode.NONE));
        return select.items().stream().map(Query.Item::label).toList();
    }
}
