package io.tributary.backend.catalog;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.PartitionRules;
import io.tributary.contract.schema.TableSchema;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Which names and columns may be created. */
final class CatalogNames {
    /** Ours, MySQL's own, and those that an engine has a meaning for. */
    private static final Set<String> RESERVED = Set.of(
            "tributary",
            "information_schema",
            "mysql",
            "performance_schema",
            "sys",
            "main",
            "temp",
            "system",
            "memory",
            "pg_catalog",
            "$store");

    private CatalogNames() {}

    static void checkDatabase(String database) {
        if (database.isEmpty()) {
            throw new TributaryException(ErrorCode.NO_DATABASE, "No database selected");
        }
        if (RESERVED.contains(database.toLowerCase(Locale.ROOT))) {
            throw new TributaryException(
                    ErrorCode.DATABASE_ACCESS_DENIED, "database '" + database + "': it is reserved");
        }
    }

    static void checkColumns(TableSchema table) {
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
