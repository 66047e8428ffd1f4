package io.tributary.planner.sql;

import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.rpc.schema.TableSchema;

/**
 * ALTER TABLE behind the table's name, as far as it changes no column: indexes, which no engine here keeps, AUTO_INCREMENT,
 * and table options without meaning here.
 */
final class AlterTableParser {
    private final Tokens tokens;
    private final TableSchema table;
    private long autoIncrement;

    AlterTableParser(Tokens tokens, TableSchema table) {
        this.tokens = tokens;
        this.table = table;
    }

    /** @throws io.tributary.rpc.error.TributaryException NOT_SUPPORTED, UNKNOWN_KEY_COLUMN, SYNTAX */
    DefinitionPlan parse() {
        do {
            action();
        } while (tokens.acceptSymbol(','));
        return autoIncrement > 0
                ? new DefinitionPlan.SetAutoIncrement(table, autoIncrement)
                : new DefinitionPlan.ChangeIndexes(table);
    }

    private void action() {
        if (tokens.at("ADD")) {
            add();
        } else if (tokens.at("DROP")) {
            drop();
        } else if (tokens.accept("AUTO_INCREMENT")) {
            tokens.acceptSymbol('=');
            autoIncrement = tokens.wholeNumber();
        } else if (tokens.accept("DISABLE") || tokens.accept("ENABLE")) {
            tokens.expect("KEYS");
        } else if (IndexOptions.isAt(tokens)) {
            IndexOptions.skip(tokens);
        } else if (tokens.accept("RENAME", "INDEX") || tokens.accept("RENAME", "KEY")) {
            tokens.identifier();
            tokens.expect("TO");
            tokens.identifier();
        } else {
            throw refused();
        }
    }

    private void add() {
        tokens.advance();
        if (!KeyParser.isAt(tokens)) {
            throw Unsupported.error("ALTER TABLE ADD of columns");
        }
        TableKeys.Key key = new KeyParser(tokens).parse();
        TableKeys.requireColumns(key, table.columns());
        if (key.primary()) {
            throw Unsupported.error("ALTER TABLE ADD PRIMARY KEY; write it in the CREATE TABLE");
        }
    }

    private void drop() {
        tokens.advance();
        if (!tokens.accept("INDEX") && !tokens.accept("KEY")) {
            throw Unsupported.error("ALTER TABLE DROP of anything but an INDEX");
        }
        TableKeys.requireNotOwn(table, tokens.identifier());
    }

    private RuntimeException refused() {
        return tokens.kind() == Tokens.Kind.WORD
                ? Unsupported.error("ALTER TABLE " + tokens.upper())
                : tokens.syntaxError();
    }
}
