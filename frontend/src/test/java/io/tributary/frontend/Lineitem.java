package io.tributary.frontend;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.mysql.ParameterBytes;
import java.util.List;
import java.util.Random;

/** The table that benchmarks load, and seeded rows for it in the forms that clients send. */
final class Lineitem {
    static final List<Column> COLUMNS = List.of(
            Column.of("l_shipdate", ColumnType.of(Kind.DATE), false),
            Column.of("l_orderkey", ColumnType.of(Kind.BIGINT), false),
            Column.of("l_linenumber", ColumnType.of(Kind.INT), false),
            Column.of("l_partkey", ColumnType.of(Kind.INT), false),
            Column.of("l_suppkey", ColumnType.of(Kind.INT), false),
            Column.of("l_quantity", ColumnType.decimal(15, 2), false),
            Column.of("l_extendedprice", ColumnType.decimal(15, 2), false),
            Column.of("l_discount", ColumnType.decimal(15, 2), false),
            Column.of("l_tax", ColumnType.decimal(15, 2), false),
            Column.of("l_returnflag", ColumnType.varchar(1), false),
            Column.of("l_linestatus", ColumnType.varchar(1), false),
            Column.of("l_commitdate", ColumnType.of(Kind.DATE), false),
            Column.of("l_receiptdate", ColumnType.of(Kind.DATE), false),
            Column.of("l_shipinstruct", ColumnType.varchar(25), false),
            Column.of("l_shipmode", ColumnType.varchar(10), false),
            Column.of("l_comment", ColumnType.varchar(44), false));

    static final TableSchema TABLE = new TableSchema(
            1,
            "bench",
            "lineitem",
            1,
            TableSchema.KeyModel.DUPLICATE,
            COLUMNS,
            TableProperties.defaults(),
            TableSchema.Layout.none());

    private static final String[] INSTRUCTIONS = {"DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN"};
    private static final String[] MODES = {"REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"};
    private static final String WORDS = "egular courts above the furiously final deposits nag blithely even packages";

    private Lineitem() {}

    /** Rows as Connector/J binds them by setInt, setLong, setBigDecimal, setDate and setString. */
    static byte[] parameters(int rows, long seed) {
        Random random = new Random(seed);
        ParameterBytes body = new ParameterBytes();
        for (int row = 0; row < rows; row++) {
            body.date(1992 + random.nextInt(7), 1 + random.nextInt(12), 1 + random.nextInt(28))
                    .bigint(random.nextInt(6_000_000))
                    .integer(1 + random.nextInt(7))
                    .integer(random.nextInt(200_000))
                    .integer(random.nextInt(10_000))
                    .decimal(1 + random.nextInt(50) + ".00")
                    .decimal(900 + random.nextInt(90_000) + "." + (10 + random.nextInt(90)))
                    .decimal("0.0" + random.nextInt(10))
                    .decimal("0.0" + random.nextInt(9))
                    .text(random.nextBoolean() ? "N" : "R")
                    .text(random.nextBoolean() ? "O" : "F")
                    .date(1992 + random.nextInt(7), 1 + random.nextInt(12), 1 + random.nextInt(28))
                    .date(1992 + random.nextInt(7), 1 + random.nextInt(12), 1 + random.nextInt(28))
                    .text(INSTRUCTIONS[random.nextInt(INSTRUCTIONS.length)])
                    .text(MODES[random.nextInt(MODES.length)])
                    .text(comment(random));
        }
        return body.build();
    }

    /** The same rows as a text INSERT. */
    static String insert(int rows, long seed) {
        Random random = new Random(seed);
        StringBuilder sql = new StringBuilder("INSERT INTO lineitem VALUES ");
        for (int row = 0; row < rows; row++) {
            sql.append(row == 0 ? "(" : ", (")
                    .append(date(random))
                    .append(',')
                    .append(random.nextInt(6_000_000))
                    .append(',')
                    .append(1 + random.nextInt(7))
                    .append(',')
                    .append(random.nextInt(200_000))
                    .append(',')
                    .append(random.nextInt(10_000))
                    .append(',')
                    .append(1 + random.nextInt(50))
                    .append(".00,")
                    .append(900 + random.nextInt(90_000))
                    .append('.')
                    .append(10 + random.nextInt(90))
                    .append(",0.0")
                    .append(random.nextInt(10))
                    .append(",0.0")
                    .append(random.nextInt(9))
                    .append(random.nextBoolean() ? ",'N'" : ",'R'")
                    .append(random.nextBoolean() ? ",'O'," : ",'F',")
                    .append(date(random))
                    .append(',')
                    .append(date(random))
                    .append(",'")
                    .append(INSTRUCTIONS[random.nextInt(INSTRUCTIONS.length)])
                    .append("','")
                    .append(MODES[random.nextInt(MODES.length)])
                    .append("','")
                    .append(comment(random))
                    .append("')");
        }
        return sql.toString();
    }

    private static String date(Random random) {
        int year = 1992 + random.nextInt(7);
        int month = 1 + random.nextInt(12);
        int day = 1 + random.nextInt(28);
        return String.format("'%04d-%02d-%02d'", year, month, day);
    }

    private static String comment(Random random) {
        int from = random.nextInt(WORDS.length() - 44);
        return WORDS.substring(from, from + 10 + random.nextInt(34));
    }
}
