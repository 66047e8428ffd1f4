package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.contract.schema.TableSchema.Layout;
import io.tributary.dialect.print.SqlName;
import io.tributary.dialect.text.CheckConditions;
import io.tributary.engine.duckdb.session.EngineTypes;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A check says the same of a row that is written as of one that an UPDATE leaves, or that ALTER TABLE finds. */
final class CheckConditionsTest {
    private static final int ROUNDS = 300;
    private static final List<String> COMPARISONS =
            List.of("EQUAL", "NOT_EQUAL", "LESS", "LESS_OR_EQUAL", "GREATER", "GREATER_OR_EQUAL");

    /** Columns that can be compared with each other, and with literals of a kind. */
    private record Group(List<Column> columns, String literal, List<String> values) {}

    private static final List<Group> GROUPS = List.of(
            new Group(
                    List.of(
                            Column.of("tiny", ColumnType.of(Kind.TINYINT), true),
                            Column.of("big", ColumnType.unsigned(64), true),
                            Column.of("price", ColumnType.decimal(10, 2), true),
                            Column.of("wide", ColumnType.decimal(38, 5), true),
                            Column.of("flag", ColumnType.of(Kind.BOOLEAN), true)),
                    "NUMBER",
                    List.of("0", "1", "-1", "1.5", "100", "100.00", "99.99999", "-100.01")),
            new Group(
                    List.of(
                            Column.of("real", ColumnType.of(Kind.DOUBLE), true),
                            Column.of("single", ColumnType.of(Kind.FLOAT), true),
                            Column.of("small", ColumnType.of(Kind.SMALLINT), true)),
                    "NUMBER",
                    List.of("0", "0.1", "1", "-1.5", "100")),
            new Group(
                    List.of(
                            Column.of("name", ColumnType.varchar(20), true),
                            Column.of("text", ColumnType.of(Kind.STRING), true)),
                    "TEXT",
                    List.of("", "a", "A", "a ", "it's", "é", "ab", "[1]")),
            new Group(
                    List.of(
                            Column.of("day", ColumnType.of(Kind.DATE), true),
                            Column.of("at", ColumnType.datetime(0), true),
                            Column.of("micros", ColumnType.datetime(6), true)),
                    "MOMENT",
                    List.of("2024-01-31", "2024-01-31 00:00:00", "2024-01-31 10:00:00.000001", "1969-12-31 23:59:59")));

    private Random random = new Random(0);

    @Test
    void holdWrittenRowsToWhatTheEngineHoldsStoredOnesTo() {
        Seeds.check(CheckConditionsTest.class, 4, drawn -> {
            random = drawn;
            sayTheSame();
        });
    }

    private void sayTheSame() throws SQLException {
        int kept = 0;
        int broken = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (int round = 0; round < ROUNDS; round++) {
                Group group = GROUPS.get(random.nextInt(GROUPS.size()));
                List<String> steps = new ArrayList<>();
                condition(group, 2, steps);
                Check check = new Check("c", steps);
                TableSchema table = table(group.columns, check);
                List<@Nullable String> row = new ArrayList<>();
                group.columns.forEach(column -> row.add(random.nextInt(5) == 0 ? null : value(group, column)));

                boolean refused = isRefused(table, row);

                assertThat(isBroken(statement, table, check, row))
                        .as("%s of %s", check.text(), row)
                        .isEqualTo(refused);
                kept += refused ? 0 : 1;
                broken += refused ? 1 : 0;
            }
        }
        assertThat(kept).isGreaterThan(ROUNDS / 5);
        assertThat(broken).isGreaterThan(ROUNDS / 5);
    }

    private void condition(Group group, int depth, List<String> steps) {
        int kind = random.nextInt(depth == 0 ? 3 : 6);
        switch (kind) {
            case 0 -> {
                operand(group, true, steps);
                int choices = 1 + random.nextInt(3);
                for (int i = 0; i < choices; i++) {
                    operand(group, false, steps);
                }
                steps.add("IN " + choices);
            }
            case 1 -> {
                operand(group, true, steps);
                steps.add("IS_NULL");
            }
            case 3, 4 -> {
                condition(group, depth - 1, steps);
                condition(group, depth - 1, steps);
                steps.add(kind == 3 ? "AND" : "OR");
            }
            case 5 -> {
                condition(group, depth - 1, steps);
                steps.add("NOT");
            }
            default -> {
                if (group.literal.equals("TEXT") && random.nextInt(3) == 0) {
                    operand(group, true, steps);
                    steps.add(random.nextBoolean() ? "CHARACTERS" : "BYTES");
                    steps.add("NUMBER " + random.nextInt(3));
                } else {
                    operand(group, true, steps);
                    operand(group, random.nextBoolean(), steps);
                }
                steps.add(COMPARISONS.get(random.nextInt(COMPARISONS.size())));
            }
        }
    }

    private void operand(Group group, boolean column, List<String> steps) {
        steps.add(
                column
                        ? "COLUMN "
                                + group.columns
                                        .get(random.nextInt(group.columns.size()))
                                        .name()
                        : group.literal + " " + any(group.values));
    }

    private String value(Group group, Column column) {
        return switch (column.type().kind()) {
            case TINYINT, SMALLINT -> any(List.of("0", "1", "-1", "100"));
            case LARGEINT -> any(List.of("0", "1", "100", "18446744073709551615"));
            case BOOLEAN -> any(List.of("0", "1"));
            case DATE -> any(List.of("2024-01-31", "1969-12-31", "2024-02-01"));
            default -> any(group.values);
        };
    }

    private String any(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static boolean isRefused(TableSchema table, List<@Nullable String> row) {
        RowBlockWriter writer = new RowBlockWriter(table);
        writer.beginRow();
        for (int i = 0; i < row.size(); i++) {
            String value = row.get(i);
            if (value == null) {
                writer.putNull(i);
            } else {
                byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
                writer.putText(i, utf8, 0, utf8.length);
            }
        }
        try {
            writer.endRow();
            return false;
        } catch (TributaryException e) {
            assertThat(e).hasMessageStartingWith("Check constraint 'c' is violated.");
            return true;
        }
    }

    private static boolean isBroken(Statement statement, TableSchema table, Check check, List<@Nullable String> row)
            throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            Column column = table.columns().get(i);
            String value = row.get(i);
            String literal = value == null ? "NULL" : "'" + value.replace("'", "''") + "'";
            values.add("CAST(" + rounded(literal, column.type()) + " AS " + EngineTypes.ddl(column.type()) + ") AS "
                    + SqlName.quote(column.name()));
        }
        String broken = new CheckConditions(table, SqlName::quote).broken(check);
        try (ResultSet result = statement.executeQuery(
                "SELECT coalesce(" + broken + ", false) FROM (SELECT " + String.join(", ", values) + ")")) {
            result.next();
            return result.getBoolean(1);
        }
    }

    /** A moment is stored rounded, where the engine's cast would cut it. */
    private static String rounded(String literal, ColumnType type) {
        return type.kind() == Kind.DATETIME && type.scale() == 0 ? "CAST(" + literal + " AS TIMESTAMP)" : literal;
    }

    private static TableSchema table(List<Column> columns, Check check) {
        return new TableSchema(
                1,
                "d",
                "t",
                1,
                KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                Layout.none().withConstraints(new Constraints(List.of(), List.of(check))));
    }
}
