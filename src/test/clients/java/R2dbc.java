import io.r2dbc.spi.Batch;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.Option;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.Statement;
import io.r2dbc.spi.ValidationDepth;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * r2dbc-mysql, with literals and with statements prepared by the server: rows of every type, cursors, several
 * statements. With an argument it writes three rows only.
 */
public final class R2dbc {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int ROWS = 100;
    private static final byte[] BYTES = {0, 1, '\'', '\\', (byte) 0xFF};
    private static final String TABLE = "CREATE TABLE r (id INT NOT NULL, big BIGINT, amount DECIMAL(18,4), ratio DOUBLE,"
            + " active BOOLEAN, day DATE, moment DATETIME(6), name VARCHAR(100), raw VARBINARY(300)) DUPLICATE KEY(id)";

    public static void main(String[] arguments) {
        for (boolean prepared : new boolean[] {false, true}) {
            ConnectionFactory factory = ConnectionFactories.get(ConnectionFactoryOptions.builder()
                    .option(ConnectionFactoryOptions.DRIVER, "mysql")
                    .option(ConnectionFactoryOptions.HOST, "127.0.0.1")
                    .option(ConnectionFactoryOptions.PORT, Integer.parseInt(System.getenv("TEST_PORT")))
                    .option(ConnectionFactoryOptions.USER, "root")
                    .option(ConnectionFactoryOptions.DATABASE, System.getenv("TEST_DB"))
                    .option(Option.valueOf("useServerPrepareStatement"), prepared)
                    .build());
            Connection connection = Mono.from(factory.create()).block(LIMIT);
            try {
                if (arguments.length > 0) {
                    capture(connection);
                } else {
                    daily(connection);
                }
            } finally {
                await(connection.close());
            }
        }
        System.out.println("ok");
        System.exit(0); // the driver's event loops would go on
    }

    /** Three rows: what the packet captures show. */
    private static void capture(Connection connection) {
        update(connection, "SET group_commit = sync_mode");
        Statement insert = connection.createStatement("INSERT INTO c (id, name, amount, moment) VALUES (?, ?, ?, ?)");
        LocalDateTime moment = LocalDateTime.of(2024, 2, 29, 12, 34, 56);
        insert.bind(0, 1).bind(1, "Ann").bind(2, new BigDecimal("12.50")).bind(3, moment).add();
        insert.bind(0, 2).bind(1, "Bob's").bindNull(2, BigDecimal.class).bindNull(3, LocalDateTime.class).add();
        insert.bind(0, 3).bind(1, "Zoë").bind(2, BigDecimal.ZERO).bind(3, moment);
        expect(3, counted(insert.execute()));
    }

    private static void daily(Connection connection) {
        update(connection, "DROP TABLE IF EXISTS r");
        update(connection, TABLE);
        update(connection, "SET group_commit = sync_mode");

        Statement insert = connection.createStatement("INSERT INTO r VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        for (int id = 0; id < ROWS; id++) {
            if (id > 0) {
                insert.add();
            }
            bind(insert, id);
        }
        expect(ROWS, counted(insert.execute()));

        List<String> wanted = new ArrayList<>();
        for (int id = 0; id < ROWS; id++) {
            wanted.add(id % 10 == 9 ? id + " null" : text(id, (long) id - (1L << 40), amount(id), id / 8.0, id % 2 == 0,
                    LocalDate.of(2024, 2, 29), moment(id), "it's ü 😀 " + id, BYTES));
        }
        for (int fetch : new int[] {0, 7}) {
            Statement select = connection.createStatement("SELECT * FROM r WHERE id >= ? ORDER BY id").bind(0, 0);
            expect(wanted, Flux.from(select.fetchSize(fetch).execute())
                    .concatMap(result -> result.map((row, meta) -> text(row)))
                    .collectList()
                    .block(LIMIT));
        }

        await(connection.setTransactionIsolationLevel(IsolationLevel.READ_COMMITTED));
        await(connection.beginTransaction());
        update(connection, "INSERT INTO r (id) VALUES (1000)");
        await(connection.rollbackTransaction());
        await(connection.setAutoCommit(false));
        update(connection, "INSERT INTO r (id) VALUES (1001)");
        await(connection.commitTransaction());
        await(connection.setAutoCommit(true));
        Batch batch = connection.createBatch()
                .add("INSERT INTO r (id) VALUES (1002)")
                .add("UPDATE r SET big = 1 WHERE id > 1000");
        expect(List.of(1L, 2L), Flux.from(batch.execute())
                .concatMap(Result::getRowsUpdated)
                .collectList()
                .block(LIMIT));
        expect(2L, Flux.from(connection.createStatement("SELECT count(*) FROM r WHERE id >= 1000").execute())
                .concatMap(result -> result.map((row, meta) -> row.get(0, Long.class)))
                .blockLast(LIMIT));
        expect(true, Mono.from(connection.validate(ValidationDepth.REMOTE)).block(LIMIT));

        try {
            update(connection, "INSERT INTO nowhere VALUES (1)");
            throw new AssertionError("a table that is nowhere");
        } catch (R2dbcException error) {
            expect(1146, error.getErrorCode());
            expect("42S02", error.getSqlState());
        }
    }

    private static void bind(Statement insert, int id) {
        insert.bind(0, id);
        if (id % 10 == 9) {
            for (int i = 1; i < 9; i++) {
                insert.bindNull(i, String.class);
            }
            return;
        }
        insert.bind(1, (long) id - (1L << 40))
                .bind(2, amount(id))
                .bind(3, id / 8.0)
                .bind(4, id % 2 == 0)
                .bind(5, LocalDate.of(2024, 2, 29))
                .bind(6, moment(id))
                .bind(7, "it's ü 😀 " + id)
                .bind(8, ByteBuffer.wrap(BYTES));
    }

    private static BigDecimal amount(int id) {
        return new BigDecimal("12345678901234.5678").add(BigDecimal.valueOf(id));
    }

    private static LocalDateTime moment(int id) {
        return LocalDateTime.of(2024, 2, 29, 12, 34, 56, 1000 * (100_000 + id));
    }

    private static String text(Row row) {
        Integer id = row.get(0, Integer.class);
        if (row.get(1) == null) {
            return id + " null";
        }
        return text(id, row.get(1, Long.class), row.get(2, BigDecimal.class), row.get(3, Double.class),
                row.get(4, Boolean.class), row.get(5, LocalDate.class), row.get(6, LocalDateTime.class),
                row.get(7, String.class), row.get(8, byte[].class));
    }

    private static String text(Object... values) {
        values[8] = Arrays.toString((byte[]) values[8]);
        return Arrays.toString(values);
    }

    private static long update(Connection connection, String text) {
        return counted(connection.createStatement(text).execute());
    }

    private static long counted(Publisher<? extends Result> results) {
        return Flux.from(results).concatMap(Result::getRowsUpdated).reduce(0L, Long::sum).block(LIMIT);
    }

    private static void await(Publisher<Void> action) {
        Mono.from(action).block(LIMIT);
    }

    private static void expect(Object expected, Object found) {
        if (expected instanceof Integer number && found instanceof Long ? number.longValue() != (Long) found
                : !expected.equals(found)) {
            throw new AssertionError("found " + found + ", expected " + expected);
        }
    }
}
