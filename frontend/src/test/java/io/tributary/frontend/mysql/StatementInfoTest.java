package io.tributary.frontend.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StatementInfoTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CREATE USER 'ada' IDENTIFIED BY 'secret'|CREATE USER ...",
                "  alter user 'ada' identified by 'secret'|alter user ...",
                "SET PASSWORD='secret'|SET PASSWORD ...",
                "SET/**/PASSWORD = PASSWORD('secret')|SET ...",
                "/* now */ CREATE USER'ada'IDENTIFIED BY'secret'|...",
                "SELECT 1; CREATE USER ada IDENTIFIED BY 'secret'|SELECT ...",
            })
    void aStatementThatCouldHoldAPasswordShowsItsFirstWordsOnly(String sql, String shown) {
        assertThat(info(sql)).isEqualTo(shown);
    }

    @Test
    void anyOtherShowsItsBeginning() {
        assertThat(info("SELECT 1")).isEqualTo("SELECT 1");
        assertThat(info("x".repeat(1_000))).hasSize(StatementInfo.BYTES_MAX);
    }

    private static String info(String sql) {
        return StatementInfo.of(sql.getBytes(StandardCharsets.UTF_8));
    }
}
