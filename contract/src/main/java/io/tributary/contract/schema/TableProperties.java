package io.tributary.contract.schema;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The PROPERTIES of a table. Four of them steer group commit and are validated here, in the frontend and the backend
 * alike; the rest is accepted, kept and shown again. Texts of refusals follow Doris' {@code PropertyAnalyzer}.
 *
 * @param groupCommitMode what a load gets whose session or request names no mode
 * @param groupCommitIntervalMillis upper bound between a batch's first row and its commit, 1 to 2^31 - 1
 * @param groupCommitDataBytes encoded bytes at which a batch is committed, 1 to 2^31 - 1
 * @param policyExplicit whether the policy was written down (else it is the engine's default and not shown)
 * @param other every other property, as written
 */
public record TableProperties(
        GroupCommitMode groupCommitMode,
        int groupCommitIntervalMillis,
        int groupCommitDataBytes,
        GroupCommitPolicy groupCommitPolicy,
        boolean policyExplicit,
        Map<String, String> other) {
    public static final int INTERVAL_MILLIS_DEFAULT = 10_000;
    public static final int DATA_BYTES_DEFAULT = 67_108_864;

    private static final TableProperties DEFAULTS = new TableProperties(
            GroupCommitMode.OFF_MODE,
            INTERVAL_MILLIS_DEFAULT,
            DATA_BYTES_DEFAULT,
            GroupCommitPolicy.ADAPTIVE,
            false,
            Map.of());

    public TableProperties {
        Objects.requireNonNull(groupCommitMode);
        Objects.requireNonNull(groupCommitPolicy);
        other = Map.copyOf(other);
    }

    public static TableProperties defaults() {
        return DEFAULTS;
    }

    /** Whether sync loads are answered when they are durable, and reads are bound to see them. */
    public boolean bindsReads() {
        return groupCommitPolicy == GroupCommitPolicy.ON_READ;
    }

    /** False only where {@code light_schema_change = "false"}; such a table's loads are never grouped. */
    public boolean lightSchemaChange() {
        return !"false".equalsIgnoreCase(other.get("light_schema_change"));
    }

    /**
     * These properties with one changed.
     *
     * @throws TributaryException with {@link ErrorCode#INVALID_STATEMENT} naming the property and its range
     */
    public TableProperties with(String key, String value) {
        return switch (key) {
            case "group_commit_mode" ->
                new TableProperties(
                        GroupCommitMode.parse(value)
                                .orElseThrow(() -> invalid("Invalid group_commit_mode: " + value
                                        + ". Valid values: off_mode, async_mode, sync_mode")),
                        groupCommitIntervalMillis,
                        groupCommitDataBytes,
                        groupCommitPolicy,
                        policyExplicit,
                        other);
            case "group_commit_interval_ms" ->
                new TableProperties(
                        groupCommitMode,
                        positive(key, value),
                        groupCommitDataBytes,
                        groupCommitPolicy,
                        policyExplicit,
                        other);
            case "group_commit_data_bytes" ->
                new TableProperties(
                        groupCommitMode,
                        groupCommitIntervalMillis,
                        positive(key, value),
                        groupCommitPolicy,
                        policyExplicit,
                        other);
            case "group_commit_policy" ->
                new TableProperties(
                        groupCommitMode,
                        groupCommitIntervalMillis,
                        groupCommitDataBytes,
                        GroupCommitPolicy.parse(value)
                                .orElseThrow(() -> invalid("Invalid group_commit_policy: " + value
                                        + ". Valid values: adaptive, interval, on_read")),
                        true,
                        other);
            case "light_schema_change" -> {
                if (!"true".equalsIgnoreCase(value) && !"false".equalsIgnoreCase(value)) {
                    throw invalid("light_schema_change must be true or false, not '" + value + "'");
                }
                yield withOther(key, value);
            }
            default -> {
                if (key.startsWith("group_commit")) {
                    throw invalid("Unknown property " + key + "; those of group commit are group_commit_mode,"
                            + " group_commit_interval_ms, group_commit_data_bytes and group_commit_policy");
                }
                yield withOther(key, value);
            }
        };
    }

    private TableProperties withOther(String key, String value) {
        Map<String, String> changed = new TreeMap<>(other);
        changed.put(key, value);
        return new TableProperties(
                groupCommitMode,
                groupCommitIntervalMillis,
                groupCommitDataBytes,
                groupCommitPolicy,
                policyExplicit,
                changed);
    }

    private static int positive(String key, String value) {
        int number;
        try {
            number = Integer.parseInt(value.strip());
        } catch (NumberFormatException e) {
            throw invalid("parse " + key + " format error: '" + value + "' is not a whole number from 1 to 2147483647");
        }
        if (number <= 0) {
            throw invalid(key + " must be greater than 0, not " + number);
        }
        return number;
    }

    private static TributaryException invalid(String message) {
        return new TributaryException(ErrorCode.INVALID_STATEMENT, message);
    }
}
