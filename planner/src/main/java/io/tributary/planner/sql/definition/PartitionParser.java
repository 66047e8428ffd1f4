package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionRules;
import io.tributary.contract.schema.PartitionSeries;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.Partitioning.Kind;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * PARTITION BY of a CREATE TABLE, and partitions that are added to it later, in Doris' grammar and MySQL's:
 *
 * <pre>
 * [AUTO] PARTITION BY {RANGE | LIST} [COLUMNS] (columns) (partition, …)
 * AUTO PARTITION BY RANGE (date_trunc(column, 'unit')) (partition, …)
 * PARTITION BY [LINEAR] {HASH | KEY} …
 * partition: PARTITION [IF NOT EXISTS] p [VALUES {LESS THAN bound | [bound, bound) | IN (values)}] [("k" = "v", …)]
 *          | FROM (value) TO (value) INTERVAL n [unit]
 * </pre>
 */
final class PartitionParser {
    /** What Doris' {@code PropertyAnalyzer} knows of a partition. */
    private static final Set<String> PROPERTIES = Set.of(
            "in_memory",
            "mutable",
            "replication_allocation",
            "replication_num",
            "storage_cooldown_time",
            "storage_medium",
            "storage_policy",
            "tablet_type",
            "version_info");

    private final Tokens tokens;
    private final List<Column> ofTable;
    private Partitioning partitioning = Partitioning.NONE;
    private PartitionRules rules = new PartitionRules(partitioning, List.of());

    PartitionParser(Tokens tokens, List<Column> ofTable) {
        this.tokens = tokens;
        this.ofTable = ofTable;
    }

    /** Up to the end of the text of a clause. */
    Partitioning parse() {
        boolean automatic = tokens.accept("AUTO");
        tokens.expect("PARTITION", "BY");
        if (tokens.accept("LINEAR") || tokens.atAny("HASH", "KEY")) {
            String clause = tokens.text(0, tokens.limit());
            return new Partitioning(Kind.HASH, false, clause, List.of(), List.of());
        }
        Kind kind = tokens.accept("LIST") ? Kind.LIST : Kind.RANGE;
        if (kind == Kind.RANGE) {
            tokens.expect("RANGE");
        }
        boolean columns = tokens.accept("COLUMNS");
        tokens.expectSymbol('(');
        begin(
                tokens.atIdentifier() && tokens.followedBy('(') && !columns
                        ? function(kind, automatic)
                        : new Partitioning(kind, automatic, "", tokens.list(tokens::identifier), List.of()));
        tokens.expectSymbol(')');
        tokens.expectSymbol('(');
        List<Partition> partitions = new ArrayList<>();
        while (!tokens.atSymbol(')')) {
            partitions.addAll(next(partitions));
            if (!tokens.acceptSymbol(',') && !tokens.atSymbol(')')) {
                throw tokens.syntaxError();
            }
        }
        tokens.expectSymbol(')');
        tokens.expectEnd();
        Partitioning whole = partitioning.with(partitions);
        new PartitionRules(whole, ofTable).check();
        return whole;
    }

    private void begin(Partitioning empty) {
        partitioning = empty;
        rules = new PartitionRules(empty, ofTable);
    }

    /** {@code date_trunc(column, 'unit')}, whose partitions are made as rows need them. */
    private Partitioning function(Kind kind, boolean automatic) {
        int begin = tokens.start();
        String name = tokens.identifier();
        if (!automatic || kind != Kind.RANGE) {
            throw TributaryException.notSupported("PARTITION BY " + kind + " of an expression");
        }
        if (!name.equalsIgnoreCase("date_trunc")) {
            throw TributaryException.notSupported("AUTO PARTITION BY RANGE of " + name.toUpperCase(Locale.ROOT) + "()");
        }
        tokens.expectSymbol('(');
        String column = tokens.identifier();
        tokens.expectSymbol(',');
        unit(tokens.string());
        tokens.expectSymbol(')');
        Partitioning by = new Partitioning(kind, true, tokens.textSince(begin), List.of(column), List.of());
        ColumnType type = new PartitionRules(by, ofTable).columns().get(0).type();
        if (type.kind() != ColumnType.Kind.DATE && type.kind() != ColumnType.Kind.DATETIME) {
            throw ErrorCode.PARTITION_COLUMN_TYPE.error(
                    "Field '" + column + "' is of a not allowed type for this type of partitioning: date_trunc takes"
                            + " DATE and DATETIME");
        }
        return by;
    }

    /**
     * What ALTER TABLE ADD says from PARTITION or PARTITIONS on; empty where IF NOT EXISTS finds it.
     *
     * @param existing of the table
     */
    List<Partition> added(Partitioning existing) {
        begin(existing);
        List<Partition> added = new ArrayList<>();
        if (tokens.accept("PARTITIONS")) {
            added.addAll(series());
        } else {
            tokens.expect("PARTITION");
            boolean many = tokens.acceptSymbol('(');
            do {
                if (many) {
                    tokens.expect("PARTITION");
                }
                List<Partition> before = new ArrayList<>(existing.partitions());
                before.addAll(added);
                added.addAll(named(before));
            } while (many && tokens.acceptSymbol(','));
            if (many) {
                tokens.expectSymbol(')');
            }
        }
        if (tokens.at("DISTRIBUTED")) {
            TableKeys.requireColumns(
                    Distribution.of(DorisClauses.distribution(tokens)).columns(), ofTable);
        }
        if (tokens.accept("PROPERTIES") || tokens.atSymbol('(')) {
            properties();
        }
        new PartitionRules(existing.with(added), ofTable).check();
        return added;
    }

