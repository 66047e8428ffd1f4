package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.part.TableName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CREATE, DROP, ALTER, RENAME, REFRESH and TRUNCATE of databases, tables and views. */
public final class DefinitionParser {
    private final Tokens tokens;
    private final NameResolver names;

    public DefinitionParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    public DefinitionPlan parse() {
        DefinitionPlan plan = read();
        if (plan instanceof DefinitionPlan.AlterTable alter
                && TemporaryName.isOne(alter.table().name())
                && !alter.change().table().name().equals(alter.table().name())) {
            throw TributaryException.notSupported("RENAME of a temporary table");
        }
        return plan;
    }

    private DefinitionPlan read() {
        if (tokens.accept("CREATE")) {
            return create();
        } else if (tokens.accept("DROP")) {
            return drop();
        } else if (tokens.accept("ALTER")) {
            return alter();
        } else if (tokens.accept("RENAME")) {
            return rename();
        } else if (tokens.accept("REFRESH")) {
            return refresh();
        }
        tokens.expect("TRUNCATE");
        tokens.accept("TABLE");
        TableSchema table = Names.qualified(tokens, names::table);
        DefinitionPlan plan = Names.acceptPartition(tokens)
                ? new DefinitionPlan.TruncatePartitions(table, Names.partitions(tokens, table))
                : new DefinitionPlan.TruncateTable(table);
        // What FORCE says holds always, there is no recycle bin.
        tokens.accept("FORCE");
        return plan;
    }

    /** {@code REFRESH {DATABASE d | TABLE t}}. */
    private DefinitionPlan refresh() {
        if (tokens.acceptAny("DATABASE", "SCHEMA")) {
            return new DefinitionPlan.RefreshDatabase(names.existingDatabase(tokens.identifier()));
        }
        if (!tokens.accept("TABLE")) {
            throw unsupported("REFRESH");
        }
        TableName table = TableNames.read(tokens, names);
        names.existingDatabase(table.database());
        return new DefinitionPlan.RefreshTable(table);
    }

    private DefinitionPlan create() {
        if (tokens.acceptAny("DATABASE", "SCHEMA")) {
            boolean ifNotExists = tokens.acceptClause("IF", "NOT", "EXISTS");
            String database = NewNames.database(tokens.identifier());
            return new DefinitionPlan.CreateDatabase(database, ifNotExists, engine(databaseOptions()));
        } else if (tokens.accept("TABLE")) {
            return createTable(false);
        }
        if (ViewParser.isAt(tokens)) {
            return new ViewParser(tokens, names).create();
        }
        if (tokens.accept("TEMPORARY")) {
            tokens.expect("TABLE");
            return new DefinitionPlan.Temporary(createTable(true));
        }
        if (tokens.atAny("UNIQUE", "INDEX")) {
            return createIndex();
        }
        throw unsupported("CREATE");
    }

    private DefinitionPlan createTable(boolean temporary) {
        boolean ifNotExists = tokens.acceptClause("IF", "NOT", "EXISTS");
        TableName written = TableNames.read(tokens, names);
        TableName name = temporary ? NewNames.temporaryTable(written) : NewNames.table(written);
        names.existingDatabase(name.database());
        if (CreateTableAsParser.isAt(tokens)) {
            return new CreateTableAsParser(tokens).parse(name, ifNotExists);
        }
        CreateTableParser parser = new CreateTableParser(tokens, names);
        TableSchema table = parser.parse(name);
        return new DefinitionPlan.CreateTable(table, ifNotExists, parser.autoIncrementStart());
    }

