package io.tributary.planner.sql.load;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.sql.query.FieldNames;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * A value of a SELECT with the name that stands behind it without AS.
 *
 * @param name or empty
 */
record NamedValue(String value, String name) {
    private static final Set<String> UNITS = Set.of(
            "MICROSECOND",
            "SECOND",
            "MINUTE",
            "HOUR",
            "DAY",
            "WEEK",
            "MONTH",
            "QUARTER",
            "YEAR",
            "DAY_HOUR",
            "DAY_MICROSECOND",
            "DAY_MINUTE",
            "DAY_SECOND",
            "HOUR_MICROSECOND",
            "HOUR_MINUTE",
            "HOUR_SECOND",
            "MINUTE_MICROSECOND",
            "MINUTE_SECOND",
            "SECOND_MICROSECOND",
            "YEAR_MONTH");

    /** Takes the last word for a name where what stands before it is a value already. */
    static NamedValue of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Tokens tokens = new Tokens(bytes, 0, bytes.length, SqlMode.DEFAULT);
        boolean afterValue = false;
        boolean named = false;
        boolean inInterval = false;
        int begin = 0;
        int valueEnd = 0;
        while (!tokens.atEnd()) {
            boolean unit = inInterval && tokens.kind() == Tokens.Kind.WORD && UNITS.contains(tokens.upper());
            named = afterValue && tokens.atIdentifier() && !unit && !FieldNames.isOperator(tokens);
            begin = tokens.start();
            valueEnd = tokens.previousEnd();
            inInterval = tokens.at("INTERVAL") || (inInterval && !unit);
            afterValue = isValueEnd(tokens);
            tokens.advance();
        }
        if (!named) {
            return new NamedValue(text, "");
        }
        tokens.moveTo(begin);
        return new NamedValue(tokens.text(0, valueEnd), tokens.identifier());
    }

    private static boolean isValueEnd(Tokens tokens) {
        return switch (tokens.kind()) {
            case WORD -> !FieldNames.isOperator(tokens) || tokens.atAny("END", "NULL", "TRUE", "FALSE");
            case QUOTED, NUMBER, STRING -> true;
            default -> tokens.atSymbol(')') || tokens.atSymbol(']');
        };
    }
}
