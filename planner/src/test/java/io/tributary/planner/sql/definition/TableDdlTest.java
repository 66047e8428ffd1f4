package io.tributary.planner.sql.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.planner.PlanCache;
import io.tributary.planner.PlanContext;
import io.tributary.planner.Planner;
import io.tributary.planner.SharedPlanCache;
import io.tributary.planner.Tables;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TableDdlTest {
    private static final String[] NAMES = {"id", "Name", "order", "a b", "x`y", "ü", "select", "1st", "semi;colon"};
    private static final String[] TEXTS = {
        "", "plain", "it's", "say \"hi\"", "back\\slash", "line\nbreak", "100%", "ü€😀", "nul\0"
    };

    private final Planner planner = new Planner(Tables::snapshot);
    private final PlanCache cache = new PlanCache(new SharedPlanCache(1000), 1);

    private static TableSchema random(Random random) {
        List<Column> columns = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        boolean keyed = random.nextBoolean();
        TableSchema.KeyModel model =
                keyed && random.nextBoolean() ? TableSchema.KeyModel.UNIQUE : TableSchema.KeyModel.DUPLICATE;
        boolean unique = model == TableSchema.KeyModel.UNIQUE;
        boolean mysql = unique && random.nextBoolean();
        boolean generated = random.nextBoolean() && keyed;
        int count = 1 + random.nextInt(NAMES.length);
        for (int i = 0; i < count; i++) {
            boolean key = keyed && i < 2;
            if (key) {
                keys.add(NAMES[i]);
            }
            boolean auto = generated && i == 0;
            ColumnType type = auto ? ColumnType.of(Kind.BIGINT) : key && unique ? ColumnType.varchar(20) : type(random);
            if (key && (type.kind() == Kind.ARRAY || type.kind() == Kind.VARIANT)) {
                type = ColumnType.of(Kind.DATE);
            }
            boolean nullable = !auto && !(mysql && key) && random.nextBoolean();
            DefaultValue value = auto ? DefaultValue.none() : value(random, type, nullable);
            columns.add(new Column(
                    NAMES[i],
                    type,
                    nullable,
                    key,
                    value,
                    auto,
                    pick(random, TEXTS),
                    Aggregation.NONE,
                    pick(
                            random,
                            new String[] {"", "COLLATE `utf8mb4_bin`", "CHARACTER SET `latin1` COLLATE `latin1_bin`"}),
                    declared(random, type)));
        }
        TableProperties properties = TableProperties.defaults();
        if (random.nextBoolean()) {
            properties = properties.with("group_commit_mode", random.nextBoolean() ? "sync_mode" : "off_mode");
        }
        if (random.nextBoolean()) {
            properties = properties.with("group_commit_interval_ms", Integer.toString(1 + random.nextInt(100_000)));
        }
        if (random.nextBoolean()) {
            properties = properties.with("group_commit_policy", random.nextBoolean() ? "adaptive" : "interval");
        }
        if (random.nextBoolean()) {
            properties = properties.with("replication_num", "3").with("odd \"key\"", pick(random, TEXTS));
        }
        return new TableSchema(
                0,
                "db",
                pick(random, NAMES),
                1,
                model,
                columns,
                properties,
                new TableSchema.Layout(
                        keys,
                        !mysql ? "" : random.nextBoolean() ? TableSchema.PRIMARY : "uk `1`",
                        pick(random, TEXTS),
                        random.nextBoolean() ? Partitioning.NONE : partitioning(random, model, columns),
                        random.nextBoolean() ? "" : "DISTRIBUTED BY HASH(`id`) BUCKETS AUTO",
                        indexes(random, columns),
                        rollups(random, columns),
                        random.nextBoolean() ? List.of() : some(random, columns),
                        random.nextBoolean() ? "" : "DEFAULT CHARSET=utf8mb4 ROW_FORMAT = DYNAMIC",
                        constraints(random, columns)));
    }

    private static Constraints constraints(Random random, List<Column> columns) {
        List<ForeignKey> keys = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            List<String> some = some(random, columns);
            ForeignKey.Action[] actions = ForeignKey.Action.values();
            keys.add(new ForeignKey(
                    "key `" + i,
                    some,
                    random.nextBoolean() ? "" : "a b",
                    pick(random, NAMES),
                    some,
                    new ForeignKey.Rules(
                            actions[random.nextInt(actions.length)], actions[random.nextInt(actions.length)])));
        }
        List<Check> checks = new ArrayList<>();
        for (Column column : columns) {
            if (!column.autoIncrement() && random.nextInt(4) == 0) {
                checks.add(new Check("check `" + column.name(), steps(random, column)));
            }
        }
        return new Constraints(keys, checks);
    }

    private static List<String> steps(Random random, Column column) {
        String value = "COLUMN " + column.name();
        String literal =
                switch (Check.Domain.of(column.type())) {
                    case EXACT, REAL -> "NUMBER " + pick(random, new String[] {"0", "-1.50", "12345678901234567890"});
                    case TEXT -> "TEXT " + pick(random, new String[] {"", "it's", "say \"hi\"", "100%", "ü€😀"});
                    case MOMENT -> "MOMENT " + pick(random, new String[] {"2026-01-31", "2026-01-31 10:00:00.5"});
                    case OTHER -> "";
                };
        if (literal.isEmpty()) {
            return List.of(value, "IS_NULL", "NOT");
        }
        return random.nextBoolean()
                ? List.of(value, literal, literal, "IN 2", "NOT", value, "IS_NULL", "OR")
                : List.of(value, literal, "LESS_OR_EQUAL", value, literal, "NOT_EQUAL", "AND", "NOT");
    }

    private static Column.Declared declared(Random random, ColumnType type) {
        boolean clock = type.kind() == Kind.DATETIME && random.nextBoolean();
        String words =
                switch (type.kind()) {
                    case DATETIME -> clock ? "timestamp" + (type.scale() == 0 ? "" : "(" + type.scale() + ")") : "";
                    case TINYINT -> random.nextBoolean() ? "tinyint(1)" : "";
                    case SMALLINT -> !type.isUnsigned() && random.nextBoolean() ? "year" : "";
                    default -> "";
                };
        return new Column.Declared(
                words,
                clock
                        ? new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, Integer.toString(type.scale()))
                        : DefaultValue.none());
    }

    private static List<TableIndex> indexes(Random random, List<Column> columns) {
        List<TableIndex> indexes = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            indexes.add(new TableIndex(
                    "index " + i,
                    some(random, columns),
                    pick(random, new String[] {"INVERTED", "BITMAP", "NGRAM_BF"}),
                    random.nextBoolean() ? Map.of() : Map.of("parser", "english", "odd \"key\"", pick(random, TEXTS)),
                    pick(random, TEXTS)));
            List<String> some = some(random, columns);
            indexes.add(new TableIndex(
                    "key " + i,
                    random.nextBoolean(),
                    some,
                    some.stream()
                            .map(column -> pick(random, new String[] {"(10)", "(7) DESC"}))
                            .toList(),
                    pick(random, new String[] {"", "BTREE", "HASH"}),
                    Map.of(),
                    pick(random, TEXTS)));
            indexes.add(
                    new TableIndex("expression " + i, true, List.of(""), List.of("((a + 1)) DESC"), "", Map.of(), ""));
        }
        return indexes;
    }

    private static List<Rollup> rollups(Random random, List<Column> columns) {
        List<Rollup> rollups = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            List<String> some = some(random, columns);
            rollups.add(new Rollup(
                    "rollup " + i,
                    some,
                    random.nextBoolean() ? List.of() : some.subList(0, 1),
                    random.nextBoolean() ? Map.of() : Map.of("storage_type", "column")));
        }
        return rollups;
    }

    private static List<String> some(Random random, List<Column> columns) {
        int from = random.nextInt(columns.size());
        return columns.subList(from, from + 1 + random.nextInt(columns.size() - from)).stream()
                .map(Column::name)
                .toList();
    }

    /** Returns partitions by those of the columns that may be, with bounds that every type has. */
    private static Partitioning partitioning(Random random, TableSchema.KeyModel model, List<Column> columns) {
        List<String> by = columns.stream()
                .filter(column -> PartitionValue.isAllowed(column.type()) && !column.autoIncrement())
                .filter(column -> model == TableSchema.KeyModel.DUPLICATE || column.key())
                .map(Column::name)
                .limit(2)
                .toList();
        if (by.isEmpty()) {
            return new Partitioning(Partitioning.Kind.HASH, false, "PARTITION BY HASH (`id`)", List.of(), List.of());
        }
        List<PartitionValue> least = Collections.nCopies(by.size(), PartitionValue.MIN);
        List<PartitionValue> greatest = new ArrayList<>(least);
        greatest.set(0, PartitionValue.MAX);
        List<Partition> ranges = List.of(Partition.range(pick(random, NAMES), least, greatest));
        List<Partition> lists = List.of(
                new Partition("a", List.of(Collections.nCopies(by.size(), PartitionValue.NULL))),
                new Partition("rest", List.of()));
        return random.nextBoolean()
                ? new Partitioning(Partitioning.Kind.RANGE, random.nextBoolean(), "", by, ranges)
                : new Partitioning(Partitioning.Kind.LIST, random.nextBoolean(), "", by, lists);
    }

    private static String pick(Random random, String[] from) {
        return from[random.nextInt(from.length)];
    }

    private static ColumnType type(Random random) {
        List<Kind> kinds = List.of(Kind.values());
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        return switch (kind) {
            case DECIMAL -> {
                int precision = 1 + random.nextInt(38);
                yield ColumnType.decimal(precision, random.nextInt(precision + 1));
            }
            case CHAR -> ColumnType.charType(1 + random.nextInt(255));
            case VARCHAR -> ColumnType.varchar(1 + random.nextInt(65533));
            case DATETIME -> ColumnType.datetime(random.nextInt(7));
            case VARBINARY -> new ColumnType(kind, random.nextInt(10), 0);
            case ARRAY -> {
                ColumnType element = type(random);
                yield ColumnType.canBeElement(element.kind()) ? ColumnType.arrayOf(element) : element;
            }
            case TIME, NULL -> ColumnType.of(Kind.INT);
            default -> ColumnType.of(kind);
        };
    }

    private static DefaultValue value(Random random, ColumnType type, boolean nullable) {
        int choice = random.nextInt(3);
        if (choice == 0) {
            return DefaultValue.none();
        }
        if (choice == 1 && nullable) {
            return new DefaultValue(DefaultValue.Kind.NULL, "");
        }
        return switch (type.kind()) {
            case ARRAY -> DefaultValue.literal("[]");
            case STRING, JSON, VARIANT, VARBINARY -> DefaultValue.literal(pick(random, TEXTS));
            case DATETIME -> new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, Integer.toString(random.nextInt(7)));
            case DATE -> DefaultValue.literal("2024-02-29");
            case CHAR, VARCHAR -> DefaultValue.literal("x");
            case DECIMAL -> DefaultValue.literal("0");
            default -> DefaultValue.literal("1");
        };
    }

    @Test
    void showCreateTableMakesTheSameTableAgain() {
        Seeds.check(TableDdlTest.class, 1000, random -> {
            TableSchema table = random(random);
            byte[] ddl = TableDdl.show(table).getBytes(StandardCharsets.UTF_8);

            Plan plan = planner.plan(ddl, 0, ddl.length, new PlanContext("db", SqlMode.DEFAULT), cache);

            assertThat(plan).isEqualTo(new DefinitionPlan.CreateTable(table, false, 0));
        });
    }

    @Test
    void onlyWhatWasDeclaredIsAddedToAServersText() {
        TableSchema table = random(new Random(1)).withProperties(TableProperties.defaults());
        assertThat(TableDdl.declared(table)).isEmpty();

        TableProperties declared = TableProperties.defaults()
                .with("group_commit_mode", "sync_mode")
                .with("engine.conditions", "rows")
                .with("engine.upsert", "true")
                .with("note", "a */ b /* c /*/");
        assertThat(TableDdl.declared(table.withProperties(declared)))
                .isEqualTo(
                        """

                        /*!99001 PROPERTIES (
                        "group_commit_mode" = "sync_mode",
                        "engine.upsert" = "true",
                        "note" = "a *\\/ b /\\* c /\\*\\/"
                        ) */""");
    }
}
