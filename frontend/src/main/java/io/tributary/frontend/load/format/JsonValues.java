package io.tributary.frontend.load.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.contract.row.encode.CellIndex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The wanted values of one JSON object: where each stands in the bytes, and what it is. What is not wanted is passed over. Of
 * members of one name the last counts. Used for one row after the other, by one thread at a time.
 */
final class JsonValues {
    private enum Kind {
        MISSING,
        NULL,
        FALSE,
        TRUE,
        NUMBER,
        /** A text, which stands without its quotes. */
        TEXT,
        /** Text that is written with escapes, as what it means. */
        UNESCAPED,
        /** An object or an array. */
        COMPOSITE
    }

    private static final byte[] NO_TEXT = {(byte) 0xff};

    private final JsonSelection wanted;
    private final boolean numbersAsText;
    private final Kind[] kinds;
    private final int[] starts;
    private final int[] ends;
    private final byte[][] unescaped;

    private byte[] bytes = {};
    /** Where the parser's document begins. */
    private int origin;

    private int found;

    JsonValues(JsonSelection wanted, int places, boolean numbersAsText) {
        this.wanted = wanted;
        this.numbersAsText = numbersAsText;
        kinds = new Kind[places];
        starts = new int[places];
        ends = new int[places];
        unescaped = new byte[places][0];
    }

    /**
     * Walks the object or array at which the parser stands, to its end.
     *
     * @param source what the parser reads
     * @param documentStart where in it
     * @return whether any wanted value is there, be it null
     * @throws IOException where the rest is not JSON
     */
    boolean read(JsonParser parser, byte[] source, int documentStart) throws IOException {
        bytes = source;
        origin = documentStart;
        found = 0;
        Arrays.fill(kinds, Kind.MISSING);
        value(parser, wanted);
        return found > 0;
    }

    private void value(JsonParser parser, @Nullable JsonSelection here) throws IOException {
        if (here == null) {
            parser.skipChildren();
            return;
        }
        JsonToken token = parser.currentToken();
        int start = origin + (int) parser.currentTokenLocation().getByteOffset();
        switch (token) {
            case START_OBJECT -> {
                object(parser, here);
                keep(here, Kind.COMPOSITE, start, position(parser));
            }
            case START_ARRAY -> {
                array(parser, here);
                keep(here, Kind.COMPOSITE, start, position(parser));
            }
            case VALUE_STRING -> text(parser, here, start);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                keep(here, numbersAsText ? Kind.TEXT : Kind.NUMBER, start, start + parser.getTextLength());
            case VALUE_TRUE -> keep(here, Kind.TRUE, start, position(parser));
            case VALUE_FALSE -> keep(here, Kind.FALSE, start, position(parser));
            case VALUE_NULL -> keep(here, Kind.NULL, start, start);
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException(token + " where a value begins");
        }
    }

    private void object(JsonParser parser, JsonSelection here) throws IOException {
        if (!here.hasMembers()) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            JsonSelection member = here.member(parser.currentName());
            parser.nextToken();
            value(parser, member);
        }
    }

    private void array(JsonParser parser, JsonSelection here) throws IOException {
        if (!here.hasElements()) {
            parser.skipChildren();
            return;
        }
        for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
            value(parser, here.element(index));
        }
    }

    private void text(JsonParser parser, JsonSelection here, int start) throws IOException {
        if (here.places().length == 0) {
            return;
        }
        // Read to its end, which is where its bytes are checked.
        parser.finishToken();
        int end = position(parser) - 1;
        for (int at = start + 1; at < end; at++) {
            if (bytes[at] == '\\') {
                byte[] meant = utf8(parser.getText());
                for (int place : here.places()) {
                    unescaped[place] = meant;
                }
                keep(here, Kind.UNESCAPED, start, end + 1);
                return;
            }
        }
        keep(here, Kind.TEXT, start + 1, end);
    }

    /** Half a surrogate pair is no character: such a text is refused like bytes that are not UTF-8. */
    private static byte[] utf8(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSurrogatePair(text.charAt(i), i + 1 < text.length() ? text.charAt(i + 1) : ' ')) {
                    return NO_TEXT;
                }
                i++;
            }
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private int position(JsonParser parser) {
        return origin + (int) parser.currentLocation().getByteOffset();
    }

    private void keep(JsonSelection here, Kind kind, int start, int end) {
        for (int place : here.places()) {
            found++;
            kinds[place] = kind;
            starts[place] = start;
            ends[place] = end;
        }
    }

    /**
     * Adds the value of a place to the row that is being written: DEFAULT where there is none.
     *
     * @param json whether the column keeps JSON, to which a truth value is a word and no number
     */
    void addTo(CellIndex cells, int place, boolean json) {
        int start = starts[place];
        int length = ends[place] - start;
        switch (kinds[place]) {
            case MISSING -> cells.addDefault();
            case NULL -> cells.addNull();
            case FALSE, TRUE -> {
                if (json) {
                    cells.addText(bytes, start, length);
                } else {
                    cells.addBoolean(kinds[place] == Kind.TRUE);
                }
            }
            case NUMBER -> cells.addNumber(bytes, start, length);
            case TEXT, COMPOSITE -> cells.addText(bytes, start, length);
            case UNESCAPED -> {
                byte[] meant = unescaped[place];
                cells.addText(meant, 0, meant.length);
            }
        }
    }
}
