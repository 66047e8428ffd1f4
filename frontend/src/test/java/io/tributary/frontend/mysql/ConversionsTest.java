package io.tributary.frontend.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.write.LiteralRowEncoder;
import io.tributary.frontend.write.LiteralRows;
import io.tributary.planner.PlanCache;
import io.tributary.planner.PlanContext;
import io.tributary.planner.Planner;
import io.tributary.planner.SharedPlanCache;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.planner.sql.insert.ValuesScanner.Outcome;
import io.tributary.protocol.command.ExecuteBody;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code conversions.txt}: what becomes of a literal, or of the same as a parameter, in a column of some type. */
class ConversionsTest {
    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
    private static final Pattern PLAIN_STRING = Pattern.compile("'([^'\\\\]*)'");
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final DateTimeFormatter[] DATE_TIMES = {
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss"),
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS"),
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS")
    };

    record Case(String type, String literal, String expected) {
        @Override
        public String toString() {
            return type + " <- " + literal;
        }
    }

    static List<Case> cases() throws IOException {
        try (InputStream in = ConversionsTest.class.getResourceAsStream("conversions.txt")) {
            if (in == null) {
                throw new IOException("conversions.txt is not on the class path");
            }
            List<Case> cases = new ArrayList<>();
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            for (String line : lines) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] parts = line.split(" \\| ", -1);
                    assertThat(parts).as(line).hasSize(3);
                    cases.add(new Case(parts[0], parts[1], parts[2]));
                }
            }
            return cases;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aLiteralIsConvertedAsTheTableSays(Case each) {
        TableSchema table = table(each.type());

        assertThat(shown(table, () -> literals(table, each.literal(), 1))).isEqualTo(each.expected());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aColumnOfLiteralsIsConvertedAsOneIs(Case each) {
        TableSchema table = table(each.type());
        String expected = each.expected().startsWith("#") || each.expected().equals("engine")
                ? each.expected()
                : String.join(", ", Collections.nCopies(5, each.expected()));

        assertThat(shown(table, () -> literals(table, each.literal(), 5))).isEqualTo(expected);
    }

    /** Those whose literal can be sent as a parameter: plain strings and whole numbers. */
    static List<Case> parameters() throws IOException {
        return cases().stream()
                .filter(each -> PLAIN_STRING.matcher(each.literal()).matches()
                        || WHOLE.matcher(each.literal()).matches())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void aParameterIsConvertedAsItsLiteralIs(Case each) {
        TableSchema table = table(each.type());
        Matcher string = PLAIN_STRING.matcher(each.literal());
        byte[] body = string.matches()
                ? new ParameterBytes().text(string.group(1)).build()
                : new ParameterBytes().bigint(Long.parseLong(each.literal())).build();

        assertThat(shown(table, () -> parameter(table, body))).isEqualTo(each.expected());
    }

    private static TableSchema table(String type) {
        Plan plan = plan("CREATE TABLE t (c " + type + ")", List.of());
        return ((DefinitionPlan.CreateTable) plan).table().withTableId(1);
    }

    private static Plan plan(String sql, List<TableSchema> tables) {
        CatalogSnapshot snapshot = new CatalogSnapshot(1, List.of("db"), tables, List.of(), Map.of());
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        return new Planner(() -> snapshot)
                .plan(
                        text,
                        0,
                        text.length,
                        new PlanContext("db", SqlMode.DEFAULT),
                        new PlanCache(new SharedPlanCache(1 << 20), 10));
    }

    private static RowBlockWriter writer(TableSchema table) {
        RowBlockWriter writer = new RowBlockWriter(table.columns());
        writer.setTimeZone(ZONE);
        return writer;
    }

    private static List<RowBlock> literals(TableSchema table, String literal, int rows) {
        String sql = "INSERT INTO t VALUES " + String.join(",", Collections.nCopies(rows, "(" + literal + ")"));
        InsertPlan plan = (InsertPlan) plan(sql, List.of(table));
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        LiteralRows encoded =
                new LiteralRowEncoder().encode(plan, text, 0, text.length, SqlMode.DEFAULT, writer(table));
        return encoded.outcome() == Outcome.LITERALS ? encoded.blocks() : List.of();
    }

    private static List<RowBlock> parameter(TableSchema table, byte[] body) {
        return new PreparedRowEncoder(TargetColumns.all(1), RowTemplate.ofParameters(1, 1), SqlMode.DEFAULT)
                .encode(ExecuteBody.parse(body, 1, null), new byte[0][], StandardCharsets.UTF_8, writer(table));
    }

    private static String shown(TableSchema table, Supplier<List<RowBlock>> encoding) {
        List<RowBlock> blocks;
        try {
            blocks = encoding.get();
        } catch (TributaryException e) {
            return "#" + e.code().number();
        }
        if (blocks.isEmpty()) {
            return "engine";
        }
        ColumnType type = table.columns().get(0).type();
        RowBlockReader reader =
                new RowBlockReader(table.columns().stream().map(Column::type).toList());
        reader.reset(blocks.get(0));
        List<String> values = new ArrayList<>();
        for (int row = 0; row < reader.rowCount(); row++) {
            values.add(reader.isNull(0, row) ? "NULL" : value(reader, type, row));
        }
        return String.join(", ", values);
    }

    private static String value(RowBlockReader reader, ColumnType type, int row) {
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT -> Long.toString(reader.getLong(0, row));
            case LARGEINT -> wide(reader, row).toString();
            case FLOAT -> Float.toString((float) reader.getDouble(0, row));
            case DOUBLE -> Double.toString(reader.getDouble(0, row));
            case DECIMAL ->
                (type.width() == 8
                                ? BigDecimal.valueOf(reader.getLong(0, row), type.scale())
                                : new BigDecimal(wide(reader, row), type.scale()))
                        .toPlainString();
            case DATE -> LocalDate.ofEpochDay(reader.getLong(0, row)).toString();
            case DATETIME ->
                LocalDateTime.of(1970, 1, 1, 0, 0)
                        .plus(reader.getLong(0, row), ChronoUnit.MICROS)
                        .format(DATE_TIMES[(type.scale() + 2) / 3]);
            default -> bytes(reader, row);
        };
    }

    private static BigInteger wide(RowBlockReader reader, int row) {
        return BigInteger.valueOf(reader.getLongHigh(0, row))
                .shiftLeft(64)
                .add(new BigInteger(Long.toUnsignedString(reader.getLong(0, row))));
    }

    /** Text; what is none as {@code \\xNN}. */
    private static String bytes(RowBlockReader reader, int row) {
        String text = new String(
                reader.array(), reader.bytesOffset(0, row), reader.bytesLength(0, row), StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') < 0) {
            return text;
        }
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < reader.bytesLength(0, row); i++) {
            hex.append(String.format("\\x%02x", reader.array()[reader.bytesOffset(0, row) + i]));
        }
        return hex.toString();
    }
}
