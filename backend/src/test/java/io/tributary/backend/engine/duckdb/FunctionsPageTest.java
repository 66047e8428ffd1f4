package io.tributary.backend.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class FunctionsPageTest {
    @Test
    void everyAllowedFunctionStandsOnThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/functions.md"));

        assertThat(MySqlFunctions.names()).hasSizeGreaterThan(100).allSatisfy(name -> assertThat(page)
                .contains("`" + name.toUpperCase(Locale.ROOT) + "`"));
    }
}
