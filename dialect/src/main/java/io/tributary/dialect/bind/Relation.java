package io.tributary.dialect.bind;

import java.util.List;
import java.util.stream.Stream;

/**
 * A table or query that stands behind FROM, as names see it.
 *
 * @param number its own in the whole statement
 * @param database empty: a query, or a table under an alias
 * @param name the alias, or the table's
 * @param hidden fields that are found by their names, and are none of {@code *}
 */
record Relation(int number, String database, String name, List<Found> fields, List<Found> hidden) {
    Relation {
        fields = List.copyOf(fields);
        hidden = List.copyOf(hidden);
    }

    Relation(int number, String database, String name, List<Found> fields) {
        this(number, database, name, fields, List.of());
    }

    /** Fields of a name, in any case. */
    List<Found> named(String field) {
        return Stream.concat(fields.stream(), hidden.stream())
                .filter(found -> found.name().equalsIgnoreCase(field))
                .toList();
    }

    boolean isCalled(List<String> qualifier) {
        String last = qualifier.get(qualifier.size() - 1);
        return name.equals(last) && (qualifier.size() == 1 || database.equals(qualifier.get(0)));
    }

    /** The same on the side of an outer join where no row may be found. */
    Relation optional() {
        return new Relation(
                number,
                database,
                name,
                fields.stream().map(Found::optional).toList(),
                hidden.stream().map(Found::optional).toList());
    }
}
