package io.tributary.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.dialect.function.JavaFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FunctionsPageTest {
    @Test
    void everyAllowedFunctionStandsOnThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/functions.md"));

        Set<String> names = new HashSet<>(MySqlFunctions.names());
        names.addAll(JavaFunctions.names());
        assertThat(names).hasSizeGreaterThan(150).allSatisfy(name -> assertThat(page)
                .contains("`" + name.toUpperCase(Locale.ROOT) + "`"));
    }
}
