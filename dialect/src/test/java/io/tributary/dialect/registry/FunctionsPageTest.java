package io.tributary.dialect.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FunctionsPageTest {
    private static final Path PAGE = Path.of("../docs/functions.md");

    @Test
    void thePageHasTheFunctionsOfTheRegistry() throws IOException {
        List<String> page = Files.readAllLines(PAGE);
        int begin = page.indexOf(FunctionsPage.BEGIN);
        int end = page.indexOf(FunctionsPage.END) + 1;
        if (Boolean.getBoolean("tributary.write")) {
            List<String> written = new ArrayList<>(page.subList(0, begin));
            written.addAll(FunctionsPage.lines());
            written.addAll(page.subList(end, page.size()));
            Files.write(PAGE, written);
        } else {
            assertThat(page.subList(begin, end))
                    .as("what FunctionsPageTest writes with -Dtributary.write=true")
                    .isEqualTo(FunctionsPage.lines());
        }
    }
}
