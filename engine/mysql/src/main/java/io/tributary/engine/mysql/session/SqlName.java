package io.tributary.engine.mysql.session;

import io.tributary.contract.schema.TableSchema;

/** Names as the server reads them. */
public final class SqlName {
    private SqlName() {}

    public static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    public static String of(String database, String table) {
        return quote(database) + "." + quote(table);
    }

    public static String of(TableSchema table) {
        return of(table.database(), table.name());
    }
}
