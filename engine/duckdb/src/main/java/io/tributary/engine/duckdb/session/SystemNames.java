package io.tributary.engine.duckdb.session;

import io.tributary.dialect.print.SqlName;
import java.util.Locale;

/** Where the system databases (information_schema, mysql, tributary) live in the engine. */
public final class SystemNames {
    private SystemNames() {}

    /** The schema of one, with its catalog, quoted. */
    public static String schema(String database) {
        return "memory." + SqlName.quote(name(database));
    }

    /** The same without its catalog, in lower case and not quoted. */
    public static String name(String database) {
        return "$" + database.toLowerCase(Locale.ROOT);
    }
}
