package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.part.TargetColumns;

/** Reads the column names of {@code INSERT … SET a = …, b = …}; the values are passed over. */
final class SetFormParser {
    private final Tokens tokens;
    private final TargetColumnsBuilder columns;

    SetFormParser(Tokens tokens, TableSchema table) {
        this.tokens = tokens;
        this.columns = new TargetColumnsBuilder(table);
    }

    /** Reads the assignments behind SET and returns their columns. */
    TargetColumns columns() {
        do {
            columns.add(Names.column(tokens));
            tokens.expectSymbol('=');
            skipValue(tokens);
        } while (tokens.acceptSymbol(','));
        return columns.targets();
    }

    /** Passes over one value, to the comma, semicolon or ON behind it, or the end. */
    static void skipValue(Tokens tokens) {
        int depth = 0;
        int begin = tokens.start();
        while (!tokens.atEnd() && !(depth == 0 && (tokens.atSymbol(',') || tokens.atSymbol(';') || tokens.at("ON")))) {
            if (tokens.atSymbol('(') || tokens.atSymbol('[')) {
                depth++;
            } else if (tokens.atSymbol(')') || tokens.atSymbol(']')) {
                depth--;
            }
            tokens.advance();
        }
        if (depth != 0 || tokens.start() == begin) {
            throw tokens.syntaxError();
        }
    }
}
