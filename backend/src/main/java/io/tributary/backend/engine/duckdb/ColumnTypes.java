package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The declared types of columns, which the engine does not keep: a name is looked up in all tables that a statement
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

    /** The columns of all tables that the tokens name, by {@link #key}; not those whose tables disagree about the type. */
    Map<String, ColumnType> mentioned(List<Token> tokens) {
        Set<String> names =
                tokens.stream().filter(Token::isName).map(Token::text).collect(Collectors.toSet());
        Map<String, ColumnType> columns = new HashMap<>();
        Set<String> uncertain = new HashSet<>();
        for (TableSchema table : tables.get()) {
            if (!names.contains(table.name())) {
                continue;
            }
            for (Column column : table.columns()) {
                ColumnType other = columns.putIfAbsent(key(column.name()), column.type());
                if (other != null && !other.equals(column.type())) {
                    uncertain.add(key(column.name()));
                }
            }
        }
        columns.keySet().removeAll(uncertain);
        return columns;
    }

    /** Whether a table that the tokens name has a column of bytes. */
    boolean mentionsBinary(List<Token> tokens) {
        Set<String> names =
                tokens.stream().filter(Token::isName).map(Token::text).collect(Collectors.toSet());
        return tables.get().stream()
                .filter(table -> names.contains(table.name()))
                .flatMap(table -> table.columns().stream())
                .anyMatch(column -> column.type().kind() == ColumnType.Kind.VARBINARY);
    }

    /** Names of columns are the same in upper and lower case. */
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static boolean names(Token token, String table) {
        return token.text().equals(table);
    }
}
