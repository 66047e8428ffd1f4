package io.tributary.dialect;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The declared types of columns, which the engine does not keep: a name is looked up in all tables that a statement
 * mentions, of the current database or of one that it mentions, too.
 *
 * @param tables all of users, newest
 * @param database the current one; empty: any
 */
public record ColumnTypes(Supplier<List<TableSchema>> tables, String database) {
    public static final ColumnTypes NONE = new ColumnTypes(List::of);

    public ColumnTypes(Supplier<List<TableSchema>> tables) {
        this(tables, "");
    }

    /** The same for statements of which this is the current database. */
    ColumnTypes in(String current) {
        return current.equals(database) ? this : new ColumnTypes(tables, current);
    }

    private Stream<TableSchema> seen(List<Token> tokens) {
        Set<String> names =
                tokens.stream().filter(Token::isName).map(Token::text).collect(Collectors.toSet());
        return tables.get().stream()
                .filter(table -> names.contains(table.name())
                        && (database.isEmpty()
                                || table.database().equals(database)
                                || names.contains(table.database())));
    }

    /** @param ofDatabase empty: the current one */
    public Optional<TableSchema> table(String ofDatabase, String name) {
        String wanted = ofDatabase.isEmpty() ? database : ofDatabase;
        return tables.get().stream()
                .filter(table -> table.name().equals(name)
                        && (wanted.isEmpty() || table.database().equals(wanted)))
                .findFirst();
    }

    /** The type of a column of this name in a table whose name is among the tokens. */
    Optional<ColumnType> find(String column, List<Token> tokens) {
        return seen(tokens)
                .flatMap(table -> table.columns().stream())
                .filter(each -> each.name().equalsIgnoreCase(column))
                .map(Column::type)
                .findFirst();
    }

    /** The columns of all tables that the tokens name, by {@link #key}; not those whose tables disagree about the type. */
    Map<String, ColumnType> mentioned(List<Token> tokens) {
        Map<String, ColumnType> columns = new HashMap<>();
        Set<String> uncertain = new HashSet<>();
        for (TableSchema table : seen(tokens).toList()) {
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
        return seen(tokens)
                .flatMap(table -> table.columns().stream())
                .anyMatch(column -> column.type().kind() == ColumnType.Kind.VARBINARY);
    }

    /** Names of columns are the same in upper and lower case. */
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
