package io.tributary.planner.sql;

import io.tributary.rpc.schema.TableSchema;

/** The columns that an UPDATE sets. */
final class AssignedColumns {
    private AssignedColumns() {}

    /**
     * Reads the statement up to the end of its SET list.
     *
     * @throws io.tributary.rpc.error.TributaryException NOT_SUPPORTED where a column of a UNIQUE KEY is set: no index would
     *     notice that two rows get the same key
     */
    static void requireNoKey(Tokens tokens, TableSchema table) {
        int depth = 0;
        boolean assignments = false;
        boolean nameFollows = false;
        while (!tokens.atEnd()) {
            if (nameFollows && tokens.atIdentifier()) {
                requireNoKey(InsertParser.columnName(tokens), table);
                nameFollows = false;
                continue;
            }
            if (tokens.atSymbol('(')) {
                depth++;
            } else if (tokens.atSymbol(')')) {
                depth--;
            } else if (depth == 0 && assignments && tokens.atAny("WHERE", "ORDER", "LIMIT")) {
                return;
            } else if (depth == 0 && assignments && tokens.atSymbol(',')) {
                nameFollows = true;
            } else if (depth == 0 && !assignments && tokens.at("SET")) {
                assignments = true;
                nameFollows = true;
            }
            tokens.advance();
        }
    }

    private static void requireNoKey(String name, TableSchema table) {
        int position = table.indexOf(name);
        if (position >= 0 && table.columns().get(position).key()) {
            throw Unsupported.error("UPDATE of key column " + name + " of a table with a UNIQUE KEY");
        }
    }
}
