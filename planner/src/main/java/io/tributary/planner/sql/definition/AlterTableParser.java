package io.tributary.planner.sql.definition;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.part.TableName;
import io.tributary.planner.sql.definition.AlteredTable.Place;
import io.tributary.planner.sql.definition.constraint.WrittenConstraints;

/**
 * ALTER TABLE behind the table's name, in MySQL's grammar and Doris': columns, their order, the table's name and comment;
 * AUTO_INCREMENT; indexes and rollups, of which the definition is all that is kept; table options without meaning here.
 */
final class AlterTableParser {
    private final Tokens tokens;
    private final TableSchema table;
    private final AlteredTable altered;
    private long autoIncrement;

    AlterTableParser(Tokens tokens, TableSchema table) {
        this.tokens = tokens;
        this.table = table;
        altered = new AlteredTable(table, tokens.mode());
    }

    /**
     * @throws io.tributary.contract.error.TributaryException SYNTAX, NOT_SUPPORTED, UNKNOWN_KEY_COLUMN, and as {@link
     *     AlteredTable}
     */
    DefinitionPlan parse() {
        do {
            action();
        } while (tokens.acceptSymbol(','));
        if (altered.isChanged()) {
            return new DefinitionPlan.AlterTable(table, altered.change(), autoIncrement);
        }
        return autoIncrement > 0
                ? new DefinitionPlan.SetAutoIncrement(table, autoIncrement)
                : new DefinitionPlan.ChangeIndexes(table);
    }

    private void action() {
        if (tokens.accept("ADD")) {
            add();
        } else if (tokens.accept("DROP")) {
            drop();
        } else if (tokens.accept("MODIFY")) {
            modify();
        } else if (tokens.accept("CHANGE")) {
            tokens.accept("COLUMN");
            String old = tokens.identifier();
            Column written = column();
            altered.replace(old, written, place());
        } else if (tokens.accept("ALTER")) {
            alterColumn();
        } else if (tokens.accept("RENAME")) {
            rename();
        } else if (tokens.acceptClause("ORDER", "BY")) {
            altered.order(tokens.atSymbol('(') ? Names.inParentheses(tokens) : tokens.list(tokens::identifier));
        } else if (tokens.accept("COMMENT")) {
            tokens.acceptSymbol('=');
            altered.comment(tokens.string());
        } else if (tokens.accept("AUTO_INCREMENT")) {
            tokens.acceptSymbol('=');
            autoIncrement = tokens.wholeNumber();
        } else if (tokens.acceptAny("DISABLE", "ENABLE")) {
            if (!tokens.accept("KEYS")) {
                throw refused("ENABLE ");
            }
        } else if (IndexOptions.isAt(tokens)) {
            IndexOptions.skip(tokens);
        } else {
            throw refused("");
        }
    }

    /** MySQL's and Doris' MODIFY of a column, and Doris' of comments alone. */
    private void modify() {
        if (tokens.ahead(() -> tokens.accept("COMMENT") && tokens.kind() == Token.Kind.STRING)) {
            tokens.advance();
            altered.comment(tokens.string());
            return;
        }
        if (tokens.atAny("ENGINE", "DISTRIBUTION", "PARTITION")) {
            throw refused("MODIFY ");
        }
        tokens.accept("COLUMN");
        int begin = tokens.start();
        String name = tokens.identifier();
        if (tokens.accept("COMMENT")) {
            altered.commentColumn(name, tokens.string());
            return;
        }
        tokens.moveTo(begin);
        Column written = column();
        altered.replace(written.name(), written, place());
    }

    private void add() {
        if (WrittenConstraints.isAt(tokens)) {
            altered.constraints.written.parse(tokens);
        } else if (KeyParser.isAt(tokens)) {
            addKey();
        } else if (tokens.accept("ROLLUP")) {
            do {
                tokens.acceptSymbol(',');
                altered.rollups.add(RollupParser.one(tokens), altered.columns());
            } while (RollupParser.goesOn(tokens));
        } else if (tokens.atAny("PARTITION", "PARTITIONS")) {
            Partitioning partitions = altered.partitions.require();
            altered.partitions.add(new PartitionParser(tokens, table.columns()).added(partitions));
        } else if (tokens.atAny("TEMPORARY", "GENERATED")) {
            throw refused("ADD ");
        } else {
            tokens.accept("COLUMN");
            if (tokens.acceptSymbol('(')) {
                do {
                    altered.add(column(), Place.NONE);
                } while (tokens.acceptSymbol(','));
                tokens.expectSymbol(')');
            } else {
                Column added = column();
                altered.add(added, place());
            }
        }
    }

    private void addKey() {
        KeyParser parser = new KeyParser(tokens);
        TableKeys.Key key = parser.parse();
        TableKeys.requireColumns(key, altered.change().table().columns());
        if (key.primary()) {
            throw TributaryException.notSupported("ALTER TABLE ADD PRIMARY KEY; write it in the CREATE TABLE");
        }
        altered.indexes.add(parser.index(key));
    }

