package io.tributary.planner.sql.definition;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The rollups of an {@link AlteredTable}; what they are made of are its columns so far. */
final class AlteredRollups {
    private final TableSchema before;
    private final List<Rollup> rollups;
    private boolean changed;

    AlteredRollups(TableSchema before) {
        this.before = before;
        rollups = new ArrayList<>(before.layout().rollups());
    }

    /** Whether the statement asked for a change of one of them. */
    boolean isChanged() {
        return changed;
    }

    List<Rollup> all() {
        return rollups;
    }

    void add(Rollup rollup, List<Column> columns) {
        rollups.add(rollup);
        RollupParser.check(before.name(), rollups, columns);
        changed = true;
    }

    void drop(String rollup) {
        if (!rollups.removeIf(each -> each.name().equalsIgnoreCase(rollup))) {
            throw RollupParser.unknown(rollup, before.name());
        }
        changed = true;
    }

    void rename(String from, String to, List<Column> columns) {
        int at = IntStream.range(0, rollups.size())
                .filter(i -> rollups.get(i).name().equalsIgnoreCase(from))
                .findFirst()
                .orElseThrow(() -> RollupParser.unknown(from, before.name()));
        rollups.set(at, rollups.get(at).named(to));
        RollupParser.check(before.name(), rollups, columns);
        changed = true;
    }

    /** A rollup of nothing else goes with it. */
    void dropColumn(String column) {
        rollups.replaceAll(
                rollup -> rollup.over(without(rollup.columns(), column), without(rollup.duplicateKey(), column)));
        rollups.removeIf(rollup -> rollup.columns().isEmpty());
    }

    void renameColumn(String from, String to) {
        rollups.replaceAll(
                rollup -> rollup.over(renamed(rollup.columns(), from, to), renamed(rollup.duplicateKey(), from, to)));
    }

    private static List<String> without(List<String> names, String name) {
        return names.stream().filter(each -> !each.equalsIgnoreCase(name)).toList();
    }

    private static List<String> renamed(List<String> names, String from, String to) {
        return names.stream()
                .map(each -> each.equalsIgnoreCase(from) ? to : each)
                .toList();
    }
}
