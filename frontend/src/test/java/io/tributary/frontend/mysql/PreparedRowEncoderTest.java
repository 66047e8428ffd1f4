package io.tributary.frontend.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.SqlMode;
import io.tributary.planner.plan.part.RowTemplate;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.MalformedPacketException;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.testing.Seeds;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PreparedRowEncoderTest {
    private static final ColumnType TEXT = ColumnType.of(Kind.STRING);
    private static final byte[] @Nullable [] NO_LONG_DATA = new byte[0][];
    private static final int UNSIGNED = 0x80;

    @Test
    void integersOfEveryWidthAreSignedUnlessTheFlagSaysOtherwise() {
        byte[] ones = {-1, -1, -1, -1, -1, -1, -1, -1};
        assertThat(shown(p -> p.type(ColumnTypeCode.TINY, 0, (byte) -1))).isEqualTo("-1");
        assertThat(shown(p -> p.type(ColumnTypeCode.TINY, UNSIGNED, (byte) -1))).isEqualTo("255");
        assertThat(shown(p -> p.type(ColumnTypeCode.SHORT, 0, Arrays.copyOf(ones, 2))))
                .isEqualTo("-1");
        assertThat(shown(p -> p.type(ColumnTypeCode.SHORT, UNSIGNED, Arrays.copyOf(ones, 2))))
                .isEqualTo("65535");
        assertThat(shown(p -> p.type(ColumnTypeCode.YEAR, 0, (byte) 0xe8, (byte) 7)))
                .isEqualTo("2024");
        assertThat(shown(p -> p.type(ColumnTypeCode.LONG, 0, Arrays.copyOf(ones, 4))))
                .isEqualTo("-1");
        assertThat(shown(p -> p.type(ColumnTypeCode.LONG, UNSIGNED, Arrays.copyOf(ones, 4))))
                .isEqualTo("4294967295");
        assertThat(shown(p -> p.type(ColumnTypeCode.INT24, 0, (byte) 1, (byte) 2, (byte) 0, (byte) 0)))
                .isEqualTo("513");
        assertThat(shown(p -> p.type(ColumnTypeCode.LONGLONG, 0, ones))).isEqualTo("-1");
        assertThat(shown(p -> p.type(ColumnTypeCode.LONGLONG, UNSIGNED, ones))).isEqualTo("18446744073709551615");
    }

    @Test
    void floatsDecimalsAndStringsOfEveryCodeAreTaken() {
        byte[] half = ParameterBytes.little(4).putFloat(0.1f).array();
        assertThat(shown(p -> p.type(ColumnTypeCode.FLOAT, 0, half))).isEqualTo("0.1");
        assertThat(shown(p -> p.number(-2.5))).isEqualTo("-2.5");
        assertThat(shown(p -> p.decimal("24515.51"))).isEqualTo("24515.51");
        for (int code : new int[] {
            ColumnTypeCode.DECIMAL, ColumnTypeCode.VARCHAR, ColumnTypeCode.VAR_STRING, ColumnTypeCode.STRING,
            ColumnTypeCode.ENUM, ColumnTypeCode.SET, ColumnTypeCode.JSON, ColumnTypeCode.TINY_BLOB,
            ColumnTypeCode.MEDIUM_BLOB, ColumnTypeCode.LONG_BLOB, ColumnTypeCode.BLOB, ColumnTypeCode.BIT,
            ColumnTypeCode.GEOMETRY
        }) {
            assertThat(shown(p -> p.string(code, new byte[] {'a', 'b'}))).isEqualTo("ab");
        }
    }

    @Test
    void stringsOfEveryLengthEncodingAreTaken() {
        for (int length : new int[] {0, 250, 251, 65_535, 65_536, (1 << 24) - 1, 1 << 24}) {
            String text = "x".repeat(length);
            assertThat(shown(p -> p.text(text))).isEqualTo(text);
        }
    }

    @Test
    void datesAndTimesOfEveryLengthAreTaken() {
        byte[] date = {4, (byte) 0xe8, 7, 1, 31};
        byte[] dateTime = {7, (byte) 0xe8, 7, 1, 31, 10, 20, 30};
        byte[] withMicros = {11, (byte) 0xe8, 7, 1, 31, 10, 20, 30, 5, 0, 0, 0};
        assertThat(shown(p -> p.type(ColumnTypeCode.DATE, 0, date))).isEqualTo("2024-01-31");
        assertThat(shown(p -> p.type(ColumnTypeCode.DATE, 0, dateTime))).isEqualTo("2024-01-31");
        for (int code : new int[] {ColumnTypeCode.DATETIME, ColumnTypeCode.TIMESTAMP}) {
            assertThat(shown(p -> p.type(code, 0, date))).isEqualTo("2024-01-31 00:00:00");
            assertThat(shown(p -> p.type(code, 0, dateTime))).isEqualTo("2024-01-31 10:20:30");
            assertThat(shown(p -> p.type(code, 0, withMicros))).isEqualTo("2024-01-31 10:20:30.000005");
        }
        byte[] time = {8, 1, 2, 0, 0, 0, 3, 4, 5};
        byte[] timeWithMicros = {12, 0, 0, 0, 0, 0, 3, 4, 5, 6, 0, 0, 0};
        assertThat(shown(p -> p.type(ColumnTypeCode.TIME, 0, (byte) 0))).isEqualTo("00:00:00");
        assertThat(shown(p -> p.type(ColumnTypeCode.TIME, 0, time))).isEqualTo("-51:04:05");
        assertThat(shown(p -> p.type(ColumnTypeCode.TIME, 0, timeWithMicros))).isEqualTo("03:04:05.000006");
    }

    @Test
    void theZeroDateIsRefused() {
        refused(new ParameterBytes().type(ColumnTypeCode.DATE, 0, (byte) 0).build(), ErrorCode.BAD_DATE);
        refused(new ParameterBytes().type(ColumnTypeCode.DATETIME, 0, (byte) 0).build(), ErrorCode.BAD_DATE);
    }

    @Test
    void nullsComeByTheirBitOrByTheirType() {
        assertThat(shown(p -> p.nullOf(ColumnTypeCode.VAR_STRING))).isNull();
        assertThat(shown(p -> p.nullOf(ColumnTypeCode.NULL))).isNull();
        assertThat(shown(p -> p.type(ColumnTypeCode.NULL, 0))).isNull();
        byte[] withoutTypes = new ParameterBytes().nullOf(ColumnTypeCode.NULL).buildWithoutTypes();
        assertThat(encode(withoutTypes, 1, TEXT)).containsExactly(Arrays.asList((String) null));
    }

    @Test
    void typesOfAnEarlierExecutionAreUsedWhereNoneAreSent() {
        PreparedRowEncoder encoder = encoder(1, 2);
        List<Column> columns = columns(TEXT, TEXT);
        RowBlockWriter writer = new RowBlockWriter(columns);
        ExecuteBody first =
                ExecuteBody.parse(new ParameterBytes().integer(1).text("a").build(), 2, null);
        ExecuteBody second = ExecuteBody.parse(
                new ParameterBytes().integer(2).text("b").buildWithoutTypes(), 2, first.typesToKeep());

        assertThat(rows(encoder.encode(first, NO_LONG_DATA, StandardCharsets.UTF_8, writer), 2))
                .containsExactly(List.of("1", "a"));
        assertThat(rows(encoder.encode(second, NO_LONG_DATA, StandardCharsets.UTF_8, writer), 2))
                .containsExactly(List.of("2", "b"));
    }

    @Test
    void longDataTakesThePlaceOfAValueEvenWhereTheNullBitIsSet() {
        byte[] body = new ParameterBytes()
                .type(ColumnTypeCode.BLOB, 0)
                .text("b")
                .nullOf(ColumnTypeCode.VAR_STRING)
                .build();
        byte[] @Nullable [] longData = {{'l', 'o', 'n', 'g'}, null, {}};

        List<RowBlock> blocks = encoder(1, 3)
                .encode(
                        ExecuteBody.parse(body, 3, null),
                        longData,
                        StandardCharsets.UTF_8,
                        new RowBlockWriter(columns(TEXT, TEXT, TEXT)));

        assertThat(rows(blocks, 3)).containsExactly(List.of("long", "b", ""));
    }

    @Test
    void aTemplateMixesParametersLiteralsAndDefaults() {
        byte[] sql = "insert into t values (?, 'it''s', DEFAULT), (-7, ?, ?)".getBytes(StandardCharsets.UTF_8);
        int literal = "insert into t values (?, ".length();
        int number = "insert into t values (?, 'it''s', DEFAULT), (".length();
        RowTemplate template =
                RowTemplate.mixed(sql, 2, 3, 3, -1, 0, literal, literal + 7, -2, 0, number, number + 2, -1, 0, -1, 0);
        List<Column> columns = new ArrayList<>(columns(TEXT, TEXT));
        columns.add(new Column("c", TEXT, true, false, DefaultValue.literal("default"), false, ""));
        // The columns are listed in another order than the table's.
        PreparedRowEncoder encoder = new PreparedRowEncoder(new TargetColumns(1, 0, 2), template, SqlMode.DEFAULT);
        byte[] body = new ParameterBytes().text("p1").text("p2").text("p3").build();

        List<RowBlock> blocks = encoder.encode(
                ExecuteBody.parse(body, 3, null), NO_LONG_DATA, StandardCharsets.UTF_8, new RowBlockWriter(columns));

        assertThat(rows(blocks, 3)).containsExactly(List.of("it's", "p1", "default"), List.of("p2", "-7", "p3"));
    }

    @Test
    void aTemplateOfAnotherWidthIsRefused() {
        PreparedRowEncoder encoder =
                new PreparedRowEncoder(TargetColumns.all(3), RowTemplate.ofParameters(1, 2), SqlMode.DEFAULT);
        ExecuteBody body =
                ExecuteBody.parse(new ParameterBytes().text("a").text("b").build(), 2, null);

        assertThatThrownBy(() -> encoder.encode(
                        body, NO_LONG_DATA, StandardCharsets.UTF_8, new RowBlockWriter(columns(TEXT, TEXT, TEXT))))
                .hasMessage("Column count doesn't match value count at row 1");
    }

    @Test
    void aRefusedValueNamesItsRowAndTheNextExecutionIsWhole() {
        PreparedRowEncoder encoder = encoder(3, 1);
        RowBlockWriter writer = new RowBlockWriter(columns(ColumnType.of(Kind.INT)));
        byte[] bad = new ParameterBytes().text("1").text("2").text("x").build();
        byte[] good = new ParameterBytes().text("4").text("5").text("6").build();

        assertThatThrownBy(() ->
                        encoder.encode(ExecuteBody.parse(bad, 3, null), NO_LONG_DATA, StandardCharsets.UTF_8, writer))
                .hasMessage("Incorrect integer value: 'x' for column 'c0' at row 3");

        List<RowBlock> blocks =
                encoder.encode(ExecuteBody.parse(good, 3, null), NO_LONG_DATA, StandardCharsets.UTF_8, writer);
        RowBlockReader reader = new RowBlockReader(List.of(ColumnType.of(Kind.INT)));
        reader.reset(blocks.get(0));
        assertThat(reader.rowCount()).isEqualTo(3);
        assertThat(reader.getLong(0, 2)).isEqualTo(6);
    }

    @Test
    void textOfAnotherCharacterSetBecomesUtf8() {
        byte[] body =
                new ParameterBytes().text("é", StandardCharsets.ISO_8859_1).build();

        assertThat(encode(body, 1, StandardCharsets.ISO_8859_1, TEXT)).containsExactly(List.of("é"));
    }

    @Test
    void manyLargeRowsBecomeSeveralBlocks() {
        ParameterBytes parameters = new ParameterBytes();
        String large = "x".repeat(1 << 20);
        for (int row = 0; row < 20; row++) {
            parameters.text(row + large);
        }

        List<RowBlock> blocks = encoder(20, 1)
                .encode(
                        ExecuteBody.parse(parameters.build(), 20, null),
                        NO_LONG_DATA,
                        StandardCharsets.UTF_8,
                        new RowBlockWriter(columns(TEXT)));

        assertThat(blocks).hasSize(3);
        assertThat(blocks).allMatch(block -> block.length() < RowBlockWriter.BLOCK_BYTES_TARGET + (2 << 20));
        assertThat(rows(blocks, 1)).hasSize(20).element(19).isEqualTo(List.of("19" + large));
    }

    @Test
    void everyPrefixOfABodyIsRefused() {
        byte[] whole = everyKind().build();
        for (int length = 0; length < whole.length; length++) {
            byte[] prefix = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> encode(prefix, 8, kinds()))
                    .isInstanceOfAny(MalformedPacketException.class, TributaryException.class);
        }
        refused(Arrays.copyOf(whole, whole.length + 1), ErrorCode.WRONG_ARGUMENTS, 8, kinds());
    }

    @Test
    void randomDamageGivesRowsOrARefusal() {
        byte[] whole = everyKind().build();
        Seeds.check(PreparedRowEncoderTest.class, 4, random -> {
            int refused = 0;
            for (int round = 0; round < 25_000; round++) {
                byte[] damaged = whole.clone();
                int changes = 1 + random.nextInt(3);
                for (int i = 0; i < changes; i++) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
                }
                try {
                    encode(damaged, 8, kinds());
                } catch (MalformedPacketException | TributaryException e) {
                    refused++;
                }
            }
            assertThat(refused).isBetween(1, 24_999);
        });
    }

    @Test
    void anUnknownTypeAndImpossibleLengthsAreRefused() {
        refused(new ParameterBytes().type(99, 0, (byte) 0).build(), ErrorCode.WRONG_ARGUMENTS);
        refused(new ParameterBytes().type(ColumnTypeCode.STRING, 0, (byte) 251).build(), ErrorCode.WRONG_ARGUMENTS);
        refused(new ParameterBytes().type(ColumnTypeCode.STRING, 0, (byte) 255).build(), ErrorCode.WRONG_ARGUMENTS);
        byte[] vast = {(byte) 254, -1, -1, -1, -1, -1, -1, -1, 127};
        refused(new ParameterBytes().type(ColumnTypeCode.STRING, 0, vast).build(), ErrorCode.WRONG_ARGUMENTS);
        refused(new ParameterBytes().type(ColumnTypeCode.DATE, 0, (byte) 5).build(), ErrorCode.WRONG_ARGUMENTS);
        refused(new ParameterBytes().type(ColumnTypeCode.TIME, 0, (byte) 7).build(), ErrorCode.WRONG_ARGUMENTS);
        byte[] tooLong = {8, 0, 35, 0, 0, 0, 0, 0, 0};
        refused(new ParameterBytes().type(ColumnTypeCode.TIME, 0, tooLong).build(), ErrorCode.WRONG_ARGUMENTS);
    }

    private static ParameterBytes everyKind() {
        byte[] dateTime = {11, (byte) 0xe8, 7, 1, 31, 10, 20, 30, 5, 0, 0, 0};
        byte[] time = {8, 1, 2, 0, 0, 0, 3, 4, 5};
        return new ParameterBytes()
                .integer(1)
                .bigint(2)
                .decimal("3.5")
                .date(2024, 1, 31)
                .type(ColumnTypeCode.DATETIME, 0, dateTime)
                .type(ColumnTypeCode.TIME, 0, time)
                .number(1.25)
                .text("end");
    }

    private static ColumnType[] kinds() {
        return new ColumnType[] {
            ColumnType.of(Kind.INT),
            ColumnType.of(Kind.BIGINT),
            ColumnType.decimal(15, 2),
            ColumnType.of(Kind.DATE),
            ColumnType.datetime(6),
            TEXT,
            ColumnType.of(Kind.DOUBLE),
            TEXT
        };
    }

    @Test
    void anExecutionGivesTheBlocksOrTheErrorOfItsRowsPutOneByOne() {
        int good = 0;
        int[] seeds = Seeds.of(PreparedRowEncoderTest.class, 4000);
        for (int seed : seeds) {
            RandomExecution execution = new RandomExecution(Seeds.random(seed), 40, 30);
            String expected = shown(execution::encodeRowByRow);
            good += expected.startsWith("[") ? 1 : 0;

            assertThat(shown(() -> encode(execution))).as("seed %d", seed).isEqualTo(expected);
        }
        assertThat(good).isBetween(seeds.length / 4, seeds.length - seeds.length / 8);
    }

    @Test
    void anExecutionIsCutIntoBlocksAsRowsPutOneByOneAre() {
        int cut = 0;
        int[] seeds = Seeds.of(PreparedRowEncoderTest.class, 30);
        for (int seed : seeds) {
            RandomExecution execution = new RandomExecution(Seeds.random(seed), 1500, 20_000);
            String expected = shown(execution::encodeRowByRow);
            cut += expected.split(":").length > 2 ? 1 : 0;

            assertThat(shown(() -> encode(execution))).as("seed %d", seed).isEqualTo(expected);
        }
        assertThat(cut).isGreaterThanOrEqualTo(seeds.length / 30);
    }

    private static List<RowBlock> encode(RandomExecution execution) {
        return new PreparedRowEncoder(execution.targets, execution.template, SqlMode.DEFAULT)
                .encode(
                        execution.body,
                        execution.longData,
                        StandardCharsets.UTF_8,
                        new RowBlockWriter(execution.columns));
    }

    /** Blocks by their rows and bytes; of what the protocol forbids only that it was found. */
    private static String shown(Supplier<List<RowBlock>> encoding) {
        try {
            return encoding.get().stream()
                    .map(block -> block.rowCount() + ":"
                            + Arrays.hashCode(
                                    Arrays.copyOfRange(block.bytes(), block.offset(), block.offset() + block.length())))
                    .toList()
                    .toString();
        } catch (MalformedPacketException e) {
            return ErrorCode.WRONG_ARGUMENTS.name();
        } catch (TributaryException e) {
            return e.code() == ErrorCode.WRONG_ARGUMENTS ? e.code().name() : e.code() + " " + e.getMessage();
        }
    }

    private static void refused(byte[] body, ErrorCode code) {
        refused(body, code, 1, TEXT);
    }

    private static void refused(byte[] body, ErrorCode code, int parameters, ColumnType... types) {
        assertThatThrownBy(() -> encode(body, parameters, types))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** The one parameter as a text column shows it. */
    private static @Nullable String shown(java.util.function.UnaryOperator<ParameterBytes> parameter) {
        byte[] body = parameter.apply(new ParameterBytes()).build();
        return encode(body, 1, TEXT).get(0).get(0);
    }

    private static List<List<@Nullable String>> encode(byte[] body, int parameters, ColumnType... types) {
        return encode(body, parameters, StandardCharsets.UTF_8, types);
    }

    /** The one row of these parameters; only of text columns. */
    private static List<List<@Nullable String>> encode(
            byte[] body, int parameters, Charset charset, ColumnType... types) {
        List<RowBlock> blocks = encoder(1, parameters)
                .encode(
                        ExecuteBody.parse(body, parameters, null),
                        NO_LONG_DATA,
                        charset,
                        new RowBlockWriter(columns(types)));
        return types.length == 1 ? rows(blocks, 1) : List.of();
    }

    private static PreparedRowEncoder encoder(int rows, int cells) {
        return new PreparedRowEncoder(TargetColumns.all(cells), RowTemplate.ofParameters(rows, cells), SqlMode.DEFAULT);
    }

    private static List<Column> columns(ColumnType... types) {
        List<Column> columns = new ArrayList<>();
        for (ColumnType type : types) {
            columns.add(Column.of("c" + columns.size(), type, true));
        }
        return columns;
    }

    private static List<List<@Nullable String>> rows(List<RowBlock> blocks, int columnCount) {
        ColumnType[] types = new ColumnType[columnCount];
        Arrays.fill(types, TEXT);
        RowBlockReader reader = new RowBlockReader(List.of(types));
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (RowBlock block : blocks) {
            reader.reset(block);
            for (int row = 0; row < reader.rowCount(); row++) {
                List<@Nullable String> values = new ArrayList<>();
                for (int column = 0; column < columnCount; column++) {
                    values.add(
                            reader.isNull(column, row)
                                    ? null
                                    : new String(
                                            reader.array(),
                                            reader.bytesOffset(column, row),
                                            reader.bytesLength(column, row),
                                            StandardCharsets.UTF_8));
                }
                rows.add(values);
            }
        }
        return rows;
    }
}
