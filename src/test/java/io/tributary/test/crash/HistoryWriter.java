package io.tributary.test.crash;

import io.tributary.test.history.Action;
import io.tributary.test.history.Action.Append;
import io.tributary.test.history.Action.Put;
import io.tributary.test.history.HistoryCheck;
import io.tributary.test.history.Mode;
import io.tributary.test.history.Recorder.Begun;
import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One client that writes and notes what it was told. One thread. */
final class HistoryWriter {
    private static final List<HistoryWay> ALL = List.of(HistoryWay.values());
    private static final List<HistoryWay> VISIBLE =
            ALL.stream().filter(way -> way.mode().isVisibleWithAnswer()).toList();
    private static final List<HistoryWay> LATE = List.of(
            HistoryWay.ASYNC,
            HistoryWay.ASYNC,
            HistoryWay.OFF,
            HistoryWay.LABELLED,
            HistoryWay.TRANSACTION,
            HistoryWay.TWO_PHASES);
    private static final int ONE_OF_DELETES = 10;

    private final HistoryRun run;
    private final int client;
    private final Random random;
    private final HistoryLoads loads;
    private int labels;

    HistoryWriter(HistoryRun run, int client, long seed) {
        this.run = run;
        this.client = client;
        this.random = new Random(seed);
        this.loads = run.loads(client);
    }

    /** Adds a row. */
    void append(Sql sql) throws SQLException {
        append(sql, HistoryTables.APPENDS, run.nextAppend(), any(ALL));
    }

    /** Adds a parent and, when it is told that it is visible, its child. */
    void pair(Sql sql) throws SQLException {
        int id = run.nextParent();
        append(sql, HistoryTables.PARENTS, id, any(VISIBLE));
        append(sql, HistoryTables.CHILDREN, id, any(ALL));
    }

    /** Replaces or deletes a row. */
    void put(Sql sql) throws SQLException {
        put(sql, random.nextBoolean() ? HistoryTables.REGISTERS : HistoryTables.LATE_REGISTERS);
    }

    /**
     * A first row of each table, in an order that gives parents and children a log each where there are two.
     *
     * @return what was told of these two
     */
    List<String> first(Sql sql) throws SQLException {
        List<String> told = new ArrayList<>();
        int id = run.nextParent();
        for (String table : List.of(HistoryTables.PARENTS, HistoryTables.CHILDREN)) {
            write(
                    table,
                    new Append(id, Mode.SYNC),
                    () -> told.add(sql.info("INSERT INTO " + table + " VALUES (" + id + ")")));
        }
        append(sql, HistoryTables.APPENDS, run.nextAppend(), HistoryWay.SYNC);
        put(sql, HistoryTables.REGISTERS);
        put(sql, HistoryTables.LATE_REGISTERS);
        return told;
    }

    private void put(Sql sql, String table) throws SQLException {
        int key = random.nextInt(HistoryTables.KEYS);
        String object = HistoryCheck.register(table, key);
        if (random.nextInt(ONE_OF_DELETES) == 0) {
            write(
                    object,
                    new Put(Action.ABSENT, Mode.ALONE),
                    () -> sql.run("DELETE FROM " + table + " WHERE k = " + key));
        } else {
            HistoryWay way = any(table.equals(HistoryTables.REGISTERS) ? ALL : LATE);
            int value = run.nextValue();
            write(object, new Put(value, way.mode()), () -> way.insert(sql, loads, table, key + ", " + value, label()));
        }
    }

    private void append(Sql sql, String table, int id, HistoryWay way) throws SQLException {
        write(table, new Append(id, way.mode()), () -> way.insert(sql, loads, table, String.valueOf(id), label()));
    }

    private HistoryWay any(List<HistoryWay> ways) {
        return ways.get(random.nextInt(ways.size()));
    }

    private String label() {
        return client + "_" + ++labels;
    }

    /** A statement that writes. */
    private interface Write {
        void run() throws SQLException;
    }

    private void write(String object, Action action, Write write) throws SQLException {
        Begun begun = run.recorder().begin(client, object, action);
        try {
            write.run();
        } catch (SQLException e) {
            if (!AckLog.isUnknown(e)) {
                begun.refused();
            }
            throw e;
        }
        begun.answered();
    }
}
