package io.tributary.backend.catalog;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.Optional;

/** What the engine itself says of the catalog's tables. Blocks. */
final class EngineColumns {
    private final TableEngine engine;

    EngineColumns(TableEngine engine) {
        this.engine = engine;
    }

    /** @throws TributaryException {@code UNKNOWN_TABLE} or {@code UNKNOWN_DATABASE} if the engine has no such table */
    List<ResultColumn> of(TableSchema table) {
        return engine.columns(table.database(), table.name());
    }

    /** Whether the engine has no such table. */
    boolean isMissing(TableSchema table) {
        try {
            of(table);
            return false;
        } catch (TributaryException e) {
            if (isUnknown(e)) {
                return true;
            }
            throw e;
        }
    }

    /** Whether the engine has this table as it is here. */
    boolean fits(TableSchema table) {
        try {
            return difference(table).isEmpty();
        } catch (TributaryException e) {
            if (isUnknown(e)) {
                return false;
            }
            throw e;
        }
    }

    /** What is another in the engine, as an error says it; empty: nothing. */
    Optional<String> difference(TableSchema table) {
        List<ResultColumn> stored = of(table);
        if (stored.size() != table.columns().size()) {
            return Optional.of(" has " + table.columns().size() + " columns in the catalog and " + stored.size()
                    + " in the engine");
        }
        for (int i = 0; i < stored.size(); i++) {
            Column expected = table.columns().get(i);
            ResultColumn actual = stored.get(i);
            // Some types are a server's alone, whose values are of another type here.
            boolean fits = AdoptedTable.isOne(table) || fits(expected.type(), actual.type());
            if (!actual.name().equalsIgnoreCase(expected.name()) || !fits) {
                return Optional.of(", column " + (i + 1) + ": " + expected.name() + " "
                        + expected.type().ddl() + " in the catalog, " + actual.name() + " "
                        + actual.type().ddl() + " in the engine");
            }
        }
        return Optional.empty();
    }

    /** Engines forget lengths of text and fraction digits of times, but not widths and decimals. */
    static boolean fits(ColumnType expected, ColumnType actual) {
        if (expected.kind() == ColumnType.Kind.DECIMAL) {
            return expected.equals(actual);
        }
        return expected.width() == actual.width();
    }

    /** Whether the engine has this database. */
    boolean hasDatabase(String database) {
        try {
            engine.columns(database, "$none");
            return true;
        } catch (TributaryException e) {
            if (isUnknown(e)) {
                return e.code() == ErrorCode.UNKNOWN_TABLE;
            }
            throw e;
        }
    }

    /** Whether an error says that a table, or its database, is not there. */
    static boolean isUnknown(TributaryException error) {
        return error.code() == ErrorCode.UNKNOWN_TABLE || error.code() == ErrorCode.UNKNOWN_DATABASE;
    }
}
