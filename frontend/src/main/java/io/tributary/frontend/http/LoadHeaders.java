package io.tributary.frontend.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.frontend.load.StreamLoadRequest;
import io.tributary.frontend.load.StreamLoadRequest.Commit;
import io.tributary.frontend.load.StreamLoadRequest.Mapping;
import io.tributary.frontend.load.StreamLoadRequest.OmittedColumns;
import io.tributary.frontend.load.StreamLoadRequest.Rules;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a Stream Load. Names are found in any case, values are trimmed and read as UTF-8. What is not there yet and
 * would change what is stored is refused by name; what is not known at all is ignored, as everywhere in HTTP.
 *
 * @see <a href="https://doris.apache.org/docs/data-operate/import/import-way/stream-load-manual">Doris' parameters</a>
 */
final class LoadHeaders {
    private enum MergeType {
        APPEND,
        DELETE,
        MERGE
    }

    /** The most characters of a label, as many as in SQL. */
    static final int LABEL_LENGTH_MAX = 128;

    /** Three days, as Doris' {@code stream_load_default_timeout_second}. */
    static final int TIMEOUT_SECONDS_MAX = 259_200;

    private static final List<String> NO_FLAG = List.of("", "false");
    private final HttpHeaders headers;

    LoadHeaders(HttpHeaders headers) {
        this.headers = headers;
    }

    /** A header that makes no sense; the message names it with its value. */
    static final class Malformed extends RuntimeException {
        private final String code;

        Malformed(String code, String message) {
            super(message);
            this.code = code;
        }

        /** Returns the reason in Doris' words. */
        String code() {
            return code;
        }
    }

    /** The user's name for the load, or empty. */
    String label() {
        return text("label");
    }

    /** @throws Malformed for what no load can be made of, or not yet */
    StreamLoadRequest request(String database, String table) {
        Commit commit = commit(label());
        requireSupported();
        return new StreamLoadRequest(
                database, table, new FormatHeaders(this).format(), mapping(), rules(), commit, text("comment"));
    }

    Rules rules() {
        return new Rules(filterRatio(), strict(), zone());
    }

    /** @param label the user's, or empty */
    Commit commit(String label) {
        Optional<GroupCommitMode> mode = groupCommit();
        if (label.length() > LABEL_LENGTH_MAX) {
            throw new Malformed(
                    "INVALID_ARGUMENT",
                    "label of " + label.length() + " characters: 1 to " + LABEL_LENGTH_MAX + " are allowed");
        }
        return new Commit(label, mode, idempotencyKey(), flag("two_phase_commit"), durability());
    }

    /** @throws Malformed for what would change what is stored, and is not there yet */
    void requireSupported() {
        require("negative", NO_FLAG);
        require("temporary_partitions", List.of(""));
    }

    /** @param supported values that ask for nothing that is not there, in small letters */
    void require(String name, List<String> supported) {
        String value = text(name);
        if (!supported.contains(value.toLowerCase(Locale.ROOT))) {
            throw notImplemented(name + ": " + value);
        }
    }

    /** How long the load may take, in seconds. */
    int timeoutSeconds() {
        String value = text("timeout");
        if (value.isEmpty()) {
            return TIMEOUT_SECONDS_MAX;
        }
        if (!value.matches("\\d{1,9}") || Integer.parseInt(value) < 1) {
            throw new Malformed(
                    "INVALID_ARGUMENT",
                    "Invalid timeout format, timeout is '" + value + "', it must be 1 to " + TIMEOUT_SECONDS_MAX
                            + " seconds");
        }
        return Math.min(Integer.parseInt(value), TIMEOUT_SECONDS_MAX);
    }

    static Malformed notImplemented(String what) {
        return new Malformed(
                "NOT_IMPLEMENTED_ERROR",
                "This version of Tributary doesn't yet support '" + what + "' of a Stream Load");
    }

    /** Returns a header as it came, but for the blanks that HTTP takes away; null where it is not there. */
    @Nullable
    String raw(String name) {
        return headers.get(name);
    }

