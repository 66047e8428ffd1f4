package io.tributary.contract.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                " { \"a\" : [ 1 , -0.5e+3 , true , false , null , \"\\u00e9\\n\" ] , \"b\" : { } } ",
                "0",
                "-0",
                "1E5",
                "\"\"",
                "[[[[1]]],{\"a\":[]}]",
                "null"
            })
    void oneValueIsTaken(String text) {
        assertThat(isValid(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[1,]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "01",
                "1.",
                ".5",
                "+1",
                "1e",
                "tru",
                "nulls",
                "'a'",
                "\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\t\"",
                "1 2",
                "[1}",
                "{\"a\":1]",
                "[1 2]",
                ",",
                "NaN",
                "-"
            })
    void everythingElseIsRefused(String text) {
        assertThat(isValid(text)).isFalse();
    }

    @Test
    void nestingIsTakenUpToItsLimit() {
        int limit = JsonText.DEPTH_MAX;
        assertThat(isValid("[".repeat(limit) + "]".repeat(limit))).isTrue();
        assertThat(isValid("[".repeat(limit + 1) + "]".repeat(limit + 1))).isFalse();
    }

    @Test
    void everyPrefixOfADocumentIsRefused() {
        String document = "{\"a\":[1,2.5,\"x\\\"y\",null],\"b\":{\"c\":true}}";
        for (int length = 0; length < document.length(); length++) {
            assertThat(isValid(document.substring(0, length))).isFalse();
        }
    }

    private static boolean isValid(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return JsonText.isValid(bytes, 0, bytes.length);
    }
}
