package io.tributary.contract.schema;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is known of a table that was on its server before, or that others may define anew there. It is kept among the table's
 * properties, so that a frontend sees it, too; nobody sets it by hand but {@link #UPSERT} and {@link #ASYNC}.
 */
public final class AdoptedTable {
    /** Property: the version of the definition on the server by which the table is known here. */
    public static final String VERSION = "engine.version";

    /** Property: {@link Condition}s, separated by commas; there exactly where the table was adopted. */
    public static final String CONDITIONS = "engine.conditions";

    /** Property that the owner sets: {@code true} where a row is to replace the one of its key. */
    public static final String UPSERT = "engine.upsert";

    /**
     * Property that the owner sets: {@code true} where rows may be acknowledged though the server may refuse them for their values,
     * {@link Condition#ROWS}; they are in quarantine then.
     */
    public static final String ASYNC = "engine.async";

    /** Property: the largest number of the AUTO_INCREMENT column on the server, since the type that it has here may hold larger ones. */
    public static final String NUMBERS_MAX = "engine.numbers_max";

    /** Property: names of columns whose values the server fills up with zeros to their whole length, BINARY(n). */
    public static final String PADDED = "engine.padded";

    /** Property: names of columns in which a number means the member of that place, as a text its name: ENUM and SET. */
    public static final String MEMBERS = "engine.members";

    /**
     * The beginning of properties, one for each table of information_schema that tells of tables: the rows that the server had there
     * of this one when it was last looked at.
     */
    public static final String TOLD = "engine.told.";

    /**
     * Property of any table, adopted or not, whose AUTO_INCREMENT numbers began again: the schema version that it got then, which
     * tells the numbers of before from those since.
     */
    public static final String NUMBERING = "engine.numbering";

    private static final String PREFIX = "engine.";

    /** What its server decides about rows, which nobody can know before they are there. */
    public enum Condition {
        /** A unique index may refuse a row because of another one. */
        DUPLICATES,
        /** The one unique index is that of the AUTO_INCREMENT column, which refuses only numbers that rows bring themselves. */
        NUMBERS,
        /** It may refuse a row for its values: a foreign key, a CHECK, a trigger, a type or character set with rules of its own. */
        ROWS,
        /** Values of a TIMESTAMP column mean moments by the zone of the session that stores them. */
        TIMESTAMPS,
        /** Only it can make whole rows: generated or invisible columns, expressions as defaults, triggers beside AUTO_INCREMENT. */
        STATEMENTS
    }

    private AdoptedTable() {}

    /** Whether the table was adopted. */
    public static boolean isOne(TableSchema table) {
        return table.properties().other().containsKey(CONDITIONS);
    }

    /** The conditions of a table; none where it was not adopted. */
    public static Set<Condition> conditions(TableSchema table) {
        String text = table.properties().other().getOrDefault(CONDITIONS, "");
        if (text.isEmpty()) {
            return Set.of();
        }
        return Arrays.stream(text.split(","))
                .map(word -> Condition.valueOf(word.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Condition.class)));
    }

    /** Returns the value of {@link #CONDITIONS}. */
    public static String text(Set<Condition> conditions) {
        return conditions.stream()
                .sorted()
                .map(condition -> condition.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(","));
    }

    /** The largest number that the AUTO_INCREMENT column of an adopted table holds, as far as 64 bits with a sign can say it. */
    public static long largestNumber(TableSchema table) {
        String max = table.properties().other().get(NUMBERS_MAX);
        return max == null
                ? table.columns().get(table.autoIncrementPosition()).type().largestWhole()
                : Long.parseLong(max);
    }

    /** Which numbers of its AUTO_INCREMENT column are the ones that count: {@link #NUMBERING}, or empty. */
    public static String numbering(TableSchema table) {
        return table.properties().other().getOrDefault(NUMBERING, "");
    }

    /** The table when its numbers have begun again, at a schema version that it never had. */
    public static TableSchema renumbered(TableSchema table, int version) {
        return table.withSchemaVersion(version)
                .withProperties(table.properties().with(NUMBERING, Integer.toString(version)));
    }

    /** Whether its server keeps two rows from having the same key, which is that of a primary key or another unique index there. */
    public static boolean hasUniqueKey(TableSchema table) {
        return isOne(table) && !table.layout().keyName().isEmpty();
    }

    /** The columns that stand in {@link #PADDED} or {@link #MEMBERS}. */
    public static Set<String> columns(TableSchema table, String property) {
        String text = table.properties().other().getOrDefault(property, "");
        return text.isEmpty()
                ? Set.of()
                : Arrays.stream(text.split(","))
                        .map(name -> URLDecoder.decode(name, StandardCharsets.UTF_8))
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the value of {@link #PADDED} or {@link #MEMBERS}. */
    public static String names(List<String> columns) {
        return columns.stream()
                .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
                .collect(Collectors.joining(","));
    }

    /** The version of its definition on the server; empty where it is not known. */
    public static String version(TableSchema table) {
        return table.properties().other().getOrDefault(VERSION, "");
    }

    /** Whether the owner has declared that a row replaces the one of its key. */
    public static boolean isUpsert(TableSchema table) {
        return "true".equalsIgnoreCase(table.properties().other().get(UPSERT));
    }

    /** Whether the owner has declared that rows may be acknowledged that the server refuses later. */
    public static boolean isAsync(TableSchema table) {
        return "true".equalsIgnoreCase(table.properties().other().get(ASYNC));
    }

    /** Whether it is the owner who sets a property. */
    public static boolean isOwners(String name) {
        return name.equals(UPSERT) || name.equals(ASYNC);
    }

    /** Properties without these, for a table of its own. */
    public static TableProperties without(TableProperties properties) {
        Map<String, String> others = new TreeMap<>(properties.other());
        others.keySet().removeIf(AdoptedTable::isProperty);
        return new TableProperties(
                properties.groupCommitMode(),
                properties.groupCommitIntervalMillis(),
                properties.groupCommitDataBytes(),
                properties.groupCommitPolicy(),
                properties.policyExplicit(),
                others);
    }

    /** Whether a property is one of these. */
    public static boolean isProperty(String name) {
        return name.startsWith(PREFIX);
    }

    /** Those of a table's properties that somebody may want to read. */
    public static boolean isShown(Map.Entry<String, String> property) {
        return !isProperty(property.getKey()) || isOwners(property.getKey());
    }
}
