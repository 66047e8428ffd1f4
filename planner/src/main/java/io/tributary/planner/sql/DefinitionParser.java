package io.tributary.planner.sql;

import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.TableName;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** CREATE, DROP, ALTER and TRUNCATE of databases and tables. */
final class DefinitionParser {
    private final Tokens tokens;
    private final NameResolver names;

    DefinitionParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    DefinitionPlan parse() {
        if (tokens.accept("CREATE")) {
            return create();
        }
        if (tokens.accept("DROP")) {
            return drop();
        }
        if (tokens.accept("ALTER")) {
            return alter();
        }
        tokens.expect("TRUNCATE");
        tokens.accept("TABLE");
        return new DefinitionPlan.TruncateTable(Names.table(tokens, names));
    }

    private DefinitionPlan create() {
        if (tokens.accept("DATABASE") || tokens.accept("SCHEMA")) {
            boolean ifNotExists = ifNotExists();
            String database = tokens.identifier();
            databaseOptions();
            return new DefinitionPlan.CreateDatabase(database, ifNotExists);
        }
        if (tokens.accept("TABLE")) {
            boolean ifNotExists = ifNotExists();
            TableName name = Names.tableName(tokens, names);
            names.existingDatabase(name.database());
            return new DefinitionPlan.CreateTable(new CreateTableParser(tokens, names).parse(name), ifNotExists);
        }
        throw unsupported("CREATE");
    }

    private void databaseOptions() {
        while (!tokens.atEnd() && !tokens.atSymbol(';')) {
            tokens.accept("DEFAULT");
            if (tokens.accept("CHARACTER")) {
                tokens.expect("SET");
            } else if (tokens.at("PROPERTIES")) {
                tokens.advance();
                tokens.skipParentheses();
                continue;
            } else if (!tokens.accept("CHARSET") && !tokens.accept("COLLATE") && !tokens.accept("ENCRYPTION")) {
                throw tokens.syntaxError();
            }
            tokens.acceptSymbol('=');
            tokens.identifierOrString();
        }
    }

    private DefinitionPlan drop() {
        if (tokens.accept("DATABASE") || tokens.accept("SCHEMA")) {
            boolean ifExists = ifExists();
            String database = tokens.identifier();
            tokens.accept("FORCE");
            return new DefinitionPlan.DropDatabase(database, ifExists);
        }
        tokens.accept("TEMPORARY", "TABLE");
        if (tokens.accept("TABLE") || tokens.accept("TABLES")) {
            boolean ifExists = ifExists();
            List<TableName> tables = new ArrayList<>();
            do {
                tables.add(Names.tableName(tokens, names));
            } while (tokens.acceptSymbol(','));
            if (!tokens.accept("RESTRICT") && !tokens.accept("CASCADE")) {
                tokens.accept("FORCE");
            }
            return new DefinitionPlan.DropTables(tables, ifExists);
        }
        throw unsupported("DROP");
    }

    private DefinitionPlan alter() {
        if (!tokens.accept("TABLE")) {
            throw unsupported("ALTER");
        }
        TableSchema table = Names.table(tokens, names);
        if (!tokens.accept("SET")) {
            throw unsupported("ALTER TABLE");
        }
        Map<String, String> changes = PropertyList.parse(tokens);
        TableProperties properties = table.properties();
        for (Map.Entry<String, String> change : changes.entrySet()) {
            properties = properties.with(change.getKey(), change.getValue());
        }
        return new DefinitionPlan.AlterProperties(table, changes);
    }

    private boolean ifNotExists() {
        if (!tokens.accept("IF")) {
            return false;
        }
        tokens.expect("NOT");
        tokens.expect("EXISTS");
        return true;
    }

    private boolean ifExists() {
        if (!tokens.accept("IF")) {
            return false;
        }
        tokens.expect("EXISTS");
        return true;
    }

    private RuntimeException unsupported(String verb) {
        return tokens.kind() == Tokens.Kind.WORD
                ? Unsupported.error(verb + " " + tokens.upper())
                : tokens.syntaxError();
    }
}
