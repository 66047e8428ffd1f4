package io.tributary.dialect.bind;

import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.bind.Bound.Column;
import io.tributary.dialect.bind.Bound.Constant;
import io.tributary.dialect.bind.Bound.Slot;
import io.tributary.dialect.tree.Literals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of information_schema a statement can use at most: where the WHERE of a SELECT says {@code TABLE_SCHEMA = 'x'} or
 * {@code TABLE_NAME IN ('y', 'z')} of a system table, and nothing but AND beside it, those of the databases and tables that are
 * named there. The engine still tests the whole condition, so rather too many rows than too few: whatever is not of that form
 * restricts nothing, and letters are compared without case. One thread while its statement is bound, any thread then.
 */
public final class SystemLookup {
    private static final String SCHEMA = "TABLE_SCHEMA";
    private static final String TABLE = "TABLE_NAME";

    /** What is looked for, by the number of the relation that reads a system table. */
    private final Map<Integer, Reading> readings = new LinkedHashMap<>();

    /** @param names values by the column that must have one of them */
    private record Reading(String systemTable, Map<String, List<Bound>> names) {}

    void add(int relation, TableSchema table) {
        if (table.database().equals(SystemTables.INFORMATION_SCHEMA)) {
            readings.put(relation, new Reading(table.name(), new LinkedHashMap<>()));
        }
    }

    /**
     * @param relations the numbers of those that a SELECT reads
     * @param condition its own
     */
    void restrict(Set<Integer> relations, @Nullable Bound condition) {
        if (readings.isEmpty() || !(condition instanceof Apply call)) {
            return;
        }
        List<Bound> arguments = call.arguments();
        String operator = call.function().name();
        if (operator.equals("AND")) {
            arguments.forEach(each -> restrict(relations, each));
        } else if ((operator.equals("=") || operator.equals("IN"))
                && arguments.get(0) instanceof Column column
                && (column.name().equals(SCHEMA) || column.name().equals(TABLE))
                && relations.contains(column.relation())) {
            List<Bound> values = arguments.subList(1, arguments.size());
            Reading reading = readings.get(column.relation());
            if (reading != null && values.stream().allMatch(SystemLookup::isText)) {
                reading.names.put(column.name(), values);
            }
        }
    }

    private static boolean isText(Bound value) {
        return (value instanceof Slot && value.type().kind().isText())
                || (value instanceof Constant constant && constant.value() instanceof String);
    }

    /**
     * Returns for which tables the rows of a system table are wanted.
     *
     * @param literals of the statement that runs
     */
    public Predicate<TableSchema> wanted(TableSchema systemTable, Literals literals) {
        List<Predicate<TableSchema>> any = new ArrayList<>();
        for (Reading reading : readings.values()) {
            if (reading.systemTable.equals(systemTable.name())) {
                Predicate<String> database = one(reading.names.get(SCHEMA), literals);
                Predicate<String> name = one(reading.names.get(TABLE), literals);
                any.add(table -> database.test(table.database()) && name.test(table.name()));
            }
        }
        return any.isEmpty() ? all -> true : table -> any.stream().anyMatch(each -> each.test(table));
    }

    private static Predicate<String> one(@Nullable List<Bound> values, Literals literals) {
        if (values == null) {
            return any -> true;
        }
        var names = values.stream()
                .map(value -> value instanceof Slot slot
                        ? literals.peek(slot.literal()).text()
                        : String.valueOf(((Constant) value).value()))
                .map(SystemLookup::lower)
                .collect(Collectors.toSet());
        return name -> names.contains(lower(name));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