    /** Properties that tell of no engine have no meaning here. */
    private static @Nullable DatabaseEngine engine(Map<String, String> properties) {
        if (Collections.disjoint(properties.keySet(), DatabaseEngine.PROPERTIES)) {
            return null;
        }
        try {
            return DatabaseEngine.of(properties);
        } catch (IllegalArgumentException e) {
            throw new TributaryException(ErrorCode.INVALID_STATEMENT, String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the properties, none where there is no such clause. */
    private Map<String, String> databaseOptions() {
        Map<String, String> properties = Map.of();
        while (!tokens.atStatementEnd()) {
            tokens.accept("DEFAULT");
            if (tokens.accept("PROPERTIES")) {
                properties = PropertyList.parse(tokens);
                continue;
            }
            if (!tokens.acceptClause("CHARACTER", "SET")) {
                tokens.expectAny("CHARSET", "COLLATE", "ENCRYPTION");
            }
            tokens.acceptSymbol('=');
            tokens.identifierOrString();
        }
        return properties;
    }

    private DefinitionPlan drop() {
        if (tokens.acceptAny("DATABASE", "SCHEMA")) {
            boolean ifExists = tokens.acceptClause("IF", "EXISTS");
            String database = tokens.identifier();
            tokens.accept("FORCE");
            return new DefinitionPlan.DropDatabase(database, ifExists);
        } else if (tokens.accept("TEMPORARY")) {
            if (!tokens.atAny("TABLE", "TABLES")) {
                throw tokens.syntaxError();
            }
            return new DefinitionPlan.Temporary(dropTables());
        }
        if (tokens.atAny("VIEW", "TABLE", "TABLES")) {
            return dropTables();
        }
        if (tokens.accept("INDEX")) {
            boolean ifExists = tokens.acceptClause("IF", "EXISTS");
            String name = tokens.identifier();
            tokens.expect("ON");
            TableSchema table = Names.qualified(tokens, names::table);
            IndexOptions.skip(tokens);
            AlteredTable altered = new AlteredTable(table, tokens.mode());
            altered.indexes.drop(name, ifExists);
            return changed(table, altered);
        }
        throw unsupported("DROP");
    }

    private DefinitionPlan dropTables() {
        boolean view = tokens.at("VIEW");
        tokens.advance();
        boolean ifExists = tokens.acceptClause("IF", "EXISTS");
        List<TableName> tables = tokens.list(() -> TableNames.read(tokens, names));
        tokens.acceptAny("RESTRICT", "CASCADE", "FORCE");
        return view ? new DefinitionPlan.DropViews(tables, ifExists) : new DefinitionPlan.DropTables(tables, ifExists);
    }

    /** {@code CREATE [UNIQUE] INDEX [IF NOT EXISTS] name [USING x] ON t (columns) options}. */
    private DefinitionPlan createIndex() {
        boolean unique = tokens.accept("UNIQUE");
        tokens.expect("INDEX");
        tokens.acceptClause("IF", "NOT", "EXISTS");
        String name = tokens.identifier();
        KeyParser parser = new KeyParser(tokens);
        parser.using();
        tokens.expect("ON");
        TableSchema table = Names.qualified(tokens, names::table);
        TableKeys.Key key = parser.columns(unique, name);
        TableKeys.requireColumns(key, table.columns());
        IndexOptions.skip(tokens);
        AlteredTable altered = new AlteredTable(table, tokens.mode());
        altered.indexes.add(parser.index(key));
        return changed(table, altered);
    }

    /** Returns the plan of an ALTER TABLE; with IF EXISTS there may be nothing to do. */
    private static DefinitionPlan changed(TableSchema table, AlteredTable altered) {
        return altered.isChanged()
                ? new DefinitionPlan.AlterTable(table, altered.change(), 0)
                : new DefinitionPlan.ChangeIndexes(table);
    }

    private DefinitionPlan alter() {
        if (ViewParser.isAt(tokens)) {
            return new ViewParser(tokens, names).alter();
        }
        if (!tokens.accept("TABLE")) {
            throw unsupported("ALTER");
        }
        TableSchema table = Names.qualified(tokens, names::table);
        if (tokens.accept("TRUNCATE")) {
            return truncatePartitions(table);
        } else if (!tokens.accept("SET")) {
            return new AlterTableParser(tokens, table).parse();
        }
        Map<String, String> changes = PropertyList.parse(tokens);
        TableProperties properties = table.properties();
        for (Map.Entry<String, String> change : changes.entrySet()) {
            SequenceColumn.requireUnchanged(change.getKey());
            properties = properties.with(change.getKey(), change.getValue());
        }
        return new DefinitionPlan.AlterProperties(table, changes);
    }

    /** {@code ALTER TABLE t TRUNCATE PARTITION {p, … | ALL}}. */
    private DefinitionPlan truncatePartitions(TableSchema table) {
        tokens.expect("PARTITION");
        if (tokens.accept("ALL")) {
            List<Partition> all = new AlteredPartitions(table).require().partitions();
            return new DefinitionPlan.TruncatePartitions(
                    table, all.stream().map(Partition::name).toList());
        }
        List<List<String>> listed = tokens.list(() -> Names.partitions(tokens, table));
        return new DefinitionPlan.TruncatePartitions(
                table, listed.stream().flatMap(List::stream).toList());
    }

    /** {@code RENAME TABLE a TO b}. */
    private DefinitionPlan rename() {
        if (!tokens.acceptAny("TABLE", "TABLES")) {
            throw unsupported("RENAME");
        }
        TableSchema table = Names.qualified(tokens, names::table);
        tokens.expect("TO");
        AlteredTable altered = new AlteredTable(table, tokens.mode());
        altered.renameTo(TableNames.read(tokens, names));
        if (tokens.atSymbol(',')) {
            throw TributaryException.notSupported("RENAME TABLE of several tables at once");
        }
        return new DefinitionPlan.AlterTable(table, altered.change(), 0);
    }

    private RuntimeException unsupported(String verb) {
        if (tokens.at("MATERIALIZED")) {
            return TributaryException.notSupported(verb + " MATERIALIZED VIEW");
        }
        return tokens.kind() == Token.Kind.WORD
                ? TributaryException.notSupported(verb + " " + tokens.upper())
                : tokens.syntaxError();
    }
}
