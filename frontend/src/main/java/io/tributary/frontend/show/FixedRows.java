package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.information.SystemRows;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.dialect.token.Names;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** SHOW of what is the same on every server, but for the engines that databases name: engines, character sets and their like, in MySQL's columns. */
final class FixedRows {
    private FixedRows() {}

    /** @param servers of databases that have one */
    static Answer.LocalRows of(ShowPlan.Fixed.Kind kind, Map<String, DatabaseEngine> servers) {
        return switch (kind) {
            case ENGINES -> engines(servers);
            case CHARACTER_SET -> characterSets();
            case COLLATION -> collations();
            case PLUGINS -> plugins();
            case PRIVILEGES -> privileges();
            case CATALOGS -> catalogs();
        };
    }

    private static Answer.LocalRows engines(Map<String, DatabaseEngine> servers) {
        List<List<@Nullable String>> rows = new ArrayList<>(SystemRows.fixed("ENGINES"));
        Map<DatabaseEngine, List<String>> databases = new LinkedHashMap<>();
        new TreeMap<>(servers).forEach((database, server) -> databases
                .computeIfAbsent(server, known -> new ArrayList<>())
                .add(database));
        databases.forEach((server, names) -> rows.add(Arrays.asList(
                server.engine(),
                "YES",
                "The server at " + server.url() + " has the tables of " + String.join(", ", names),
                "YES",
                "NO",
                "NO")));
        return new Answer.LocalRows(texts("Engine", "Support", "Comment", "Transactions", "XA", "Savepoints"), rows);
    }

    private static Answer.LocalRows characterSets() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> set : SystemRows.fixed("CHARACTER_SETS")) {
            rows.add(Arrays.asList(set.get(0), set.get(2), set.get(1), set.get(3)));
        }
        return new Answer.LocalRows(
                List.of(text("Charset"), text("Description"), text("Default collation"), number("Maxlen")), rows);
    }

    private static Answer.LocalRows collations() {
        return new Answer.LocalRows(
                List.of(
                        text("Collation"),
                        text("Charset"),
                        number("Id"),
                        text("Default"),
                        text("Compiled"),
                        number("Sortlen"),
                        text("Pad_attribute")),
                SystemRows.fixed("COLLATIONS"));
    }

    private static Answer.LocalRows plugins() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> plugin : SystemRows.fixed("PLUGINS")) {
            rows.add(Arrays.asList(plugin.get(0), plugin.get(2), plugin.get(3), plugin.get(5), plugin.get(9)));
        }
        return new Answer.LocalRows(texts("Name", "Status", "Type", "Library", "License"), rows);
    }

    /** The one that has all databases, in Doris' columns. */
    private static Answer.LocalRows catalogs() {
        return new Answer.LocalRows(
                List.of(
                        number("CatalogId"),
                        text("CatalogName"),
                        text("Type"),
                        text("IsCurrent"),
                        text("CreateTime"),
                        text("LastUpdateTime"),
                        text("Comment")),
                List.of(Arrays.asList("0", Names.CATALOG, Names.CATALOG, "yes", null, null, "")));
    }

    /** The privileges that exist: those that GRANT ALL gives. */
    private static Answer.LocalRows privileges() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String[] privilege : new String[][] {
            {"Alter", "Tables", "To alter the table"},
            {"Create", "Databases,Tables,Indexes", "To create new databases and tables"},
            {"Delete", "Tables", "To delete existing rows"},
            {"Drop", "Databases,Tables", "To drop databases, tables, and views"},
            {"Insert", "Tables", "To insert data into tables"},
            {"Select", "Tables", "To retrieve rows from table"},
            {"Update", "Tables", "To update existing rows"}
        }) {
            rows.add(Arrays.asList(privilege));
        }
        return new Answer.LocalRows(texts("Privilege", "Context", "Comment"), rows);
    }
}
