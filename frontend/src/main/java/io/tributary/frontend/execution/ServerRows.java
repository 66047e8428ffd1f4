package io.tributary.frontend.execution;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.planner.plan.ShowPlan;
import io.tributary.session.Session;
import io.tributary.session.Sessions;
import io.tributary.session.SystemVariable;
import io.tributary.session.Warning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What SHOW tells of the server and its sessions, in MySQL's columns. Event loop of the connection that asks. */
final class ServerRows {
    private static final int INFO_CHARACTERS_SHORT = 100;

    private final Session session;
    private final Sessions sessions;
    private final Map<String, String> globals;

    ServerRows(Session session, Sessions sessions, Map<String, String> globals) {
        this.session = session;
        this.sessions = sessions;
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

    Answer.LocalRows warnings(boolean errorsOnly) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Warning warning : session.warnings()) {
            if (!errorsOnly || warning.level().equals("Error")) {
                rows.add(row(warning.level(), Integer.toString(warning.code()), warning.message()));
            }
        }
        return new Answer.LocalRows(List.of(text("Level"), number("Code"), text("Message")), rows);
    }

    Answer.LocalRows warningCount(boolean errorsOnly) {
        String count = Integer.toString(warnings(errorsOnly).rows().size());
        return new Answer.LocalRows(
                List.of(number(errorsOnly ? "@@session.error_count" : "@@session.warning_count")), List.of(row(count)));
    }

    Answer.LocalRows processlist(boolean full) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        long now = System.nanoTime();
        sessions.all().stream()
                .sorted(Comparator.comparingInt(Session::id))
                .forEach(one -> rows.add(process(one, now, full)));
        return new Answer.LocalRows(
                List.of(
                        number("Id"),
                        text("User"),
                        text("Host"),
                        text("db"),
                        text("Command"),
                        number("Time"),
                        text("State"),
                        text("Info")),
                rows);
    }

    private static List<@Nullable String> process(Session one, long now, boolean full) {
        Session.Activity activity = one.activity();
        String info = activity.info();
        if (!full && info.length() > INFO_CHARACTERS_SHORT) {
            info = info.substring(0, INFO_CHARACTERS_SHORT);
        }
        return row(
                Integer.toUnsignedString(one.id()),
                activity.user(),
                one.host(),
                activity.database().isEmpty() ? null : activity.database(),
                activity.command(),
                Long.toString((now - activity.sinceNanos()) / 1_000_000_000L),
                "",
                info.isEmpty() ? null : info);
    }

    static Answer.LocalRows engines() {
        return new Answer.LocalRows(
                texts("Engine", "Support", "Comment", "Transactions", "XA", "Savepoints"),
                List.of(row("TRIBUTARY", "DEFAULT", "Group commit into a table engine", "YES", "NO", "NO")));
    }

    static Answer.LocalRows characterSets() {
        return new Answer.LocalRows(
                List.of(text("Charset"), text("Description"), text("Default collation"), number("Maxlen")),
                List.of(
                        row("ascii", "US ASCII", "ascii_general_ci", "1"),
                        row("binary", "Binary pseudo charset", "binary", "1"),
                        row("latin1", "cp1252 West European", "latin1_swedish_ci", "1"),
                        row("utf8mb3", "UTF-8 Unicode", "utf8mb3_general_ci", "3"),
                        row("utf8mb4", "UTF-8 Unicode", "utf8mb4_0900_bin", "4")));
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
                List.of(
                        row("binary", "binary", "63", "Yes", "Yes", "1", "NO PAD"),
                        row("utf8mb4_0900_bin", "utf8mb4", "309", "Yes", "Yes", "1", "NO PAD")));
    }

    static Answer.LocalRows plugins() {
        return new Answer.LocalRows(
                texts("Name", "Status", "Type", "Library", "License"),
                List.of(
                        row("caching_sha2_password", "ACTIVE", "AUTHENTICATION", null, "Apache-2.0"),
                        row("mysql_native_password", "ACTIVE", "AUTHENTICATION", null, "Apache-2.0")));
    }

    Answer.LocalRows grants() {
        return new Answer.LocalRows(
                texts("Grants for " + session.user() + "@%"),
                List.of(row("GRANT ALL PRIVILEGES ON *.* TO `" + session.user() + "`@`%`")));
    }

    /** What exists in MySQL and never here: the columns a client reads, and no rows. */
    static Answer.LocalRows none(ShowPlan.Subject subject) {
        return switch (subject) {
            case PRIVILEGES -> new Answer.LocalRows(texts("Privilege", "Context", "Comment"), List.of());
            case TRIGGERS ->
                new Answer.LocalRows(
                        texts("Trigger", "Event", "Table", "Statement", "Timing", "Created", "sql_mode", "Definer"),
                        List.of());
            case EVENTS ->
                new Answer.LocalRows(texts("Db", "Name", "Definer", "Time zone", "Type", "Status"), List.of());
            default ->
                new Answer.LocalRows(
                        texts("Db", "Name", "Type", "Definer", "Modified", "Created", "Security_type", "Comment"),
                        List.of());
        };
    }

    private static List<@Nullable String> row(@Nullable String... cells) {
        return Arrays.asList(cells);
    }
}
