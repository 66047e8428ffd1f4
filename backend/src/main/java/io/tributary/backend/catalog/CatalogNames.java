package io.tributary.backend.catalog;

import io.tributary.backend.catalog.clock.RowTtl;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.PartitionRules;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.TableEngine;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Which names and tables may be created in an engine. */
final class CatalogNames {
    /** Ours, and MySQL's own. */
    private static final Set<String> RESERVED =
            Set.of("tributary", "information_schema", "mysql", "performance_schema", "sys");

    private final TableEngine engine;

    CatalogNames(TableEngine engine) {
        this.engine = engine;
    }

    void checkDatabase(String database) {
        if (database.isEmpty()) {
            throw new TributaryException(ErrorCode.NO_DATABASE, "No database selected");
        }
        String name = database.toLowerCase(Locale.ROOT);
        if (RESERVED.contains(name)
                || engine.of(database).traits().reservedDatabases().contains(name)) {
            throw new TributaryException(
                    ErrorCode.DATABASE_ACCESS_DENIED, "database '" + database + "': it is reserved");
        }
    }

    /** The table with this policy, or its engine's where that has not this one, unless the table names one. */
    TableSchema withPolicy(TableSchema table, GroupCommitPolicy policy) {
        TableProperties properties = table.properties();
        EngineTraits engine = traits(table.database());
        return properties.policyExplicit()
                ? table
                : table.withProperties(new TableProperties(
                        properties.groupCommitMode(),
                        properties.groupCommitIntervalMillis(),
                        properties.groupCommitDataBytes(),
                        engine.policies().contains(policy) ? policy : engine.policyDefault(),
                        false,
                        properties.other()));
    }

    /** What is told of a table that was found on a server is nothing that a CREATE TABLE says. */
    static void requireNoServersProperty(TableSchema table) {
        table.properties().other().keySet().stream()
                .filter(AdoptedTable::isProperty)
                .findAny()
                .ifPresent(name -> {
                    throw new TributaryException(
                            ErrorCode.INVALID_STATEMENT,
                            "property " + name + " of table " + table.database() + "." + table.name()
                                    + ": it is said by REFRESH, not by CREATE TABLE");
                });
    }

    void checkTable(TableSchema table) {
        checkColumns(table);
        EngineTraits engine = traits(table.database());
        if (table.isKeyed()) {
            engine.require(EngineCapability.KEYED_TABLES);
        }
        if (table.layout().partitioning().hasPartitions()) {
            engine.require(EngineCapability.PARTITIONS);
        }
        if (!table.layout().constraints().isEmpty()) {
            engine.require(EngineCapability.CONSTRAINTS);
        }
        if (table.keyModel() == TableSchema.KeyModel.AGGREGATE) {
            engine.require(EngineCapability.AGGREGATED_TABLES);
        }
        if (table.storesHiddenColumns() || table.sequencePosition() >= 0) {
            engine.require(EngineCapability.HIDDEN_COLUMNS);
        }
        if (table.isCompleted()) {
            // What computes is the engine that is there without any server.
            this.engine.traits().require(EngineCapability.EVALUATION);
        }
        checkPolicy(table);
        checkTtl(table);
    }

    /** Who deletes rows of a server's table is its owner. */
    void checkTtl(TableSchema table) {
        EngineTraits engine = traits(table.database());
        if (RowTtl.of(table).isPresent() && !engine.can(EngineCapability.PARTITIONS)) {
            throw TributaryException.notSupported("row_ttl", ": the engine " + engine.name() + " has the table");
        }
    }

    /** What the engine of a database is. */
    EngineTraits traits(String database) {
        return engine.of(database).traits();
    }

    void checkPolicy(TableSchema table) {
        EngineTraits engine = traits(table.database());
        GroupCommitPolicy policy = table.properties().groupCommitPolicy();
        if (!engine.policies().contains(policy)) {
            throw TributaryException.notSupported(
                    "group_commit_policy = " + policy.text(),
                    ": the engine " + engine.name() + " has " + engine.policyTexts());
        }
    }

    private static void checkColumns(TableSchema table) {
        if (table.columns().isEmpty()) {
            throw new TributaryException(ErrorCode.TABLE_MUST_HAVE_COLUMNS, "A table must have at least 1 column");
        }
        Set<String> names = new HashSet<>();
        for (Column column : table.columns()) {
            if (!names.add(column.name().toLowerCase(Locale.ROOT))) {
                throw new TributaryException(
                        ErrorCode.DUPLICATE_COLUMN, "Duplicate column name '" + column.name() + "'");
            }
        }
        new PartitionRules(table.layout().partitioning(), table.columns()).check();
        if (table.isKeyed() && table.keyPositions().length == 0) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "table " + table.name() + " has a " + table.keyModel() + " KEY without columns");
        }
    }

    /** The rest of an error's sentence where two names are equal but for case. */
    static String differentCase(String wanted, String existing) {
        return wanted.equals(existing)
                ? ""
                : " as '" + existing + "' (names that differ only by case cannot both exist)";
    }
}
