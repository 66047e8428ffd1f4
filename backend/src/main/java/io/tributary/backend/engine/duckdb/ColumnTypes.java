package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The declared types of columns, for the wording of errors alone: a name is looked up in all tables that a statement
 * mentions.
 *
 * @param tables all of users, newest
 */
record ColumnTypes(Supplier<List<TableSchema>> tables) {
    static final ColumnTypes NONE = new ColumnTypes(List::of);

    /** The type of a column of this name in a table whose name is among the tokens. */
    Optional<ColumnType> find(String column, List<Token> tokens) {
        return tables.get().stream()
                .filter(table -> tokens.stream().anyMatch(token -> token.isName() && names(token, table.name())))
                .flatMap(table -> table.columns().stream())
                .filter(each -> each.name().equalsIgnoreCase(column))
                .map(Column::type)
                .findFirst();
    }

    private static boolean names(Token token, String table) {
        return token.text().equals(table);
    }
}
