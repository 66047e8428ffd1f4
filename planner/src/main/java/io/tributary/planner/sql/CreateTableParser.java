package io.tributary.planner.sql;

import io.tributary.planner.plan.TableName;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import io.tributary.rpc.schema.TableSchema.KeyModel;
import io.tributary.rpc.schema.TableSchema.Layout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * CREATE TABLE from the table's name on, in Doris' grammar and MySQL's. Of the key models only DUPLICATE is built; what
 * an embedded engine need not act on is kept as text, or accepted and forgotten (indexes, MySQL's table options).
 */
final class CreateTableParser {
    private final Tokens tokens;
    private final NameResolver names;
    private final List<Column> columns = new ArrayList<>();

    CreateTableParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    TableSchema parse(TableName name) {
        if (tokens.accept("LIKE")) {
            return like(name);
        }
        if (tokens.atAny("AS", "SELECT")) {
            throw Unsupported.error("CREATE TABLE AS SELECT");
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
            throw new TributaryException(ErrorCode.TABLE_MUST_HAVE_COLUMNS, "A table must have at least 1 column");
        }
        TableProperties properties = TableProperties.defaults();
        for (var property : clauses.properties().entrySet()) {
            properties = properties.with(property.getKey(), property.getValue());
        }
        Layout layout = new Layout(
                keyColumns(clauses), clauses.comment(), clauses.partitionClause(), clauses.distributionClause());
        return new TableSchema(
                0, name.database(), name.table(), 1, KeyModel.DUPLICATE, keyed(layout), properties, layout);
    }

    /** Those of DUPLICATE KEY (…), or else the columns marked KEY one by one. */
    private List<String> keyColumns(DorisClauses clauses) {
        return clauses.keyColumns().isEmpty()
                ? columns.stream().filter(Column::key).map(Column::name).toList()
                : clauses.keyColumns();
    }

    private TableSchema like(TableName name) {
        TableSchema model = Names.table(tokens, names);
        return new TableSchema(
                0,
                name.database(),
                name.table(),
                1,
                model.keyModel(),
                model.columns(),
                model.properties(),
                model.layout());
    }

    /** The columns, those of DUPLICATE KEY (…) marked. */
    private List<Column> keyed(Layout layout) {
        List<Column> keyed = new ArrayList<>(columns);
        for (String key : layout.keyColumns()) {
            int position = indexOf(key);
            if (position < 0) {
                throw new TributaryException(
                        ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + key + "' in 'DUPLICATE KEY'");
            }
            Column column = columns.get(position);
            keyed.set(
                    position,
                    new Column(
                            column.name(),
                            column.type(),
                            column.nullable(),
                            true,
                            column.defaultValue(),
                            column.autoIncrement(),
                            column.comment()));
        }
        return keyed;
    }

    private int indexOf(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Columns and indexes, up to and with the closing parenthesis; a comma may stand before it. */
    private void elements() {
        Set<String> seen = new HashSet<>();
        while (!tokens.atSymbol(')')) {
            if (!isIndexOrConstraint()) {
                Column column = new ColumnParser(tokens).parse();
                if (!seen.add(column.name().toLowerCase(Locale.ROOT))) {
                    throw new TributaryException(
                            ErrorCode.DUPLICATE_COLUMN, "Duplicate column name '" + column.name() + "'");
                }
                columns.add(column);
            }
            if (!tokens.acceptSymbol(',') && !tokens.atSymbol(')')) {
                throw tokens.syntaxError();
            }
        }
        tokens.expectSymbol(')');
    }

    private boolean isIndexOrConstraint() {
        if (tokens.atAny("PRIMARY", "CONSTRAINT", "FOREIGN", "UNIQUE", "CHECK", "FULLTEXT", "SPATIAL")) {
            tokens.accept("CONSTRAINT");
            if (!tokens.atAny("PRIMARY", "FOREIGN", "UNIQUE", "CHECK", "FULLTEXT", "SPATIAL")
                    && tokens.atIdentifier()) {
                tokens.advance();
            }
            if (tokens.at("FULLTEXT") || tokens.at("SPATIAL")) {
                throw Unsupported.error(tokens.upper() + " INDEX");
            }
            if (tokens.at("CHECK")) {
                throw Unsupported.error("CHECK");
            }
            String word = tokens.kind() == Tokens.Kind.WORD ? tokens.upper() : "";
            if (word.equals("PRIMARY") || word.equals("FOREIGN") || word.equals("UNIQUE")) {
                throw Unsupported.error(word + " KEY");
            }
            throw tokens.syntaxError();
        }
        if (!tokens.atAny("INDEX", "KEY")) {
            return false;
        }
        index();
        return true;
    }

    /** {@code INDEX [IF NOT EXISTS] name (columns) [USING x] [PROPERTIES (…)] [COMMENT 'c']}: accepted and forgotten. */
    private void index() {
        tokens.advance();
        if (tokens.accept("IF")) {
            tokens.expect("NOT");
            tokens.expect("EXISTS");
        }
        if (!tokens.atSymbol('(')) {
            tokens.identifier();
        }
        if (tokens.accept("USING")) {
            tokens.identifier();
        }
        tokens.skipParentheses();
        while (!tokens.atSymbol(',') && !tokens.atSymbol(')')) {
            if (tokens.accept("USING")) {
                tokens.identifier();
            } else if (tokens.accept("PROPERTIES")) {
                tokens.skipParentheses();
            } else {
                tokens.expect("COMMENT");
                tokens.string();
            }
        }
    }
}