    /** Empty where it is not there. */
    String text(String name) {
        String value = headers.get(name);
        // Netty reads a byte as a character.
        return value == null
                ? ""
                : new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8).strip();
    }

    boolean flag(String name) {
        String value = text(name).toLowerCase(Locale.ROOT);
        return switch (value) {
            case "", "false" -> false;
            case "true" -> true;
            default -> throw new Malformed("INVALID_ARGUMENT", name + " is '" + value + "', it must be true or false");
        };
    }

    private Optional<GroupCommitMode> groupCommit() {
        String value = text("group_commit");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        Optional<GroupCommitMode> mode = GroupCommitMode.parse(value);
        if (mode.isEmpty()) {
            throw new Malformed(
                    "INVALID_ARGUMENT",
                    "group_commit can only be [async_mode, sync_mode, off_mode], it is '" + value + "'");
        }
        return mode;
    }

    private Durability durability() {
        String value = text(Durability.VARIABLE);
        return value.isEmpty()
                ? Durability.FSYNC
                : Durability.parse(value)
                        .orElseThrow(() -> new Malformed(
                                "INVALID_ARGUMENT",
                                Durability.VARIABLE + " can only be [fsync, os], it is '" + value + "'"));
    }

    private Mapping mapping() {
        String mergeType = text("merge_type").toUpperCase(Locale.ROOT);
        MergeType merge = mergeType.isEmpty()
                ? MergeType.APPEND
                : Arrays.stream(MergeType.values())
                        .filter(type -> type.name().equals(mergeType))
                        .findAny()
                        .orElseThrow(() -> new Malformed("INVALID_ARGUMENT", "Invalid merge type " + mergeType));
        String deleteOn = text("delete");
        if (merge == MergeType.MERGE && deleteOn.isEmpty()) {
            throw new Malformed("INVALID_ARGUMENT", "Excepted DELETE ON clause when merge type is MERGE.");
        }
        if (merge != MergeType.MERGE && !deleteOn.isEmpty()) {
            throw new Malformed("INVALID_ARGUMENT", "Not support DELETE ON clause when merge type is not MERGE.");
        }
        return new Mapping(
                text("columns"),
                list("partitions"),
                merge == MergeType.DELETE,
                text("function_column.sequence_col"),
                list("hidden_columns"),
                text("where"),
                deleteOn,
                omittedColumns(),
                null);
    }

    /** {@code unique_key_update_mode}, or else {@code partial_columns}. */
    private OmittedColumns omittedColumns() {
        String mode = text("unique_key_update_mode").toUpperCase(Locale.ROOT);
        boolean partial =
                switch (mode) {
                    case "" -> flag("partial_columns");
                    case "UPSERT" -> false;
                    case "UPDATE_FIXED_COLUMNS" -> true;
                    case "UPDATE_FLEXIBLE_COLUMNS" -> throw notImplemented("unique_key_update_mode: " + mode);
                    default ->
                        throw new Malformed(
                                "INVALID_ARGUMENT",
                                "Invalid unique_key_partial_mode " + mode
                                        + ", must be one of 'UPSERT', 'UPDATE_FIXED_COLUMNS' or"
                                        + " 'UPDATE_FLEXIBLE_COLUMNS'");
                };
        String newKeys = text("partial_update_new_key_behavior").toUpperCase(Locale.ROOT);
        if (!List.of("", "APPEND", "ERROR").contains(newKeys)) {
            throw new Malformed(
                    "INVALID_ARGUMENT",
                    "Invalid partial_update_new_key_behavior " + newKeys + ", must be one of {'APPEND', 'ERROR'}");
        }
        if (!partial) {
            return OmittedColumns.DEFAULT;
        }
        return newKeys.equals("ERROR") ? OmittedColumns.KEPT_OF_EXISTING : OmittedColumns.KEPT;
    }

    private List<String> list(String name) {
        String value = text(name);
        return value.isEmpty()
                ? List.of()
                : Arrays.stream(value.split(",", -1)).map(String::strip).toList();
    }

    private double filterRatio() {
        String value = text("max_filter_ratio");
        if (value.isEmpty()) {
            return 0;
        }
        try {
            double ratio = Double.parseDouble(value);
            if (ratio >= 0 && ratio <= 1) {
                return ratio;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new Malformed("INVALID_ARGUMENT", "max_filter_ratio is '" + value + "', it must be 0 to 1");
    }

    private boolean strict() {
        String value = text("strict_mode").toLowerCase(Locale.ROOT);
        return switch (value) {
            case "", "false" -> false;
            case "true" -> true;
            default -> throw new Malformed("INVALID_ARGUMENT", "Invalid strict mode format. Must be bool type");
        };
    }

    private Optional<ZoneId> zone() {
        String value = text("timezone").isEmpty() ? text("time_zone") : text("timezone");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ZoneId.of(value));
        } catch (DateTimeException e) {
            throw new Malformed("INVALID_ARGUMENT", "timezone: '" + value + "' is no time zone");
        }
    }

    private String idempotencyKey() {
        String key = text(IdempotencyKey.VARIABLE);
        if (!key.isEmpty()) {
            try {
                IdempotencyKey.requireText(key);
            } catch (TributaryException e) {
                throw new Malformed("INVALID_ARGUMENT", String.valueOf(e.getMessage()));
            }
        }
        return key;
    }
}
