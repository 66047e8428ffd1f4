package io.tributary.frontend.execution;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.session.Session;
import io.tributary.session.Sessions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Who is connected and does what: SHOW PROCESSLIST, and information_schema.PROCESSLIST. Any thread. */
public final class ProcessList {
    private static final int INFO_CHARACTERS_SHORT = 100;

    private ProcessList() {}

    /** @param full whether statements are told in full */
    public static Answer.LocalRows rows(Sessions sessions, boolean full) {
        List<ResultColumn> columns = List.of(
                number("Id"),
                text("User"),
                text("Host"),
                text("db"),
                text("Command"),
                number("Time"),
                text("State"),
                text("Info"));
        List<List<@Nullable String>> rows = new ArrayList<>();
        long now = System.nanoTime();
        sessions.all().stream()
                .sorted(Comparator.comparingInt(Session::id))
                .forEach(one -> rows.add(row(one, now, full)));
        return new Answer.LocalRows(columns, rows);
    }

    /** A query for WITH that the engine can run. */
    static String query(Sessions sessions, SqlMode mode) {
        Answer.LocalRows all = rows(sessions, true);
        StringJoiner values = new StringJoiner(", ", "VALUES ", "");
        for (List<@Nullable String> row : all.rows()) {
            StringJoiner cells = new StringJoiner(", ", "(", ")");
            for (int i = 0; i < row.size(); i++) {
                String cell = row.get(i);
                boolean number =
                        all.columns().get(i).equals(number(all.columns().get(i).name()));
                cells.add(cell == null ? "NULL" : number ? cell : SqlLiterals.string(cell, mode));
            }
            values.add(cells.toString());
        }
        return "PROCESSLIST(ID, USER, HOST, DB, COMMAND, TIME, STATE, INFO) AS (" + values + ")";
    }

    private static List<@Nullable String> row(Session one, long now, boolean full) {
        Session.Activity activity = one.activity();
        String info = activity.info();
        if (!full && info.length() > INFO_CHARACTERS_SHORT) {
            info = info.substring(0, INFO_CHARACTERS_SHORT);
        }
        return Arrays.asList(
                Integer.toUnsignedString(one.id()),
                activity.user(),
                one.host(),
                activity.database().isEmpty() ? null : activity.database(),
                activity.command(),
                Long.toString((now - activity.sinceNanos()) / 1_000_000_000L),
                "",
                info.isEmpty() ? null : info);
    }
}
