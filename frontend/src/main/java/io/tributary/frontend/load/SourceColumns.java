package io.tributary.frontend.load;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The types that the values of an input have in expressions: a value named as a column of the table has that column's, but
 * for the length of a text, which counts where it is stored; every other is text.
 */
final class SourceColumns {
    private final List<Column> columns = new ArrayList<>();

    /** @param derived names of columns that expressions are for, in small letters: what the input has there may be NULL */
    SourceColumns(TableSchema table, List<String> names, Set<String> derived) {
        for (String name : names) {
            String key = name.toLowerCase(Locale.ROOT);
            columns.add(column(table, name, derived.contains(key)));
        }
    }

    private static Column column(TableSchema table, String name, boolean derived) {
        int position = table.indexOf(name);
        if (position < 0) {
            return Column.of(name, ColumnType.of(Kind.STRING), true);
        }
        Column stored = table.columns().get(position);
        Column source = Column.of(name, type(stored.type()), derived || stored.nullable() || stored.autoIncrement());
        if (!derived) {
            // What the input has not is that to expressions, too.
            source = source.withDefault(stored.defaultValue());
        }
        boolean decides = (table.isKeyed() && stored.key()) || position == table.sequencePosition();
        return decides ? source.asKey() : source;
    }

    private static ColumnType type(ColumnType stored) {
        return switch (stored.kind()) {
            case CHAR, VARCHAR, STRING -> ColumnType.of(Kind.STRING);
            default -> stored;
        };
    }

    List<Column> columns() {
        return columns;
    }
}
