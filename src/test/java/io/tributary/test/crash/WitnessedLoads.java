package io.tributary.test.crash;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The loads of one witness, by number, and what was said of each. A load has rows 0 to {@code rows - 1}, each with a text
 * that follows from its numbers. Not thread-safe.
 */
final class WitnessedLoads {
    /** How much earlier than the last life's first load a check begins that is not of all. */
    private static final int LATE_LOADS = 30;

    enum State {
        SENT,
        ACKNOWLEDGED,
        REFUSED,
        /** Its rows are kept, and wait for the second phase. */
        PRECOMMITTED
    }

    public record Load(int rows, State state) {}

    private final boolean visible;
    private final String[] tables;
    private final TreeMap<Long, Load> loads = new TreeMap<>();
    private long firstLate = 1;
    private long unknown;

    /**
     * @param visible whether a read sees what was acknowledged before it, or only after {@code SYNC}
     * @param tables that have rows of each load; row n is in table n modulo their number
     */
    WitnessedLoads(boolean visible, String... tables) {
        this.visible = visible;
        this.tables = tables;
    }

    void create(Sql sql, String properties) throws SQLException {
        for (String table : tables) {
            sql.run("CREATE TABLE " + table + " (load_key BIGINT NOT NULL, row_no INT NOT NULL, payload VARCHAR(2000))"
                    + " DUPLICATE KEY(load_key) " + properties);
        }
    }

    static String payload(long key, int row) {
        return "payload " + key + "/" + row + " " + "x".repeat((int) (Math.abs(key * 31 + row * 17L) % 1900));
    }

    /** @return its number */
    long sent(int rows) {
        long key = loads.isEmpty() ? 1 : loads.lastKey() + 1;
        loads.put(key, new Load(rows, State.SENT));
        return key;
    }

    void is(long key, State state) {
        loads.put(key, new Load(load(key).rows(), state));
    }

    Load load(long key) {
        Load load = loads.get(key);
        if (load == null) {
            throw new IllegalStateException("nobody sent load " + key);
        }
        return load;
    }

    List<Long> in(State state) {
        return loads.entrySet().stream()
                .filter(each -> each.getValue().state() == state)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Rows of each load that are there, of late or of all; what is wrong within a load is added to the faults. */
    Map<Long, Integer> find(Sql sql, boolean all, List<String> faults) throws SQLException {
        long first = all ? 0 : Math.max(0, firstLate - LATE_LOADS);
        Map<Long, Set<Integer>> found = new TreeMap<>();
        for (int number = 0; number < tables.length; number++) {
            if (!visible) {
                sql.run("SYNC " + tables[number]);
            }
            for (String each : sql.query(
                    "SELECT load_key, row_no, payload FROM " + tables[number] + " WHERE load_key >= " + first)) {
                String[] values = each.split("\\|", -1);
                long key = Long.parseLong(values[0]);
                int row = Integer.parseInt(values[1]);
                if (!found.computeIfAbsent(key, unseen -> new HashSet<>()).add(row)) {
                    faults.add(tables[number] + ": row " + row + " of load " + key + " is there twice");
                }
                if (!values[2].equals(payload(key, row)) || row % tables.length != number) {
                    faults.add(tables[number] + ": row " + row + " of load " + key + " is " + values[2]);
                }
            }
        }
        Map<Long, Integer> counts = new TreeMap<>();
        found.forEach((key, rows) -> counts.put(key, rows.size()));
        for (long key : counts.keySet()) {
            if (!loads.containsKey(key)) {
                faults.add(tables[0] + ": load " + key + " was never sent");
            }
        }
        return counts;
    }

    /** Holds them against what is there; what had no answer was acknowledged if it is there, else refused. */
    List<String> check(Sql sql, boolean all) throws SQLException {
        List<String> faults = new ArrayList<>();
        Map<Long, Integer> found = find(sql, all, faults);
        long first = all ? 0 : Math.max(0, firstLate - LATE_LOADS);
        loads.tailMap(first).replaceAll((key, load) -> {
            int rows = found.getOrDefault(key, 0);
            boolean fits =
                    switch (load.state()) {
                        case SENT -> rows == 0 || rows == load.rows();
                        case ACKNOWLEDGED -> rows == load.rows();
                        case REFUSED, PRECOMMITTED -> rows == 0;
                    };
            if (!fits) {
                faults.add(tables[0] + ": load " + key + " (" + load.state() + ") has " + rows + " of " + load.rows()
                        + " rows");
            }
            if (load.state() != State.SENT) {
                return load;
            }
            unknown++;
            return new Load(load.rows(), rows == 0 ? State.REFUSED : State.ACKNOWLEDGED);
        });
        firstLate = loads.isEmpty() ? 1 : loads.lastKey() + 1;
        return faults;
    }

    Witness.Counts counts() {
        return new Witness.Counts(in(State.ACKNOWLEDGED).size(), unknown);
    }
}
