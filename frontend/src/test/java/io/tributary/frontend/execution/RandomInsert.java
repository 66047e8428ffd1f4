package io.tributary.frontend.execution;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** An INSERT as text, mostly right, with the columns of its table. */
public final class RandomInsert {
    private static final String[] ODD_VALUES = {
        "NULL",
        "DEFAULT",
        "'it\\'s'",
        "'it''s'",
        "'a' 'b'",
        "x'c3a9'",
        "0x41",
        "true",
        "FALSE",
        "-1",
        "+ 2",
        "1e3",
        ".5",
        "''",
        "'x'",
        "'2024-02-30'",
        "20240131",
        "'99999999999999999999'",
        "12345678901",
        "_binary'\\0z'",
        "'xxxxxxxxxxxxxxxxxxx'",
        "\"q\""
    };
    private static final String[] WRONG_VALUES = {"1+1", "now()", "?", "'open", "1,1", "", "a", "(1)"};

    private final Random random;
    public final List<Column> columns = new ArrayList<>();
    public final String sql;

    /** @param textBytes of strings, at most, beside short ones */
    public RandomInsert(Random random, int rowsMax, int textBytes) {
        this.random = random;
        int count = 1 + random.nextInt(7);
        for (int i = 0; i < count; i++) {
            columns.add(randomColumn("c" + i));
        }
        boolean list = random.nextInt(3) == 0;
        int cells = list ? 1 + random.nextInt(count) : count;
        int first = count - cells;
        StringBuilder text = new StringBuilder("INSERT INTO t");
        for (int i = 0; list && i < cells; i++) {
            text.append(i == 0 ? " (" : ", ").append("c").append(first + i).append(i == cells - 1 ? ")" : "");
        }
        text.append(" VALUES ");
        int odd = new int[] {0, 1, 5, 30}[random.nextInt(4)];
        int wrong = random.nextInt(3) == 0 ? 3 : 0;
        int rows = 1 + random.nextInt(rowsMax);
        for (int row = 0; row < rows; row++) {
            text.append(row == 0 ? "(" : random.nextInt(5) == 0 ? " , (" : ",(");
            for (int i = 0; i < cells; i++) {
                text.append(i == 0 ? "" : random.nextInt(3) == 0 ? ", " : ",");
                text.append(value(columns.get(first + i).type(), odd, wrong, textBytes));
            }
            text.append(")");
        }
        sql = text.append(random.nextInt(5) == 0 ? " ;" : "").toString();
    }

    private Column randomColumn(String name) {
        ColumnType[] types = {
            ColumnType.of(Kind.INT), ColumnType.of(Kind.BIGINT), ColumnType.decimal(15, 2), ColumnType.decimal(30, 5),
            ColumnType.of(Kind.DATE), ColumnType.datetime(0), ColumnType.of(Kind.DOUBLE), ColumnType.charType(3),
            ColumnType.of(Kind.STRING), ColumnType.of(Kind.STRING), ColumnType.of(Kind.VARBINARY),
                    ColumnType.of(Kind.BOOLEAN)
        };
        ColumnType type = types[random.nextInt(types.length)];
        return type.kind() == Kind.STRING && random.nextBoolean()
                ? new Column(name, type, random.nextBoolean(), false, DefaultValue.literal("none"), false, "")
                : Column.of(name, type, random.nextInt(3) > 0);
    }

    private String value(ColumnType type, int odd, int wrongInThousand, int textBytes) {
        if (random.nextInt(1000) < wrongInThousand) {
            return WRONG_VALUES[random.nextInt(WRONG_VALUES.length)];
        }
        if (random.nextInt(100) < odd) {
            return ODD_VALUES[random.nextInt(ODD_VALUES.length)];
        }
        String number = Integer.toString(random.nextInt() >> random.nextInt(31));
        String value =
                switch (type.kind()) {
                    case DECIMAL -> number + "." + random.nextInt(100);
                    case DATE -> "'2024-01-" + (10 + random.nextInt(20)) + "'";
                    case DATETIME -> "'2024-01-31 10:20:" + (10 + random.nextInt(50)) + "'";
                    case BOOLEAN -> random.nextBoolean() ? "1" : "0";
                    case CHAR -> "'" + "abcd".substring(0, random.nextInt(4)) + "'";
                    case STRING, VARBINARY ->
                        "'" + "é".repeat(random.nextInt(3)) + "x".repeat(random.nextInt(textBytes)) + "'";
                    default -> number;
                };
        return random.nextInt(4) == 0 && !value.startsWith("'") ? "'" + value + "'" : value;
    }
}
