package io.tributary.dialect.print;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Aggregates of which others are calculated, as columns {@code p1} and so on of a query within that of the groups: so each stands in
 * the text once. Without such a query each is its text.
 */
final class AggregateParts {
    private final Map<String, String> names = new LinkedHashMap<>();
    private final boolean named;
    private boolean used;

    AggregateParts(boolean named) {
        this.named = named;
    }

    /** Returns what stands for an aggregate. */
    String name(String aggregate) {
        if (!named) {
            return aggregate;
        }
        used = true;
        return names.computeIfAbsent(aggregate, missing -> "p" + (names.size() + 1));
    }

    /** Whether a name was asked for since the last time. */
    boolean takeUsed() {
        boolean was = used;
        used = false;
        return was;
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    String columns() {
        return names.entrySet().stream()
                .map(part -> part.getKey() + " AS " + part.getValue())
                .collect(Collectors.joining(", "));
    }
}
