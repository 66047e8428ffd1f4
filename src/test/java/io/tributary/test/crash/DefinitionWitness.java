package io.tributary.test.crash;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Makes, alters, truncates and drops tables, with rows in them. */
final class DefinitionWitness implements Witness {
    private static final int TABLES = 4;

    private final String prefix;
    private final Random random;
    private final TreeMap<String, Table> tables = new TreeMap<>();
    /** What the statement under way is about, and what it makes of it; nothing: the table is gone. */
    private Optional<String> changing = Optional.empty();

    private Optional<Table> next = Optional.empty();
    private long number;
    private long acknowledged;
    private long unknown;

    /**
     * One table.
     *
     * @param added columns beside the first
     * @param rows the first column's values, in order
     */
    private record Table(int added, List<String> rows) {}

    DefinitionWitness(int number, long seed) {
        prefix = "made" + number + "_";
        random = new Random(seed);
    }

    @Override
    public void create(TributaryProcess server) {}

    @Override
    public void write(TributaryProcess server) throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            while (!Thread.currentThread().isInterrupted()) {
                String name = prefix + random.nextInt(TABLES);
                String statement = draw(name);
                sql.run("SET group_commit = '" + (random.nextInt(3) == 0 ? "sync_mode" : "async_mode") + "'");
                changing = Optional.of(name);
                sql.run(statement);
                acknowledged++;
                settle();
            }
        }
    }

    /** A statement upon this table; {@code next} is what it makes of it. */
    private String draw(String name) {
        Table table = tables.get(name);
        number++;
        if (table == null) {
            next = Optional.of(new Table(0, List.of()));
            return "CREATE TABLE " + name + " (a BIGINT NOT NULL) DUPLICATE KEY(a)";
        }
        switch (random.nextInt(12)) {
            case 0 -> {
                next = Optional.empty();
                return "DROP TABLE " + name;
            }
            case 1 -> {
                next = Optional.of(new Table(table.added(), List.of()));
                return "TRUNCATE TABLE " + name;
            }
            case 2, 3 -> {
                next = Optional.of(new Table(table.added() + 1, table.rows()));
                return "ALTER TABLE " + name + " ADD COLUMN c" + number + " INT";
            }
            default -> {
                List<String> rows = new ArrayList<>(table.rows());
                rows.add(Long.toString(number));
                next = Optional.of(new Table(table.added(), rows));
                return "INSERT INTO " + name + " (a) VALUES (" + number + ")";
            }
        }
    }

    private void settle() {
        changing.ifPresent(name -> next.ifPresentOrElse(made -> tables.put(name, made), () -> tables.remove(name)));
        changing = Optional.empty();
    }

    @Override
    public List<String> check(TributaryProcess server, boolean all) throws SQLException {
        List<String> faults = new ArrayList<>();
        unknown += changing.isPresent() ? 1 : 0;
        try (Sql sql = Sql.connect(server.mysqlPort(), PowerLossIT.DATABASE)) {
            for (int i = 0; i < TABLES; i++) {
                String name = prefix + i;
                Optional<Table> found = find(sql, name);
                if (changing.equals(Optional.of(name)) && found.equals(next)) {
                    settle();
                } else if (!found.equals(Optional.ofNullable(tables.get(name)))) {
                    faults.add(name + ": is " + found + ", acknowledged is " + Optional.ofNullable(tables.get(name))
                            + (changing.equals(Optional.of(name)) ? ", without an answer is " + next : ""));
                }
            }
        }
        changing = Optional.empty();
        return faults;
    }

    private static Optional<Table> find(Sql sql, String name) throws SQLException {
        if (sql.query("SHOW TABLES LIKE '" + name + "'").isEmpty()) {
            return Optional.empty();
        }
        sql.run("SYNC " + name);
        int columns = sql.query("SHOW COLUMNS FROM " + name).size();
        return Optional.of(new Table(columns - 1, sql.query("SELECT a FROM " + name + " ORDER BY a")));
    }

    @Override
    public Counts counts() {
        return new Counts(acknowledged, unknown);
    }
}