    private List<Partition> next(List<Partition> before) {
        if (tokens.at("FROM")) {
            return series();
        }
        tokens.expect("PARTITION");
        return named(before);
    }

    private List<Partition> named(List<Partition> before) {
        boolean ifNotExists = tokens.acceptClause("IF", "NOT", "EXISTS");
        String name = tokens.identifier();
        Partition partition = partitioning.kind() == Kind.LIST ? list(name) : range(name, before);
        options();
        return ifNotExists && before.stream().anyMatch(each -> each.name().equalsIgnoreCase(name))
                ? List.of()
                : List.of(partition);
    }

    /** A list without values takes those that no other has; MariaDB says DEFAULT. */
    private Partition list(String name) {
        return new Partition(name, tokens.accept("VALUES") ? values() : defaults());
    }

    private List<List<PartitionValue>> defaults() {
        tokens.accept("DEFAULT");
        return List.of();
    }

    private Partition range(String name, List<Partition> before) {
        tokens.expect("VALUES");
        if (tokens.accept("LESS", "THAN")) {
            List<PartitionValue> upper =
                    tokens.accept("MAXVALUE") ? filled(List.of(PartitionValue.MAX)) : filled(tuple());
            return Partition.range(name, rules.lowerBehind(before), upper);
        }
        tokens.expectSymbol('[');
        List<PartitionValue> lower = filled(tuple());
        tokens.expectSymbol(',');
        List<PartitionValue> upper = filled(tuple());
        tokens.expectSymbol(')');
        return Partition.range(name, lower, upper);
    }

    private List<PartitionValue> filled(List<PartitionValue> bound) {
        List<PartitionValue> filled = new ArrayList<>(bound);
        while (filled.size() < rules.columns().size()) {
            filled.add(PartitionValue.MIN);
        }
        return filled;
    }

    private List<List<PartitionValue>> values() {
        tokens.expect("IN");
        return tokens.inParentheses(() -> tokens.atSymbol('(') ? tuple() : List.of(value(0)));
    }

    private List<PartitionValue> tuple() {
        tokens.expectSymbol('(');
        List<PartitionValue> values = new ArrayList<>();
        do {
            values.add(value(values.size()));
        } while (tokens.acceptSymbol(','));
        tokens.expectSymbol(')');
        return values;
    }

    private PartitionValue value(int i) {
        if (i >= rules.columns().size()) {
            throw ErrorCode.PARTITION_VALUE_COUNT.error(
                    "Inconsistency in usage of column lists for partitioning: more values than "
                            + rules.columns().size() + " columns");
        }
        Column column = rules.columns().get(i);
        if (tokens.kind() == Token.Kind.STRING) {
            return PartitionValue.of(column, tokens.string());
        }
        if (partitioning.kind() == Kind.RANGE && tokens.accept("MAXVALUE")) {
            return PartitionValue.MAX;
        }
        if (partitioning.kind() == Kind.LIST && tokens.accept("NULL")) {
            return PartitionValue.NULL;
        }
        if (tokens.atAny("TRUE", "FALSE")) {
            return PartitionValue.of(column, tokens.word());
        }
        int begin = tokens.start();
        if (!tokens.acceptSymbol('-')) {
            tokens.acceptSymbol('+');
        }
        if (tokens.kind() != Token.Kind.NUMBER) {
            throw tokens.syntaxError();
        }
        tokens.advance();
        return PartitionValue.of(column, tokens.textSince(begin).replace(" ", ""));
    }

    /** {@code FROM (a) TO (b) INTERVAL n [unit]}. */
    private List<Partition> series() {
        tokens.expect("FROM");
        List<PartitionValue> from = tuple();
        tokens.expect("TO");
        List<PartitionValue> to = tuple();
        tokens.expect("INTERVAL");
        long step = tokens.wholeNumber();
        Optional<PartitionSeries.Unit> unit =
                tokens.kind() == Token.Kind.WORD ? Optional.of(unit(tokens.identifier())) : Optional.empty();
        if (partitioning.kind() != Kind.RANGE || rules.columns().size() != 1) {
            throw TributaryException.notSupported("FROM … TO … INTERVAL of several columns");
        }
        return PartitionSeries.of(rules.columns().get(0), from.get(0), to.get(0), step, unit);
    }

    private static PartitionSeries.Unit unit(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "HOUR" -> PartitionSeries.Unit.HOUR;
            case "DAY" -> PartitionSeries.Unit.DAY;
            case "WEEK" -> PartitionSeries.Unit.WEEK;
            case "MONTH" -> PartitionSeries.Unit.MONTH;
            case "YEAR" -> PartitionSeries.Unit.YEAR;
            default -> throw TributaryException.notSupported("partitions by " + word);
        };
    }

    /** Doris' properties of a partition, which have no meaning where there is one copy on one disk. */
    private void properties() {
        PropertyList.parse(tokens).forEach((key, value) -> {
            if (!PROPERTIES.contains(key)) {
                throw ErrorCode.INVALID_STATEMENT.error("Unknown properties: {" + key + "=" + value
                        + "}; a partition has " + String.join(", ", new TreeSet<>(PROPERTIES)));
            }
        });
    }

    /** Properties, and MySQL's options, which have no meaning here either. */
    private void options() {
        if (tokens.atSymbol('(')) {
            properties();
        }
        while (tokens.atAny("STORAGE", "ENGINE", "COMMENT", "MAX_ROWS", "MIN_ROWS")) {
            tokens.accept("STORAGE");
            tokens.advance();
            tokens.acceptSymbol('=');
            tokens.advance();
        }
    }
}
