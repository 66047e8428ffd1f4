package io.tributary.engine.mysql.existing;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.AdoptedTable.Condition;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.ExistingTable;
import io.tributary.engine.port.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What was read of one table of a server, and what a table like it is here. One thread. */
final class TableFacts {
    private static final int VERSION_BYTES = 8;

    final List<ServerColumn> columns = new ArrayList<>();
    /** The primary key comes first. */
    final Map<String, Index> indexes = new LinkedHashMap<>();

    /** Columns whose texts must be JSON, and nothing else is checked of them. */
    final List<String> json = new ArrayList<>();

    private final String database;
    private final String name;
    private final String comment;
    private final String whyNot;
    private final MessageDigest digest = Sha256.digest();

    /** Foreign keys of it, CHECKs, and triggers before or behind an INSERT, as an error names them. */
    final List<String> checks = new ArrayList<>();

    boolean hasInsertTriggers;
    /** What a DELETE of a row does besides, which an upsert must not: foreign keys of others, triggers. */
    final List<String> onDelete = new ArrayList<>();

    /** @param whyNot it cannot be used, whatever its columns are; empty: it can */
    TableFacts(String database, String name, String comment, String whyNot) {
        this.database = database;
        this.name = name;
        this.comment = comment;
        this.whyNot = whyNot;
    }

    /** An index. */
    static final class Index {
        final String name;
        final boolean unique;
        final String type;
        final List<String> columns = new ArrayList<>();
        final List<String> endings = new ArrayList<>();

        Index(String name, boolean unique, String type) {
            this.name = name;
            this.unique = unique;
            this.type = type;
        }

        boolean isOver(List<String> names) {
            return columns.equals(names);
        }
    }

