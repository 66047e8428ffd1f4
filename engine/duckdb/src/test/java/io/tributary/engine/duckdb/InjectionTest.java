package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.bind.Catalog;
import io.tributary.dialect.compile.SqlCompiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class InjectionTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 1);

    /** The word is one to the engine only if the quotes around it are gone. */
    private static final List<String> QUOTED = List.of("'escaped'", "'9, escaped'", "'0) escaped'", "`9, escaped`");

    private static final Pattern WORD = Pattern.compile("\\w+|\\S");
    private static final Pattern QUOTED_BY_THE_ENGINE = Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"");

    private static final Catalog NO_TABLES = new Catalog() {
        @Override
        public Object version() {
            return 1;
        }

        @Override
        public Optional<TableSchema> find(String database, String table) {
            return Optional.empty();
        }
    };

    private final SqlCompiler compiler = new SqlCompiler(TableSchema::name);

    @Test
    void aQuotedTextStaysOneTokenAtEveryPlaceOfEveryStatement() throws IOException {
        int written = 0;
        for (String sql : statements()) {
            Matcher word = WORD.matcher(sql);
            while (word.find()) {
                for (String quoted : QUOTED) {
                    String rest = sql.substring(word.end());
                    written += check(sql.substring(0, word.start()) + " " + quoted + " " + rest);
                    written += check(sql.substring(0, word.end()) + " " + quoted + " " + rest);
                }
            }
        }
        assertThat(written).isGreaterThan(1000);
    }

    private int check(String sql) {
        String text;
        try {
            text = compiler.query(sql, CONTEXT, NO_TABLES).text();
        } catch (TributaryException e) {
            return 0;
        }
        assertThat(QUOTED_BY_THE_ENGINE.matcher(text).replaceAll(""))
                .as("%s became %s", sql, text)
                .doesNotContain("escaped");
        return 1;
    }

    private static List<String> statements() throws IOException {
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
