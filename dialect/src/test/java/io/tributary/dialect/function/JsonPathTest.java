package io.tributary.dialect.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonPathTest {
    private static List<String> found(String path, String document) {
        return JsonPath.parse(path).findAll(JsonText.parse(document)).stream()
                .map(JsonNode::toString)
                .toList();
    }

    @Test
    void blanksBetweenStepsMeanNothing() {
        assertThat(found(" $ . a [ 1 ] ", "{\"a\":[1,2]}")).containsExactly("2");
    }

    @Test
    void aNameInQuotesIsAJsonString() {
        assertThat(found("$.\"\\u0061.b\"", "{\"a.b\":1}")).containsExactly("1");
    }

    @Test
    void aScalarIsAnArrayOfItself() {
        assertThat(found("$.a[0]", "{\"a\":1}")).containsExactly("1");
        assertThat(found("$.a[last]", "{\"a\":1}")).containsExactly("1");
        assertThat(found("$.a[1]", "{\"a\":1}")).isEmpty();
    }

    @Test
    void wildcardsAndRangesLeadToManyPlaces() {
        String document = "{\"a\":[1,2,3],\"b\":{\"a\":4}}";

        assertThat(found("$.a[*]", document)).containsExactly("1", "2", "3");
        assertThat(found("$.a[1 to last]", document)).containsExactly("2", "3");
        assertThat(found("$.*", document)).hasSize(2);
        assertThat(found("$**.a", document)).containsExactly("[1,2,3]", "4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "$.", "$.user-id", "$.1a", "$a", "$..a", "$.a[", "$.a[-1]", "$**", "$.\"a"})
    void whatIsNoPathIsRefused(String text) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> JsonPath.parse(text))
                .matches(e -> e.code() == ErrorCode.INVALID_JSON_PATH);
    }
}