    private void drop() {
        if (tokens.acceptAny("INDEX", "KEY")) {
            boolean ifExists = tokens.acceptClause("IF", "EXISTS");
            altered.indexes.drop(tokens.identifier(), ifExists);
        } else if (tokens.accept("ROLLUP")) {
            do {
                tokens.acceptSymbol(',');
                altered.rollups.drop(tokens.identifier());
            } while (RollupParser.goesOn(tokens));
        } else if (tokens.accept("PARTITION")) {
            dropPartitions();
        } else if (tokens.acceptClause("FOREIGN", "KEY")) {
            boolean ifExists = tokens.acceptClause("IF", "EXISTS");
            altered.constraints.dropForeignKey(tokens.identifier(), ifExists);
        } else if (tokens.accept("CHECK")) {
            boolean ifExists = tokens.acceptClause("IF", "EXISTS");
            altered.constraints.dropCheck(tokens.identifier(), ifExists);
        } else if (tokens.accept("CONSTRAINT")) {
            dropConstraint();
        } else if (tokens.atAny("PRIMARY", "TEMPORARY")) {
            throw refused("DROP ");
        } else {
            tokens.accept("COLUMN");
            altered.drop(tokens.identifier());
            tokens.acceptAny("RESTRICT", "CASCADE");
        }
    }

    /** {@code DROP CONSTRAINT [IF EXISTS] name}: of a FOREIGN KEY, a CHECK or a UNIQUE KEY. */
    private void dropConstraint() {
        boolean ifExists = tokens.acceptClause("IF", "EXISTS");
        String name = tokens.identifier();
        if (!altered.constraints.drop(name)) {
            altered.indexes.drop(name, ifExists);
        }
    }

    /** {@code DROP PARTITION [IF EXISTS] p [, p …] [FORCE]}: what FORCE says holds always, there is no recycle bin. */
    private void dropPartitions() {
        boolean ifExists = tokens.acceptClause("IF", "EXISTS");
        int end;
        do {
            altered.partitions.drop(tokens.identifier(), ifExists);
            tokens.accept("FORCE");
            end = tokens.start();
        } while (tokens.acceptSymbol(',') && !tokens.atAny("ADD", "DROP", "COMMENT"));
        if (tokens.start() != end) {
            // The comma stood before another action.
            tokens.moveTo(end);
        }
    }

    /** {@code ALTER [COLUMN] c {SET DEFAULT x | DROP DEFAULT}}. */
    private void alterColumn() {
        if (tokens.atAny("INDEX", "CHECK", "CONSTRAINT")) {
            throw refused("ALTER ");
        }
        tokens.accept("COLUMN");
        String column = tokens.identifier();
        if (tokens.accept("DROP")) {
            tokens.expect("DEFAULT");
            altered.setDefault(column, DefaultValue.none());
            return;
        }
        tokens.expect("SET", "DEFAULT");
        altered.setDefault(column, new ColumnParser(tokens, altered.constraints.written).defaultValue(column));
    }

    /** {@code RENAME [TO | AS | =] t}, {@code RENAME {COLUMN | ROLLUP | PARTITION} a [TO] b}, {@code RENAME {INDEX | KEY} a TO b}. */
    private void rename() {
        if (tokens.acceptAny("INDEX", "KEY")) {
            String from = tokens.identifier();
            tokens.expect("TO");
            altered.indexes.rename(from, tokens.identifier());
        } else if (tokens.accept("ROLLUP")) {
            String from = tokens.identifier();
            tokens.accept("TO");
            altered.rollups.rename(from, tokens.identifier(), altered.columns());
        } else if (tokens.accept("COLUMN")) {
            String from = tokens.identifier();
            tokens.accept("TO");
            altered.rename(from, tokens.identifier());
        } else if (tokens.accept("PARTITION")) {
            String from = tokens.identifier();
            tokens.accept("TO");
            altered.partitions.rename(from, tokens.identifier());
        } else {
            if (!tokens.acceptAny("TO", "AS")) {
                tokens.acceptSymbol('=');
            }
            // A name alone is in the table's database, which need not be the session's.
            altered.renameTo(Names.qualified(
                    tokens, (database, name) -> new TableName(database.isEmpty() ? table.database() : database, name)));
        }
    }

    private Column column() {
        ColumnParser parser = new ColumnParser(tokens, altered.constraints.written);
        Column column = parser.parse();
        if (parser.primaryKey()) {
            throw TributaryException.notSupported("ALTER TABLE that makes a column a key (" + column.name() + ")");
        }
        if (parser.uniqueKey()) {
            altered.indexes.add(TableIndex.uniqueOf(column.name()));
        }
        return column;
    }

    private Place place() {
        if (tokens.accept("FIRST")) {
            return new Place(true, null);
        }
        return tokens.accept("AFTER") ? new Place(false, tokens.identifier()) : Place.NONE;
    }

    private RuntimeException refused(String verb) {
        return tokens.kind() == Token.Kind.WORD
                ? TributaryException.notSupported("ALTER TABLE " + verb + tokens.upper())
                : tokens.syntaxError();
    }
}
