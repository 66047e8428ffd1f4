package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.contract.schema.TableSchema.Layout;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.part.TableName;
import io.tributary.planner.sql.definition.constraint.GeneratedColumns;
import io.tributary.planner.sql.definition.constraint.WrittenConstraints;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * CREATE TABLE from the table's name on, in Doris' grammar and MySQL's. What an embedded engine need not act on is kept.
 */
final class CreateTableParser {
    private final Tokens tokens;
    private final NameResolver names;
    private final List<Column> columns = new ArrayList<>();
    private final TableKeys keys = new TableKeys();
    private final List<TableIndex> indexes = new ArrayList<>();
    private final WrittenConstraints constraints = new WrittenConstraints();
    private final Set<String> writtenAsNull = new HashSet<>();
    private long autoIncrementStart;

    CreateTableParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    TableSchema parse(TableName name) {
        if (tokens.accept("LIKE")) {
            return like(name);
        }
        tokens.expectSymbol('(');
        if (tokens.accept("LIKE")) {
            TableSchema copy = like(name);
            tokens.expectSymbol(')');
            return copy;
        }
        elements();
        DorisClauses clauses = new DorisClauses(tokens);
        clauses.parse();
        if (columns.isEmpty()) {
            throw ErrorCode.TABLE_MUST_HAVE_COLUMNS.error("A table must have at least 1 column");
        }
        TableProperties properties = TableProperties.defaults();
        for (var property : clauses.properties().entrySet()) {
            properties = properties.with(property.getKey(), property.getValue());
        }
        columns.replaceAll(column -> column.collatedBy(clauses.collation()));
        TableKeys.Decided key = key(clauses);
        requireAutoIncrementKey(clauses);
        autoIncrementStart = Math.max(autoIncrementStart, clauses.autoIncrementStart());
        Layout layout = new Layout(
                key.keyColumns(),
                key.keyName(),
                clauses.comment(),
                partitioning(clauses.partitionClause()),
                clauses.distributionClause(),
                IndexNames.given(withoutKey(key), key.keyName()),
                clauses.rollups(),
                clauses.clusterColumns(),
                clauses.options(),
                constraints(name, key));
        TableKeys.requireColumns(clauses.clusterColumns(), columns);
        TableKeys.requireColumns(Distribution.of(clauses.distributionClause()).columns(), columns);
        RollupParser.check(name.table(), clauses.rollups(), columns);
        requirePartitionsByKey(key, layout.partitioning());
        List<Column> all = SequenceColumn.with(checked(key), key.model(), properties);
        return new TableSchema(0, name.database(), name.table(), 1, key.model(), all, properties, layout);
    }

    private Constraints constraints(TableName name, TableKeys.Decided key) {
        Constraints all = constraints.behind(Constraints.NONE, name.table(), key.columns());
        WrittenConstraints.requireKeptValues(key.model(), all);
        return all;
    }

    private Partitioning partitioning(String clause) {
        return clause.isEmpty()
                ? Partitioning.NONE
                : new PartitionParser(Tokens.of(clause, tokens.mode()), columns).parse();
    }

    /** Requires what MySQL and Doris do: rows that replace each other are in one partition. */
    private static void requirePartitionsByKey(TableKeys.Decided key, Partitioning partitioning) {
        if (key.model() == KeyModel.DUPLICATE) {
            return;
        }
        for (String column : partitioning.columns()) {
            if (key.keyColumns().stream().noneMatch(column::equalsIgnoreCase)) {
                throw ErrorCode.KEY_WITHOUT_PARTITION_COLUMN.error(
                        "A PRIMARY KEY must include all columns in the table's partitioning function: '" + column
                                + "' is no column of the key");
            }
        }
    }

    /** MySQL's key, or Doris', or of a table in Doris' form without either the columns marked KEY one by one. */
    private TableKeys.Decided key(DorisClauses clauses) {
        List<String> marked =
                columns.stream().filter(Column::key).map(Column::name).toList();
        if (isInMySqlForm(clauses)) {
            // There `a INT KEY` is short for `a INT PRIMARY KEY`.
            marked.forEach(name -> keys.add(new TableKeys.Key(true, TableSchema.PRIMARY, List.of(name), false)));
        }
        TableKeys.Decided mysql = keys.decide(columns, writtenAsNull);
        List<String> listed = clauses.keyColumns();
        if (mysql.model() == KeyModel.UNIQUE) {
            if (!listed.isEmpty()) {
                throw TableKeys.multiplePrimaryKeys();
            }
            TableKeys.requireWithin(mysql.keyColumns(), marked);
            return mysql;
        }
        if (listed.isEmpty() && columns.stream().anyMatch(CreateTableParser::isAggregated)) {
            // The others are the key, as in Doris.
            List<String> others = columns.stream()
                    .filter(column -> !isAggregated(column))
                    .map(Column::name)
                    .toList();
            return new TableKeys.Decided(KeyModel.AGGREGATE, TableKeys.mark(columns, others), others, "");
        }
        if (listed.isEmpty()) {
            return new TableKeys.Decided(KeyModel.DUPLICATE, columns, marked, "");
        }
        TableKeys.requireWithin(listed, marked);
        return new TableKeys.Decided(clauses.keyModel(), TableKeys.mark(columns, listed), listed, "");
    }

