package io.tributary.dialect.print;

import io.tributary.contract.schema.TableSchema;

/** What an engine calls a table, in its own words. */
@FunctionalInterface
public interface TableNames {
    String of(TableSchema table);
}
