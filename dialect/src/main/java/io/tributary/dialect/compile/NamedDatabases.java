package io.tributary.dialect.compile;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.dialect.bind.Catalog;
import io.tributary.dialect.parse.MySqlParser;
import io.tributary.dialect.token.Lexed;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The databases whose tables a statement names, by itself or by way of views. */
public final class NamedDatabases {
    private NamedDatabases() {}

    /** Returns them; the current one alone where the text is not understood, which a server may understand all the same. */
    public static Set<String> of(String sql, QueryContext context, Catalog catalog) {
        Set<String> databases = new LinkedHashSet<>();
        try {
            add(sql, context, catalog, databases);
        } catch (TributaryException e) {
            databases.clear();
            if (!context.database().isEmpty()) {
                databases.add(context.database());
            }
        }
        return databases;
    }

    private static void add(String sql, QueryContext context, Catalog catalog, Set<String> databases) {
        for (List<String> name : MySqlParser.tables(Lexed.lex(sql, context.sqlMode()))) {
            String database = name.size() > 1 ? name.get(0) : context.database();
            if (!database.isEmpty()) {
                databases.add(database);
            }
            Optional<ViewSchema> view =
                    catalog.view(database, name.get(name.size() - 1)).map(Catalog.View::schema);
            if (view.isPresent()) {
                QueryContext within =
                        context.in(view.get().database(), view.get().sqlMode());
                add(view.get().query(), within, catalog, databases);
            }
        }
    }
}
