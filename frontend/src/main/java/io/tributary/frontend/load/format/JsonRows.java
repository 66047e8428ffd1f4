package io.tributary.frontend.load.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The rows of a JSON body, straight into row blocks: values go on as they are written, so no number passes through a double.
 * A line that is no JSON is a bad row, and so is an object without any of the values that are wanted; elsewhere what is no
 * JSON ends the load, for nobody knows where the next row begins.
 */
final class JsonRows extends PiecewiseRows implements LoadRows {
    /** The longest line, element of an outer array, or document, in bytes: what is read as a whole. */
    static final int DOCUMENT_BYTES_MAX = 64 << 20;

    private static final byte[] ONE = {'1'};
    /** UTF-8 always; names are the clients', so they are not kept for good, and many that collide are no error. */
    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(DOCUMENT_BYTES_MAX)
                    .maxNameLength(DOCUMENT_BYTES_MAX)
                    .build())
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    /** Advice of the parser to who has written the program. */
    private static final Pattern PARSERS_OWN = Pattern.compile(", from `[^`]*`|: enable `[^`]*` to allow");

    private final JsonFormat format;
    private final int[] positions;
    private final int[] sources;
    private final boolean[] keepsJson;
    private final JsonScanner scanner;
    private final JsonValues values;
    /** Whether the scanner's values are the elements of the array that is to be stripped. */
    private final boolean scansElements;
    /** Where the rows of the index stand: beginning and end of each. */
    private int[] indexedRows = new int[256];

    private int rowStart;
    private int rowEnd;

    /**
     * @param columns of the writer, without a delete sign
     * @param writer with its filter; it is reset first
     */
    JsonRows(JsonFormat format, List<Column> columns, SourceFields fields, RowBlockWriter writer) {
        super(writer);
        this.format = format;
        positions = fields.targets().toArray();
        sources = fields.sourceArray();
        keepsJson = new boolean[positions.length];
        for (int i = 0; i < positions.length; i++) {
            keepsJson[i] = positions[i] < columns.size()
                    && isJson(columns.get(positions[i]).type().kind());
        }
        scansElements = format.layout() == JsonFormat.Layout.DOCUMENTS
                && format.stripsArray()
                && format.root().equals(DorisJsonPath.DOCUMENT);
        scanner = new JsonScanner(scanned(), format.lineEnd());
        int places = Math.max(fields.names().size(), format.paths().size());
        values = new JsonValues(
                format.paths().isEmpty() ? JsonSelection.named(fields.names()) : JsonSelection.at(format.paths()),
                places,
                format.numbersAsText());
    }

    private static boolean isJson(ColumnType.Kind kind) {
        return kind == ColumnType.Kind.JSON || kind == ColumnType.Kind.VARIANT;
    }

    private JsonScanner.Values scanned() {
        return switch (format.layout()) {
            case LINES -> JsonScanner.Values.LINES;
            case BY_FIRST_LINE -> JsonScanner.Values.BY_FIRST_LINE;
            case DOCUMENTS -> scansElements ? JsonScanner.Values.ELEMENTS : JsonScanner.Values.DOCUMENTS;
        };
    }

    @Override
    void read(boolean last) {
        byte[] bytes = input.bytes();
        scanner.begin(bytes, input.from(), input.to(), last);
        writer.cells().begin(bytes, positions);
        while (scanner.next()) {
            requireShort(scanner.end() - scanner.start());
            document(bytes, scanner.start(), scanner.end());
        }
        blocks.endInput();
        requireShort(input.readTo(scanner.position()));
    }

    private void requireShort(int length) {
        if (length > DOCUMENT_BYTES_MAX) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "the JSON value behind row " + rowCount + " is longer than " + DOCUMENT_BYTES_MAX
                            + " bytes; rows in one array are read one by one with strip_outer_array and no json_root");
        }
    }

    private void document(byte[] bytes, int start, int end) {
        rowStart = start;
        rowEnd = end;
        try (JsonParser parser = JSON.createParser(bytes, start, end - start)) {
            parser.nextToken();
            if (!descend(parser)) {
                refuse("json_root is not found");
            } else if (!format.stripsArray() || scansElements) {
                row(parser, bytes, start);
            } else if (parser.currentToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    element(parser, bytes, start);
                }
                readToEnd(parser);
            } else {
                refuse("JSON data is not an array-object, `strip_outer_array` must be FALSE");
            }
        } catch (JsonProcessingException e) {
            String why = PARSERS_OWN.matcher(e.getOriginalMessage()).replaceAll("");
            if (!scanner.readsLines()) {
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT, "the JSON body is broken behind row " + rowCount + ": " + why, e);
            }
            rowStart = start;
            rowEnd = end;
            refuse("Invalid JSON text: " + why);
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes that are there", e);
        }
    }

    /** Goes to the value at json_root; false where there is none. */
    private boolean descend(JsonParser parser) throws IOException {
        for (DorisJsonPath.Step step : format.root().steps()) {
            if (!(step.isMember() ? toMember(parser, step.name()) : toElement(parser, step.index()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean toMember(JsonParser parser, String name) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = parser.currentName().equals(name);
            parser.nextToken();
            if (found) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    private static boolean toElement(JsonParser parser, int index) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return false;
        }
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (i == index) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    /** A row that is a document, whose end is read before the row counts. */
    private void row(JsonParser parser, byte[] bytes, int start) throws IOException {
        JsonToken token = parser.currentToken();
        boolean any = token == JsonToken.START_OBJECT && values.read(parser, bytes, start);
        if (token != JsonToken.START_OBJECT) {
            parser.skipChildren();
        }
        readToEnd(parser);
        if (token == JsonToken.START_OBJECT) {
            add(any);
        } else {
            refuse(
                    token == JsonToken.START_ARRAY
                            ? "JSON data is array-object, `strip_outer_array` must be TRUE"
                            : "Expect json object value");
        }
    }

    private void element(JsonParser parser, byte[] bytes, int start) throws IOException {
        boolean object = parser.currentToken() == JsonToken.START_OBJECT;
        rowStart = start + (int) parser.currentTokenLocation().getByteOffset();
        boolean any = object && values.read(parser, bytes, start);
        if (!object) {
            parser.skipChildren();
            parser.finishToken();
        }
        rowEnd = start + (int) parser.currentLocation().getByteOffset();
        if (object) {
            add(any);
        } else {
            refuse("Expect json object value");
        }
    }

    /** What stands around the rows must be JSON as well; a second value behind the document is none of it. */
    private static void readToEnd(JsonParser parser) throws IOException {
        while (!parser.getParsingContext().inRoot()) {
            parser.nextToken();
        }
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "another value stands behind the first");
        }
    }

    private void add(boolean any) {
        if (!any) {
            refuse("All fields is null or not matched, this is a invalid row");
            return;
        }
        rowCount++;
        CellIndex cells = writer.cells();
        int row = 2 * cells.rowCount();
        if (row == indexedRows.length) {
            indexedRows = Arrays.copyOf(indexedRows, 2 * row);
        }
        indexedRows[row] = rowStart;
        indexedRows[row + 1] = rowEnd;
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] == SourceFields.ONE) {
                cells.addNumber(ONE, 0, 1);
            } else {
                values.addTo(cells, sources[i], keepsJson[i]);
            }
        }
        blocks.endRow();
    }

    private void refuse(String why) {
        rowCount++;
        blocks.refuseRow(new TributaryException(ErrorCode.INVALID_JSON_TEXT, why + "; row " + rowCount));
    }

    @Override
    public String line(int indexedRow, int charactersMax) {
        boolean indexed = indexedRow >= 0;
        return RejectedRows.shown(
                input.bytes(),
                indexed ? indexedRows[2 * indexedRow] : rowStart,
                indexed ? indexedRows[2 * indexedRow + 1] : rowEnd,
                charactersMax);
    }
}
