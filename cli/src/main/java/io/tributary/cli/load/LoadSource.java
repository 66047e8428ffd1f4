package io.tributary.cli.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that is loaded, or the standard input.
 *
 * @param shown as it was given; {@value #STANDARD_INPUT} is the standard input
 * @param path where its bytes are, or null of a standard input that is read as it comes
 * @param headers of its Stream Loads, by name in small letters
 */
public record LoadSource(String shown, @Nullable Path path, Map<String, String> headers) {
    public static final String STANDARD_INPUT = "-";

    static final String FORMAT = "format";
    private static final String COMPRESSION = "compress_type";
    private static final String ENCODING = "content-encoding";
    private static final String BY_LINE = "read_json_by_line";
    private static final String IN_ARRAY = "strip_outer_array";

    private static final Map<String, String> COMPRESSIONS =
            Map.of("gz", "gz", "bz2", "bz2", "lz4", "lz4", "zst", "zstd");
    private static final Map<String, String> FORMATS =
            Map.of("json", "json", "jsonl", "json", "ndjson", "json", "parquet", "parquet", "arrow", "arrow");
    /** Its values are divided by the server's default. */
    private static final String TABS = "tsv";

    private static final Set<String> FILE_FORMATS = Set.of("parquet", "arrow");
    /** The headers with any of which a line end may stand within a row, or is none. */
    private static final Set<String> OF_WHOLE_FILES =
            Set.of("enclose", IN_ARRAY, "json_root", COMPRESSION, ENCODING, "line_delimiter");

    /** Bytes of a digest that tell files apart: of a million, two are alike once in 37 million times. */
    private static final int DIGEST_BYTES = 8;

    public LoadSource {
        headers = Map.copyOf(headers);
    }

    /**
     * A file whose name tells what the headers do not: its format, and how it is compressed.
     *
     * @param given by name in small letters
     */
    public static LoadSource of(String shown, @Nullable Path path, Map<String, String> given) {
        Map<String, String> headers = new HashMap<>(given);
        String name = shown.substring(shown.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        String compression = COMPRESSIONS.get(extension(name));
        if (compression != null) {
            name = name.substring(0, name.lastIndexOf('.'));
            if (!headers.containsKey(ENCODING)) {
                headers.putIfAbsent(COMPRESSION, compression);
            }
        }
        headers.putIfAbsent(FORMAT, FORMATS.getOrDefault(extension(name), "csv"));
        String format = headers.getOrDefault(FORMAT, "").toLowerCase(Locale.ROOT);
        if (format.startsWith("csv") && !extension(name).equals(TABS)) {
            headers.putIfAbsent("column_separator", ",");
        }
        if (format.equals("json") && !headers.containsKey(IN_ARRAY)) {
            headers.putIfAbsent(BY_LINE, "true");
        }
        return new LoadSource(shown, path, headers);
    }

    private static String extension(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    /** The same source, whose bytes are in a file. */
    public LoadSource at(Path copy) {
        return new LoadSource(shown, copy, headers);
    }

    /** Whether it is sent as it is, as one load, since lines are not known in it. */
    public boolean isWhole() {
        return FILE_FORMATS.contains(headers.getOrDefault(FORMAT, "").toLowerCase(Locale.ROOT))
                || OF_WHOLE_FILES.stream().anyMatch(headers::containsKey)
                || headers.getOrDefault(BY_LINE, "").equalsIgnoreCase("false");
    }

    /** Whether its loads are known again by labels: a key is for what fits into group commit. */
    boolean isLabelled() {
        return isWhole() || headers.getOrDefault("group_commit", "").equalsIgnoreCase("off_mode");
    }

    /** Returns the bytes that there are, or -1 where nobody knows. */
    public long size() throws IOException {
        return path == null ? -1 : Files.size(path);
    }

    /** What tells it apart from all others in keys and labels, wherever the command runs from. */
    String identity() {
        return path == null || shown.equals(STANDARD_INPUT)
                ? STANDARD_INPUT
                : digest(path.toAbsolutePath().normalize().toString());
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest, DIGEST_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
