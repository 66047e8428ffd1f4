package io.tributary.test.crash;

import io.tributary.test.history.Action;
import io.tributary.test.history.Action.ReadCount;
import io.tributary.test.history.Action.ReadIds;
import io.tributary.test.history.Action.ReadOrphans;
import io.tributary.test.history.Action.ReadValue;
import io.tributary.test.history.Action.Sync;
import io.tributary.test.history.HistoryCheck;
import io.tributary.test.history.Recorder;
import io.tributary.test.history.Span;
import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** One client that reads, in every form there is, and notes what it saw. One thread. */
final class HistoryReader {
    private static final String APPENDS = HistoryTables.APPENDS;
    private static final String BOTH =
            "SELECT 0, id FROM " + HistoryTables.PARENTS + " UNION ALL SELECT 1, id FROM " + HistoryTables.CHILDREN;
    private static final int CURSOR_ROWS = 100;
    private static final int ONE_OF_SYNCS = 40;

    private final Recorder recorder;
    private final int client;
    private final Random random;

    /** How parents and children are read, or what has no parent is looked for. */
    private enum Pairs {
        UNION(BOTH),
        TRANSACTION(""),
        INSERT_SELECT("INSERT INTO copies SELECT %d, source, id FROM (SELECT 0 AS source, id FROM parents"
                + " UNION ALL SELECT 1, id FROM children) AS b"),
        JOIN("SELECT c.id FROM children c LEFT JOIN parents p ON p.id = c.id WHERE p.id IS NULL"),
        NOT_EXISTS("SELECT c.id FROM children c WHERE NOT EXISTS (SELECT 1 FROM parents p WHERE p.id = c.id)"),
        CTE("WITH p AS (SELECT id FROM parents), c AS (SELECT id FROM children)"
                + " SELECT c.id FROM c WHERE c.id NOT IN (SELECT id FROM p)");

        private final String text;

        Pairs(String text) {
            this.text = text;
        }
    }

    /** How registers are read. */
    private enum Keys {
        KEY,
        PREPARED,
        ALL,
        TRANSACTION
    }

    HistoryReader(HistoryRun run, int client, long seed) {
        recorder = run.recorder();
        this.client = client;
        this.random = new Random(seed);
    }

    /** Reads something in some form. */
    void read(Sql sql) throws SQLException {
        if (random.nextInt(ONE_OF_SYNCS) == 0) {
            sync(sql, HistoryTables.RECORDED.get(random.nextInt(HistoryTables.RECORDED.size())));
            return;
        }
        switch (random.nextInt(3)) {
            case 0 -> rows(sql, any(RowForm.values()));
            case 1 -> pairs(sql, any(Pairs.values()));
            default ->
                keys(
                        sql,
                        any(Keys.values()),
                        random.nextBoolean() ? HistoryTables.REGISTERS : HistoryTables.LATE_REGISTERS);
        }
    }

    private <T> T any(T[] of) {
        return of[random.nextInt(of.length)];
    }

    /** Waits for everything and reads it all, in each form: one that does not work shows here at the latest. */
    void last(Sql sql) throws SQLException {
        for (String table : HistoryTables.RECORDED) {
            sync(sql, table);
        }
        for (RowForm form : RowForm.values()) {
            rows(sql, form);
        }
        for (Pairs form : Pairs.values()) {
            pairs(sql, form);
        }
        for (Keys form : Keys.values()) {
            keys(sql, form, HistoryTables.REGISTERS);
            keys(sql, form, HistoryTables.LATE_REGISTERS);
        }
    }

    private void sync(Sql sql, String table) throws SQLException {
        long invoked = recorder.now();
        sql.run("SYNC " + table);
        saw(table, new Sync(), since(invoked));
    }

    private Span since(long invoked) {
        return new Span(invoked, recorder.now());
    }

    private void saw(String object, Action action, Span span) {
        recorder.saw(client, object, action, span);
    }

    private static String form(Enum<?> form) {
        return form.name().toLowerCase(Locale.ROOT);
    }

    private void rows(Sql sql, RowForm form) throws SQLException {
        long statement = recorder.newStatement();
        String text = form.text(statement);
        long invoked = recorder.now();
        switch (form) {
            case PLAIN, CTE, SUBQUERY, SELF_JOIN -> {
                List<Integer> ids = IntRows.of(sql, text);
                saw(APPENDS, ReadIds.of(statement, form(form), ids), since(invoked));
            }
            case PREPARED, CURSOR -> {
                List<Integer> ids = IntRows.prepared(sql, text, form == RowForm.CURSOR ? CURSOR_ROWS : 0);
                saw(APPENDS, ReadIds.of(statement, form(form), ids), since(invoked));
            }
            case TRANSACTION ->
                transaction(sql, () -> {
                    long first = recorder.now();
                    List<Integer> ids = IntRows.of(sql, text);
                    Span span = since(first);
                    saw(APPENDS, ReadIds.of(statement, form(form), ids), span);
                    saw(APPENDS, ReadIds.of(statement, "again in " + form(form), IntRows.of(sql, text)), span);
                });
            case INSERT_SELECT -> {
                sql.run(text);
                Span span = since(invoked);
                List<Integer> ids = IntRows.of(sql, "SELECT id FROM copies WHERE statement = " + statement);
                saw(APPENDS, ReadIds.of(statement, form(form), ids), span);
            }
            case CREATE_AS -> {
                sql.run(text);
                Span span = since(invoked);
                List<Integer> ids = IntRows.of(sql, "SELECT id FROM copy_" + statement);
                saw(APPENDS, ReadIds.of(statement, form(form), ids), span);
                sql.run("DROP TABLE copy_" + statement);
            }
            case COUNT -> count(sql, form, text, invoked);
            case VALUES, UPDATE, ON_DUPLICATE_KEY -> {
                String counts = form == RowForm.ON_DUPLICATE_KEY ? HistoryTables.KEYED_COUNTS : HistoryTables.COUNTS;
                if (form != RowForm.VALUES) {
                    sql.run("INSERT INTO " + counts + " VALUES (" + statement + ", 0, 0)");
                    invoked = recorder.now();
                }
                sql.run(text);
                Span span = since(invoked);
                int[] counted = IntRows.pair(
                        sql, "SELECT rows_seen, id_max FROM " + counts + " WHERE statement = " + statement);
                saw(APPENDS, new ReadCount(form(form), counted[0], counted[1]), span);
            }
        }
    }

