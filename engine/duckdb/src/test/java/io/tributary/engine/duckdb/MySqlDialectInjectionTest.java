package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.ColumnTypes;
import io.tributary.dialect.MySqlDialect;
import io.tributary.dialect.Token;
import io.tributary.dialect.Tokenizer;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MySqlDialectInjectionTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 1);

    /** The word is one to the engine only if the quotes around it are gone. */
    private static final List<String> QUOTED = List.of("'escaped'", "'9, escaped'", "'0) escaped'", "`9, escaped`");

    @Test
    void aQuotedTextStaysOneTokenAtEveryPlaceOfEveryStatement() throws Exception {
        int written = 0;
        for (String sql : statements()) {
            List<Token> tokens = Tokenizer.tokenize(sql, SqlMode.NONE);
            for (Token token : tokens) {
                for (String quoted : QUOTED) {
                    String rest = sql.substring(token.end());
                    written += check(sql.substring(0, token.start()) + " " + quoted + " " + rest);
                    written += check(sql.substring(0, token.end()) + " " + quoted + " " + rest);
                }
            }
        }
        assertThat(written).isGreaterThan(1000);
    }

    private static int check(String sql) {
        String text;
        try {
            text = MySqlDialect.query(sql, CONTEXT, ColumnTypes.NONE).text();
        } catch (TributaryException e) {
            return 0;
        }
        assertThat(Tokenizer.tokenize(text, SqlMode.of("ANSI_QUOTES,NO_BACKSLASH_ESCAPES")))
                .as("%s became %s", sql, text)
                .noneMatch(token -> token.isWord("escaped"));
        return 1;
    }

    private static List<String> statements() throws Exception {
        List<String> statements = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(MySqlDialectTest.class.getResourceAsStream("dialect.sql"))) {
            String previous = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (line.startsWith("= ") && (previous.startsWith("SELECT") || previous.startsWith("WITH"))) {
                    statements.add(previous);
                }
                previous = line;
            }
        }
        return statements;
    }
}
