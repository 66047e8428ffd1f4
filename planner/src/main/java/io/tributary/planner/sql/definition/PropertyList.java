package io.tributary.planner.sql.definition;

import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code ("key" = "value", …)} with either quotes, or none around simple words. */
public final class PropertyList {
    private PropertyList() {}

    /** Reads the properties in the order written; a repeated key takes its last value. */
    public static Map<String, String> parse(Tokens tokens) {
        Map<String, String> properties = new LinkedHashMap<>();
        tokens.expectSymbol('(');
        do {
            if (!properties.isEmpty() && tokens.atSymbol(')')) {
                break;
            }
            String key = tokens.identifierOrString();
            tokens.expectSymbol('=');
            properties.put(key, tokens.kind() == Token.Kind.NUMBER ? tokens.written() : tokens.identifierOrString());
        } while (tokens.acceptSymbol(','));
        tokens.expectSymbol(')');
        return properties;
    }
}
