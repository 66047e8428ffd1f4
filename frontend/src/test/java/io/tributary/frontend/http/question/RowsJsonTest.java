package io.tributary.frontend.http.question;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.frontend.execution.Answer;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowsJsonTest {
    private static final Answer.LocalRows ROWS = new Answer.LocalRows(
            List.of(number("n"), text("t")),
            List.of(Arrays.asList("1.5e20", "7"), Arrays.asList(null, null), Arrays.asList("NaN", "\"")));

    private interface Written {
        void write(JsonGenerator json) throws IOException;
    }

    private static String json(Written written) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            written.write(json);
        }
        return text.toString();
    }

    @Test
    void numbersAreJsonsWhereTheyCanBe() throws IOException {
        assertThat(json(json -> RowsJson.resultSet(json, ROWS)))
                .isEqualTo("{\"type\":\"result_set\",\"meta\":[{\"name\":\"n\",\"type\":\"BIGINT\"},"
                        + "{\"name\":\"t\",\"type\":\"VARCHAR\"}],"
                        + "\"data\":[[1.5e20,\"7\"],[null,null],[\"NaN\",\"\\\"\"]],\"status\":{}}");
    }

    @Test
    void nodesAreTextsInEachForm() throws IOException {
        assertThat(json(json -> RowsJson.table(json, ROWS)))
                .startsWith(
                        "{\"column_names\":[\"n\",\"t\"],\"columnNames\":[\"n\",\"t\"],\"rows\":[[\"1.5e20\",\"7\"]");
        assertThat(json(json -> RowsJson.objects(json, ROWS)))
                .contains("\"rows\":[{\"n\":\"1.5e20\",\"t\":\"7\"},{\"n\":null,\"t\":null}");
    }
}
