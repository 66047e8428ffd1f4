package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.columnar.ColumnarFormat;
import io.tributary.frontend.compression.Compression;
import io.tributary.frontend.http.LoadHeaders.Malformed;
import io.tributary.frontend.load.format.CsvFormat;
import io.tributary.frontend.load.format.DorisJsonPath;
import io.tributary.frontend.load.format.FileFormat;
import io.tributary.frontend.load.format.JsonFormat;
import io.tributary.frontend.load.format.JsonFormat.Layout;
import io.tributary.frontend.load.format.LoadFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Those headers of a Stream Load that say how its body is written. */
final class FormatHeaders {
    private static final JsonFactory JSON = new JsonFactory();
    private static final List<String> NOT_COMPRESSED = List.of("", "plain", "identity");
    /** The compressions that Doris has and we have not. */
    private static final List<String> UNSUPPORTED_COMPRESSIONS =
            List.of("lzo", "lzop", "snappy", "snappyblock", "snappy_block", "lz4block", "lz4_block");

    private final LoadHeaders headers;

    FormatHeaders(LoadHeaders headers) {
        this.headers = headers;
    }

    /** What both headers say that the body is compressed with; empty where it is not. */
    Optional<Compression> compression() {
        Optional<Compression> type = compression("compress_type");
        Optional<Compression> encoding = compression("content-encoding");
        if (type.isPresent() && encoding.isPresent() && !type.equals(encoding)) {
            throw invalid("compress_type: " + headers.text("compress_type") + " and Content-Encoding: "
                    + headers.text("content-encoding") + " do not agree");
        }
        return type.or(() -> encoding);
    }

    /** Whether a header says whether the body is compressed. */
    boolean sayCompression() {
        return !headers.text("compress_type").isEmpty()
                || !headers.text("content-encoding").isEmpty();
    }

    private Optional<Compression> compression(String name) {
        String value = headers.text(name);
        String small = value.toLowerCase(Locale.ROOT);
        if (NOT_COMPRESSED.contains(small)) {
            return Optional.empty();
        }
        if (UNSUPPORTED_COMPRESSIONS.contains(small)) {
            throw LoadHeaders.notImplemented(name + ": " + value);
        }
        Optional<Compression> known = Compression.parse(value);
        if (known.isEmpty()) {
            throw invalid(name + " is '" + value + "', it must be gz, bz2, lz4, zstd, deflate or plain");
        }
        return known;
    }

    LoadFormat format() {
        String format = headers.text("format");
        return switch (format.toLowerCase(Locale.ROOT)) {
            case "", "csv" -> csv(0);
            case "csv_with_names" -> csv(1);
            case "csv_with_names_and_types" -> csv(2);
            case "json" -> json();
            case "parquet" -> new FileFormat(ColumnarFormat.PARQUET);
            case "arrow" -> new FileFormat(ColumnarFormat.ARROW);
            case "orc" -> throw LoadHeaders.notImplemented("format: " + format);
            default -> throw new Malformed("INTERNAL_ERROR", "unknown data format, format=" + format);
        };
    }

    private JsonFormat json() {
        boolean byLine = headers.flag("read_json_by_line");
        boolean strips = headers.flag("strip_outer_array");
        // Changes nothing here: it makes Doris faster where all rows have their fields in the same order.
        var unused = headers.flag("fuzzy_parse");
        Layout layout = Layout.BY_FIRST_LINE;
        if (byLine) {
            layout = Layout.LINES;
        } else if (strips || !headers.text("read_json_by_line").isEmpty()) {
            layout = Layout.DOCUMENTS;
        }
        String root = headers.text("json_root");
        return new JsonFormat(
                layout,
                separator("line_delimiter", "\n"),
                strips,
                root.isEmpty() ? DorisJsonPath.DOCUMENT : path("json_root", root),
                jsonPaths(),
                headers.flag("num_as_string"));
    }

    /** A JSON array of strings. */
    private List<DorisJsonPath> jsonPaths() {
        String text = headers.text("jsonpaths");
        if (text.isEmpty()) {
            return List.of();
        }
        List<DorisJsonPath> paths = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(text)) {
            boolean strings = parser.nextToken() == JsonToken.START_ARRAY;
            while (strings && parser.nextToken() != JsonToken.END_ARRAY) {
                strings = parser.currentToken() == JsonToken.VALUE_STRING;
                if (strings) {
                    paths.add(path("jsonpaths", parser.getText()));
                }
            }
            if (strings && !paths.isEmpty() && parser.nextToken() == null) {
                return paths;
            }
        } catch (IOException e) {
            // Told below.
        }
        throw invalid("Invalid json path: jsonpaths is '" + text
                + "', it must be an array of strings as [\"$.id\", \"$.tags[0]\"]");
    }

    private static DorisJsonPath path(String name, String text) {
        try {
            return DorisJsonPath.parse(text);
        } catch (IllegalArgumentException e) {
            throw invalid("Invalid json path: " + name + ": " + e.getMessage());
        }
    }

    /** @param headerLines that the format has; where it has some, {@code skip_lines} changes nothing */
    private CsvFormat csv(int headerLines) {
        String lines = headers.text("skip_lines");
        if (!lines.isEmpty() && !lines.matches("\\d{1,15}")) {
            throw invalid("Invalid 'skip_lines': " + lines);
        }
        long skipped = headerLines > 0 || lines.isEmpty() ? headerLines : Long.parseLong(lines);
        return new CsvFormat(
                separator("column_separator", "\t"),
                separator("line_delimiter", "\n"),
                singleByte("enclose"),
                singleByte("escape"),
                headers.flag("trim_double_quotes"),
                headers.flag("empty_field_as_null"),
                skipped);
    }

    /** The header's bytes: as they are, as {@code \x} and hexadecimal digits, or with {@code \t}, {@code \n} and the like. */
    private byte[] separator(String name, String otherwise) {
        // Not trimmed further than a client trims: a blank may separate.
        String raw = headers.raw(name);
        if (raw == null || raw.isEmpty()) {
            return otherwise.getBytes(StandardCharsets.UTF_8);
        }
        if (raw.length() > 2 && raw.regionMatches(true, 0, "\\x", 0, 2)) {
            String digits = raw.substring(2).replace("\\x", "").replace("\\X", "");
            if (digits.length() % 2 != 0 || !digits.matches("[0-9a-fA-F]+")) {
                throw invalid(name + ": '" + raw + "' is no sequence of \\x and two hexadecimal digits");
            }
            return HexFormat.of().parseHex(digits);
        }
        return unescaped(raw).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String unescaped(String raw) {
        StringBuilder text = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '\\' && i + 1 < raw.length()) {
                int meaning = "tnr0s\\".indexOf(raw.charAt(i + 1));
                if (meaning >= 0) {
                    text.append("\t\n\r\0 \\".charAt(meaning));
                    i++;
                    continue;
                }
            }
            text.append(c);
        }
        return text.toString();
    }

    private int singleByte(String name) {
        String value = headers.raw(name);
        if (value == null || value.isEmpty()) {
            return CsvFormat.NONE;
        }
        String text = unescaped(value);
        if (value.length() == 1) {
            return value.charAt(0);
        }
        if (text.length() != 1) {
            throw invalid(name + " must be single-char, actually is " + headers.text(name));
        }
        return text.charAt(0);
    }

    private static Malformed invalid(String message) {
        return new Malformed("INVALID_ARGUMENT", message);
    }
}