    /** The indexes but for the one that is the table's key. */
    private List<TableIndex> withoutKey(TableKeys.Decided key) {
        List<TableIndex> others = new ArrayList<>(indexes);
        if (!key.keyName().isEmpty() && !key.keyName().equals(TableSchema.PRIMARY)) {
            others.stream()
                    .filter(index -> index.unique()
                            && index.columns().equals(key.keyColumns())
                            && index.endings().stream().noneMatch(ending -> ending.startsWith("(")))
                    .findFirst()
                    .ifPresent(others::remove);
        }
        return others;
    }

    private static boolean isAggregated(Column column) {
        return column.aggregation() != Aggregation.NONE;
    }

    /** The first number of the AUTO_INCREMENT column, or 0 where none was written. */
    long autoIncrementStart() {
        return autoIncrementStart;
    }

    /** MySQL's rule; a table in Doris' form needs no key for it. */
    private void requireAutoIncrementKey(DorisClauses clauses) {
        List<Column> generated = columns.stream().filter(Column::autoIncrement).toList();
        if (generated.size() > 1
                || (generated.size() == 1
                        && isInMySqlForm(clauses)
                        && !keys.leads(generated.get(0).name()))) {
            throw ErrorCode.AUTO_COLUMN_NOT_A_KEY.error(
                    "Incorrect table definition; there can be only one auto column and it must be defined as a key");
        }
    }

    private static boolean isInMySqlForm(DorisClauses clauses) {
        return clauses.keyColumns().isEmpty() && clauses.distributionClause().isEmpty();
    }

    private List<Column> checked(TableKeys.Decided key) {
        AggregatedColumns.check(key.columns(), key.model());
        if (key.model() != KeyModel.DUPLICATE) {
            TableKeys.requireComparable(key.columns());
        }
        TableKeys.requireScalars(key.columns());
        key.columns().forEach(DefaultCheck::check);
        return GeneratedColumns.checked(key.columns(), key.model(), tokens.mode());
    }

    private TableSchema like(TableName name) {
        TableSchema model = Names.qualified(tokens, names::table);
        Layout layout = model.layout();
        if (tokens.acceptClause("WITH", "ROLLUP")) {
            layout = layout.withRollups(chosenRollups(model));
        } else {
            layout = layout.withRollups(List.of());
        }
        // MySQL copies no FOREIGN KEY.
        layout = layout.withConstraints(
                new Constraints(List.of(), layout.constraints().checks()));
        return new TableSchema(
                0,
                name.database(),
                name.table(),
                1,
                // An index of the server's is none of the copy, whose key says what becomes of duplicates.
                AdoptedTable.isOne(model) && !layout.keyColumns().isEmpty() ? KeyModel.UNIQUE : model.keyModel(),
                model.columns(),
                AdoptedTable.without(model.properties()),
                layout);
    }

    /** Reads what follows WITH ROLLUP of a LIKE: the rollups listed, or all. */
    private List<Rollup> chosenRollups(TableSchema model) {
        List<Rollup> all = model.layout().rollups();
        return tokens.atSymbol('(') ? tokens.inParentheses(() -> rollup(model, tokens.identifier())) : all;
    }

    private static Rollup rollup(TableSchema model, String name) {
        return model.layout().rollups().stream()
                .filter(rollup -> rollup.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> RollupParser.unknown(name, model.name()));
    }

    /** Columns and indexes, up to and with the closing parenthesis; a comma may stand before it. */
    private void elements() {
        Set<String> seen = new HashSet<>();
        while (!tokens.atSymbol(')')) {
            if (WrittenConstraints.isAt(tokens)) {
                constraints.parse(tokens);
            } else if (KeyParser.isAt(tokens)) {
                KeyParser parser = new KeyParser(tokens);
                TableKeys.Key key = parser.parse();
                keys.add(key);
                if (!key.primary()) {
                    indexes.add(parser.index(key));
                }
            } else {
                Column column = column();
                NewNames.requireColumn(column.name());
                if (!seen.add(column.name().toLowerCase(Locale.ROOT))) {
                    throw ErrorCode.DUPLICATE_COLUMN.error("Duplicate column name '" + column.name() + "'");
                }
                columns.add(column);
            }
            if (!tokens.acceptSymbol(',') && !tokens.atSymbol(')')) {
                throw tokens.syntaxError();
            }
        }
        tokens.expectSymbol(')');
    }

    private Column column() {
        ColumnParser parser = new ColumnParser(tokens, constraints);
        Column column = parser.parse();
        if (parser.writtenAsNull()) {
            writtenAsNull.add(column.name().toLowerCase(Locale.ROOT));
        }
        autoIncrementStart = Math.max(autoIncrementStart, parser.autoIncrementStart());
        if (parser.primaryKey()) {
            keys.add(new TableKeys.Key(true, TableSchema.PRIMARY, List.of(column.name()), false));
        }
        if (parser.uniqueKey()) {
            keys.add(new TableKeys.Key(true, "", List.of(column.name()), false));
            indexes.add(TableIndex.uniqueOf(column.name()));
        }
        return column;
    }
}