    /** Counts this among what makes the version. */
    void know(String... parts) {
        for (String part : parts) {
            digest.update(part.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
    }

    /** Makes the version; called once, when all is known. */
    String version() {
        return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), VERSION_BYTES));
    }

    /**
     * @param mariaDb whether defaults are told as expressions
     * @param told further properties
     */
    ExistingTable existing(boolean mariaDb, boolean upsert, Map<String, String> told) {
        String version = version();
        columns.stream()
                .filter(ServerColumn::isServersOwn)
                .map(ServerColumn::name)
                .forEach(own -> indexes.values().removeIf(index -> index.isOver(List.of(own))));
        columns.removeIf(ServerColumn::isServersOwn);
        try {
            return new ExistingTable(name, version, schema(mariaDb, upsert, version, told), "");
        } catch (IllegalArgumentException e) {
            return new ExistingTable(name, version, null, String.valueOf(e.getMessage()));
        }
    }

    private TableSchema schema(boolean mariaDb, boolean upsert, String version, Map<String, String> told) {
        if (!whyNot.isEmpty()) {
            throw new IllegalArgumentException(whyNot);
        }
        List<String> key = key();
        if (upsert) {
            requireUpsert(key);
        }
        Set<Condition> conditions = conditions(upsert);
        TableProperties properties = TableProperties.defaults().with(AdoptedTable.VERSION, version);
        List<Column> stored = new ArrayList<>();
        for (ServerColumn each : columns) {
            ColumnType type = each.type()
                    .storedAs(json.contains(each.name()))
                    .orElseThrow(() -> new IllegalArgumentException("column " + each.name() + " has the type "
                            + each.type().whole()));
            Optional<DefaultValue> value = each.defaultValue(mariaDb);
            Column column = each.column(type, value.orElse(DefaultValue.none()), key.contains(each.name()));
            boolean isKnown = value.isPresent() && takesItsDefault(column);
            if (!isKnown) {
                conditions.add(Condition.STATEMENTS);
            }
            stored.add(isKnown ? column : column.withDefault(DefaultValue.none()));
            if (each.isAutoIncrement()) {
                properties = properties.with(
                        AdoptedTable.NUMBERS_MAX, Long.toString(each.type().largestNumber(type)));
            }
        }
        properties = properties
                .with(AdoptedTable.CONDITIONS, AdoptedTable.text(conditions))
                .with(AdoptedTable.PADDED, names(ServerType::isPadded))
                .with(AdoptedTable.MEMBERS, names(ServerType::hasMembers));
        for (Map.Entry<String, String> each : told.entrySet()) {
            properties = properties.with(each.getKey(), each.getValue());
        }
        return new TableSchema(
                0,
                database,
                name,
                1,
                upsert ? TableSchema.KeyModel.UNIQUE : TableSchema.KeyModel.DUPLICATE,
                stored,
                upsert ? properties.with(AdoptedTable.UPSERT, "true") : properties,
                layout(key));
    }

    /** A default that is none here, such as 0000-00-00, is one to the server. */
    private static boolean takesItsDefault(Column column) {
        try {
            return new RowBlockWriter(List.of(column)).rowCount() == 0;
        } catch (TributaryException e) {
            return false;
        }
    }

    private String names(Predicate<ServerType> which) {
        return AdoptedTable.names(columns.stream()
                .filter(column -> which.test(column.type()))
                .map(ServerColumn::name)
                .toList());
    }

    /** The columns by which a row is known: those of the primary key, or of the first unique index that has no NULL. */
    private List<String> key() {
        return keyIndex().map(index -> index.columns).orElse(List.of());
    }

    private Optional<Index> keyIndex() {
        return indexes.values().stream()
                .filter(index -> index.unique && isWhole(index))
                .findFirst();
    }

    /** Whether it is over whole columns that are never NULL. */
    private boolean isWhole(Index index) {
        return index.endings.stream().allMatch(String::isEmpty)
                && index.columns.stream().allMatch(column -> columns.stream()
                        .anyMatch(each -> each.name().equals(column) && !each.nullable()));
    }

    private Set<Condition> conditions(boolean upsert) {
        Set<Condition> found = EnumSet.noneOf(Condition.class);
        if (!upsert) {
            List<Index> unique =
                    indexes.values().stream().filter(index -> index.unique).toList();
            List<String> numbered = columns.stream()
                    .filter(ServerColumn::isAutoIncrement)
                    .map(ServerColumn::name)
                    .toList();
            if (unique.stream().allMatch(index -> index.isOver(numbered))) {
                unique.forEach(index -> found.add(Condition.NUMBERS));
            } else {
                found.add(Condition.DUPLICATES);
            }
        }
        if (!checks.isEmpty()
                || columns.stream().anyMatch(column -> !column.type().isChecked() && !json.contains(column.name()))) {
            found.add(Condition.ROWS);
        }
        if (columns.stream().anyMatch(column -> column.type().isTimestamp())) {
            found.add(Condition.TIMESTAMPS);
        }
        boolean isNumbered = columns.stream().anyMatch(ServerColumn::isAutoIncrement);
        if (columns.stream().anyMatch(ServerColumn::isGeneratedOrInvisible) || (isNumbered && hasInsertTriggers)) {
            found.add(Condition.STATEMENTS);
        }
        return found;
    }

    private void requireUpsert(List<String> key) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException(
                    "it has no PRIMARY KEY, and no unique index over whole columns that are NOT NULL");
        }
        if (!onDelete.isEmpty()) {
            throw new IllegalArgumentException(
                    "a row that replaces another deletes it, and on that acts " + String.join(", ", onDelete));
        }
        for (ServerColumn column : columns) {
            if (key.contains(column.name()) && column.type().hasManySpellings()) {
                throw new IllegalArgumentException("key column " + column.name() + " has the type "
                        + column.type().whole()
                        + ", of which the server takes values for the same that are written in several ways");
            }
            if (key.contains(column.name())
                    && !column.type().collation().isEmpty()
                    && !column.type().collation().endsWith("_bin")) {
                throw new IllegalArgumentException("the texts of key column " + column.name() + " are compared by "
                        + column.type().collation() + ": it must be a collation that ends in _bin");
            }
        }
    }

    private TableSchema.Layout layout(List<String> key) {
        String keyName = keyIndex().map(index -> index.name).orElse("");
        List<TableIndex> others = indexes.values().stream()
                .filter(index -> !index.name.equals(keyName))
                .map(index -> new TableIndex(
                        index.name,
                        index.unique,
                        index.columns,
                        index.endings,
                        TableIndex.TYPES.contains(index.type) ? index.type : "",
                        Map.of(),
                        ""))
                .toList();
        return new TableSchema.Layout(
                key, keyName, comment, Partitioning.NONE, "", others, List.of(), List.of(), "", Constraints.NONE);
    }
}
