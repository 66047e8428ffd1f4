package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every setX of PreparedStatement, as a literal and as a parameter on the wire. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class JdbcTypesIT {
    /**
     * One column of the test's table, and one parameter.
     *
     * @param read what SELECT shows of it, {@code %s} being the column
     * @param expected the text of that
     */
    private record Case(String type, Setter setter, String read, String expected) {
        Case(String type, Setter setter, String expected) {
            this(type, setter, type.equals("BOOLEAN") ? "0 + %s" : "%s", expected);
        }
    }

    private interface Setter {
        void set(PreparedStatement statement, int index) throws SQLException;
    }

    private static final BigInteger UNSIGNED_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    /** How Java's serialized objects begin. */
    private static final String SERIALIZED = "ACED";

    private static final byte[] BYTES = {0, 1, 2, '\'', '\\', '"', (byte) 0xFF, '\n', 0x1A};
    private static final String BYTES_HEX = "000102275C22FF0A1A";
    private static final LocalDateTime MOMENT = LocalDateTime.of(2024, 2, 29, 12, 34, 56, 789_000_000);

    private static final List<Case> CASES = List.of(
            new Case("TINYINT", (s, i) -> s.setByte(i, Byte.MIN_VALUE), "-128"),
            new Case("SMALLINT", (s, i) -> s.setShort(i, Short.MIN_VALUE), "-32768"),
            new Case("INT", (s, i) -> s.setInt(i, Integer.MIN_VALUE), "-2147483648"),
            new Case("BIGINT", (s, i) -> s.setLong(i, Long.MIN_VALUE), "-9223372036854775808"),
            new Case("BIGINT", (s, i) -> s.setByte(i, (byte) 7), "7"),
            new Case("BOOLEAN", (s, i) -> s.setBoolean(i, true), "1"),
            new Case("TINYINT", (s, i) -> s.setBoolean(i, false), "0"),
            new Case("FLOAT", (s, i) -> s.setFloat(i, 1.5f), "1.5"),
            new Case("DOUBLE", (s, i) -> s.setDouble(i, -0.125), "-0.125"),
            new Case("INT", (s, i) -> s.setDouble(i, 42), "42"),
            new Case("DECIMAL(20,5)", (s, i) -> s.setBigDecimal(i, new BigDecimal("-6522.82")), "-6522.82000"),
            new Case("DECIMAL(38,0)", (s, i) -> s.setObject(i, new BigInteger("1234567890123456")), "1234567890123456"),
            new Case("VARCHAR(40)", (s, i) -> s.setString(i, "it's ü 😀 \\"), "it's ü 😀 \\"),
            new Case("VARCHAR(40)", (s, i) -> s.setNString(i, "漢"), "漢"),
            new Case("INT", (s, i) -> s.setString(i, "1995"), "1995"),
            new Case("DECIMAL(12,2)", (s, i) -> s.setString(i, "6522.82"), "6522.82"),
            new Case("DATE", (s, i) -> s.setString(i, "1995-01-02"), "1995-01-02"),
            new Case("DATETIME", (s, i) -> s.setString(i, "1995-01-02 03:04:05"), "1995-01-02 03:04:05"),
            new Case("VARBINARY(20)", (s, i) -> s.setBytes(i, BYTES), "hex(%s)", BYTES_HEX),
            new Case("BLOB", (s, i) -> s.setBinaryStream(i, new ByteArrayInputStream(BYTES)), "hex(%s)", BYTES_HEX),
            new Case(
                    "BLOB",
                    (s, i) -> s.setBinaryStream(i, new ByteArrayInputStream(BYTES), BYTES.length),
                    "hex(%s)",
                    BYTES_HEX),
            new Case("BLOB", (s, i) -> s.setBlob(i, new ByteArrayInputStream(BYTES)), "hex(%s)", BYTES_HEX),
            new Case("TEXT", (s, i) -> s.setCharacterStream(i, new StringReader("süß 😀")), "süß 😀"),
            new Case(
                    "TEXT",
                    (s, i) ->
                            s.setAsciiStream(i, new ByteArrayInputStream("ascii".getBytes(StandardCharsets.US_ASCII))),
                    "ascii"),
            new Case("TEXT", (s, i) -> s.setClob(i, new StringReader("clob'\\")), "clob'\\"),
            new Case("DATE", (s, i) -> s.setDate(i, Date.valueOf("2024-02-29")), "2024-02-29"),
            new Case("DATETIME", (s, i) -> s.setDate(i, Date.valueOf("2024-02-29")), "2024-02-29 00:00:00"),
            // Some send a fraction of zeros.
            new Case("VARCHAR(20)", (s, i) -> s.setTime(i, Time.valueOf("23:59:58")), "left(%s, 8)", "23:59:58"),
            new Case(
                    "DATETIME",
                    (s, i) -> s.setTimestamp(i, Timestamp.valueOf("2024-02-29 12:34:56")),
                    "2024-02-29 12:34:56"),
            new Case(
                    "DATETIME(6)",
                    (s, i) -> s.setTimestamp(i, Timestamp.valueOf(MOMENT)),
                    "2024-02-29 12:34:56.789000"),
            new Case("DATE", (s, i) -> s.setTimestamp(i, Timestamp.valueOf(MOMENT)), "2024-02-29"));

    /** What java.time brought; Connector/J 5.1 sends such objects serialized. */
    private static final List<Case> TIME_CASES = List.of(
            new Case("DATE", (s, i) -> s.setObject(i, LocalDate.of(2024, 2, 29)), "2024-02-29"),
            new Case(
                    "DATETIME",
                    (s, i) -> s.setObject(i, LocalDate.of(2024, 2, 29).atStartOfDay()),
                    "2024-02-29 00:00:00"),
            new Case("DATETIME(3)", (s, i) -> s.setObject(i, MOMENT), "2024-02-29 12:34:56.789"),
            new Case("VARCHAR(20)", (s, i) -> s.setObject(i, LocalTime.of(1, 2, 3)), "01:02:03"),
            // An instant: the driver writes it in the time zone of its own process.
            new Case(
                    "DATETIME(3)",
                    (s, i) ->
                            s.setObject(i, MOMENT.atZone(ZoneId.systemDefault()).toOffsetDateTime()),
                    "2024-02-29 12:34:56.789"),
            new Case(
                    "DATETIME(3)",
                    (s, i) -> s.setObject(
                            i,
                            MOMENT.atZone(ZoneId.systemDefault())
                                    .withZoneSameInstant(ZoneOffset.ofHours(9))
                                    .toOffsetDateTime()),
                    "2024-02-29 12:34:56.789"));

    @EachJdbcDriver
    void everySetterStoresItsValueAndItsNull(JdbcDriver driver, Server server) throws SQLException {
        List<Case> cases = driver == JdbcDriver.CONNECTOR_J_5
                ? CASES
                : Stream.concat(CASES.stream(), TIME_CASES.stream()).toList();
        for (String flavour : new String[] {
            "", "useServerPrepStmts=true", "useServerPrepStmts=true&sessionVariables=group_commit=sync_mode"
        }) {
            String database = server.newDatabase();
            try (Connection connection = driver.connect(server, database, flavour);
                    Sql sql = Sql.connect(server.port(), database)) {
                sql.run(create(cases));
                String insert = "INSERT INTO t VALUES (" + "?, ".repeat(cases.size()) + "?)";
                try (PreparedStatement statement = connection.prepareStatement(insert)) {
                    // All NULL first: Connector/J then sends no types, and no earlier execution has sent any.
                    bindNulls(statement, cases.size() + 1);
                    assertThat(statement.executeUpdate()).isEqualTo(1);
                    for (int id = 1; id <= 2; id++) {
                        statement.setInt(1, id);
                        for (int i = 0; i < cases.size(); i++) {
                            cases.get(i).setter().set(statement, i + 2);
                        }
                        assertThat(statement.executeUpdate()).isEqualTo(1);
                    }
                    bindNulls(statement, cases.size() + 1);
                    assertThat(statement.executeUpdate()).isEqualTo(1);
                }

                String row = cases.stream().map(Case::expected).collect(Collectors.joining("|"));
                String nulls = "null" + "|null".repeat(cases.size());
                assertThat(sql.query(read(cases))).as(flavour).containsExactly(nulls, nulls, "1|" + row, "2|" + row);
            }
        }
    }

    /** A UUID has no type of its own: Connector/J sends the serialized object, MariaDB's driver the text. */
    @EachJdbcDriver
    void aUuidArrivesAsTheDriverWritesIt(JdbcDriver driver, Server server) throws SQLException {
        UUID uuid = new UUID(0x0123456789ABCDEFL, 0x8123456789ABCDEFL);
        String text = HexFormat.of().withUpperCase().formatHex(uuid.toString().getBytes(StandardCharsets.US_ASCII));
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            try (Sql sql = server.fresh();
                    Connection connection = driver.connect(
                            server, sql.query("SELECT database()").get(0), flavour)) {
                sql.run("CREATE TABLE u (id INT NOT NULL, v BLOB) DUPLICATE KEY(id)");
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO u VALUES (1, ?)")) {
                    insert.setObject(1, uuid);
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                }
                String stored = sql.query("SELECT hex(v) FROM u").get(0);
                assertThat(stored.startsWith(SERIALIZED) || stored.equals(text))
                        .as(stored)
                        .isTrue();
            }
        }
    }

    @EachJdbcDriver
    void integersOf64BitsWithoutASignAreStored(JdbcDriver driver, Server server) throws SQLException {
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            boolean newer = driver == JdbcDriver.CONNECTOR_J_26 || driver == JdbcDriver.CONNECTOR_J_9;
            boolean sendsMinusOne = driver == JdbcDriver.CONNECTOR_J_8 || (newer && !flavour.isEmpty());
            try (Sql sql = server.fresh();
                    Connection connection = driver.connect(
                            server, sql.query("SELECT database()").get(0), flavour)) {
                sql.run("CREATE TABLE b (a BIGINT UNSIGNED, d DECIMAL(38,0)) DUPLICATE KEY(a)");
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO b VALUES (?, ?)")) {
                    insert.setObject(1, UNSIGNED_MAX);
                    insert.setObject(2, UNSIGNED_MAX.multiply(UNSIGNED_MAX.shiftRight(2)));
                    if (sendsMinusOne) {
                        assertThatThrownBy(insert::executeUpdate)
                                .hasMessageContaining("Out of range value for column 'a'");
                        continue;
                    }
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                }
                assertThat(sql.query("SELECT * FROM b"))
                        .as(flavour)
                        .containsExactly(UNSIGNED_MAX + "|" + UNSIGNED_MAX.multiply(UNSIGNED_MAX.shiftRight(2)));
                try (PreparedStatement select = connection.prepareStatement("SELECT a, d FROM b WHERE a > ?")) {
                    select.setLong(1, 1);
                    try (ResultSet row = select.executeQuery()) {
                        assertThat(row.next()).isTrue();
                        assertThat(row.getBigDecimal(1).toBigInteger()).isEqualTo(UNSIGNED_MAX);
                        assertThat(row.getString(1)).isEqualTo(UNSIGNED_MAX.toString());
                    }
                }
            }
        }
    }

    private static void bindNulls(PreparedStatement statement, int count) throws SQLException {
        for (int i = 1; i <= count; i++) {
            statement.setNull(i, Types.VARCHAR);
        }
    }

    private static String create(List<Case> cases) {
        StringBuilder text = new StringBuilder("CREATE TABLE t (id INT NULL");
        for (int i = 0; i < cases.size(); i++) {
            text.append(", c").append(i).append(' ').append(cases.get(i).type()).append(" NULL");
        }
        return text.append(") DUPLICATE KEY(id)").toString();
    }

    private static String read(List<Case> cases) {
        StringBuilder text = new StringBuilder("SELECT CAST(id AS CHAR)");
        for (int i = 0; i < cases.size(); i++) {
            text.append(", ").append(cases.get(i).read().replace("%s", "c" + i));
        }
        return text.append(" FROM t ORDER BY id").toString();
    }
}
