package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.information.SystemRows;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.sql.token.SqlLiterals;
import io.tributary.session.Condition;
import io.tributary.session.Session;
import io.tributary.session.SystemVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What SHOW tells of the server and its sessions, in MySQL's columns. Event loop of the connection that asks. */
final class ServerRows {
    private final Session session;
    private final Map<String, String> globals;

    ServerRows(Session session, Map<String, String> globals) {
        this.session = session;
        this.globals = globals;
    }

    Answer.LocalRows variables(boolean global) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (SystemVariable variable : session.variables().table().all()) {
            if (global && variable.scope() == SystemVariable.Scope.SESSION) {
                continue;
            }
            rows.add(row(
                    variable.name(),
                    global
                            ? session.variables().getGlobal(variable.name(), globals)
                            : session.variables().get(variable.name(), globals)));
        }
        return new Answer.LocalRows(texts("Variable_name", "Value"), rows);
    }

    Answer.LocalRows conditions(boolean errorsOnly, ShowPlan.Limit limit) {
        List<List<@Nullable String>> rows = session.diagnostics().conditions().stream()
                .filter(condition -> !errorsOnly || condition.level() == Condition.Level.ERROR)
                .skip(limit.offset())
                .limit(limit.rows())
                .map(condition ->
                        row(condition.level().text(), Integer.toString(condition.code()), condition.message()))
                .toList();
        return new Answer.LocalRows(List.of(text("Level"), number("Code"), text("Message")), rows);
    }

    Answer.LocalRows conditionCount(boolean errorsOnly) {
        int count = errorsOnly
                ? session.diagnostics().errorCountBefore()
                : session.diagnostics().countBefore();
        return new Answer.LocalRows(
                List.of(number(errorsOnly ? "@@session.error_count" : "@@session.warning_count")),
                List.of(row(Integer.toString(count))));
    }

    static Answer.LocalRows engines() {
        return new Answer.LocalRows(
                texts("Engine", "Support", "Comment", "Transactions", "XA", "Savepoints"), SystemRows.fixed("ENGINES"));
    }

    static Answer.LocalRows characterSets() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> set : SystemRows.fixed("CHARACTER_SETS")) {
            rows.add(row(set.get(0), set.get(2), set.get(1), set.get(3)));
        }
        return new Answer.LocalRows(
                List.of(text("Charset"), text("Description"), text("Default collation"), number("Maxlen")), rows);
    }

    static Answer.LocalRows collations() {
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

    static Answer.LocalRows plugins() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> plugin : SystemRows.fixed("PLUGINS")) {
            rows.add(row(plugin.get(0), plugin.get(2), plugin.get(3), plugin.get(5), plugin.get(9)));
        }
        return new Answer.LocalRows(texts("Name", "Status", "Type", "Library", "License"), rows);
    }

    /** Every account may do everything. */
    static Answer.LocalRows grants(String user) {
        return new Answer.LocalRows(
                texts("Grants for " + user + "@%"),
                List.of(row(
                        "GRANT ALL PRIVILEGES ON *.* TO " + SqlLiterals.identifier(user) + "@`%` WITH GRANT OPTION")));
    }

    private static List<@Nullable String> row(@Nullable String... cells) {
        return Arrays.asList(cells);
    }
}
