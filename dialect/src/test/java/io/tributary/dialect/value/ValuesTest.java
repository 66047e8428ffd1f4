package io.tributary.dialect.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ValuesTest {
    private static final String BETWEEN = " = ";

    @ParameterizedTest
    @ValueSource(strings = {"mariadb.txt", "mysql.txt"})
    void everyCallHasTheAnswerOfTheServers(String file) throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String line : lines(file)) {
            int end = line.lastIndexOf(BETWEEN);
            String call = line.substring(0, end);
            String answer = withoutZeros(ValueCall.parse(call).answer());
            if (!answer.equals(withoutZeros(line.substring(end + BETWEEN.length())))) {
                wrong.add(line + " but was " + answer);
            }
        }
        assertThat(wrong).as(String.join("\n", wrong)).isEmpty();
    }

    private static List<String> lines(String file) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ValuesTest.class.getResourceAsStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    /** The digits of a fraction behind a time are its type's, which a call does not know. */
    private static String withoutZeros(String answer) {
        return answer.matches(".*:\\d\\d\\.\\d+") ? answer.replaceFirst("\\.?0*$", "") : answer;
    }
}