    private void count(Sql sql, RowForm form, String text, long invoked) throws SQLException {
        int[] counted = IntRows.pair(sql, text);
        saw(APPENDS, new ReadCount(form(form), counted[0], counted[1]), since(invoked));
    }

    private void pairs(Sql sql, Pairs form) throws SQLException {
        long statement = recorder.newStatement();
        String text = String.format(Locale.ROOT, form.text, statement);
        long invoked = recorder.now();
        switch (form) {
            case UNION -> both(statement, form(form), IntRows.pairs(sql, text), since(invoked));
            case INSERT_SELECT -> {
                sql.run(text);
                Span span = since(invoked);
                both(
                        statement,
                        form(form),
                        IntRows.pairs(sql, "SELECT source, id FROM copies WHERE statement = " + statement),
                        span);
            }
            case TRANSACTION ->
                transaction(sql, () -> {
                    long first = recorder.now();
                    List<Integer> parents = IntRows.of(sql, "SELECT id FROM parents");
                    Span span = since(first);
                    saw(HistoryTables.PARENTS, ReadIds.of(statement, form(form), parents), span);
                    List<Integer> children = IntRows.of(sql, "SELECT id FROM children");
                    saw(HistoryTables.CHILDREN, ReadIds.of(statement, form(form), children), span);
                });
            case JOIN, NOT_EXISTS, CTE -> {
                List<Integer> orphans = IntRows.of(sql, text);
                saw("orphans", new ReadOrphans(form(form), orphans), since(invoked));
            }
        }
    }

    /** @param rows 0 and a parent's id, or 1 and a child's */
    private void both(long statement, String form, List<int[]> rows, Span span) {
        List<Integer> parents = new ArrayList<>();
        List<Integer> children = new ArrayList<>();
        rows.forEach(row -> (row[0] == 0 ? parents : children).add(row[1]));
        saw(HistoryTables.PARENTS, ReadIds.of(statement, form, parents), span);
        saw(HistoryTables.CHILDREN, ReadIds.of(statement, form, children), span);
    }

    private void keys(Sql sql, Keys form, String table) throws SQLException {
        long statement = recorder.newStatement();
        int key = random.nextInt(HistoryTables.KEYS);
        String object = HistoryCheck.register(table, key);
        long invoked = recorder.now();
        switch (form) {
            case KEY -> {
                List<Integer> values = IntRows.of(sql, "SELECT v FROM " + table + " WHERE k = " + key);
                values(statement, form(form), object, values, since(invoked));
            }
            case PREPARED -> {
                List<Integer> values = IntRows.prepared(sql, "SELECT v FROM " + table + " WHERE k = ?", 0, key);
                values(statement, form(form), object, values, since(invoked));
            }
            case ALL ->
                all(statement, form(form), table, IntRows.pairs(sql, "SELECT k, v FROM " + table), since(invoked));
            case TRANSACTION ->
                transaction(sql, () -> {
                    long first = recorder.now();
                    List<int[]> rows = IntRows.pairs(sql, "SELECT k, v FROM " + table);
                    Span span = since(first);
                    all(statement, form(form), table, rows, span);
                    all(statement, form(form), table, IntRows.pairs(sql, "SELECT k, v FROM " + table), span);
                });
        }
    }

    private void all(long statement, String form, String table, List<int[]> rows, Span span) {
        for (int key = 0; key < HistoryTables.KEYS; key++) {
            int wanted = key;
            List<Integer> values = rows.stream()
                    .filter(row -> row[0] == wanted)
                    .map(row -> row[1])
                    .toList();
            values(statement, form, HistoryCheck.register(table, key), values, span);
        }
    }

    /** A key that is there twice was seen with two values in one snapshot, which cannot be. */
    private void values(long statement, String form, String object, List<Integer> values, Span span) {
        if (values.isEmpty()) {
            saw(object, new ReadValue(statement, form, Action.ABSENT), span);
        }
        values.forEach(value -> saw(object, new ReadValue(statement, form, value), span));
    }

    /** What is done between BEGIN and COMMIT. */
    private interface Reads {
        void run() throws SQLException;
    }

    private void transaction(Sql sql, Reads reads) throws SQLException {
        sql.run("BEGIN");
        try {
            reads.run();
        } finally {
            sql.run("COMMIT");
        }
    }
}
