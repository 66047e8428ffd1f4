package io.tributary.test.history;

import io.tributary.test.history.Action.Put;
import io.tributary.test.history.Action.ReadValue;
import io.tributary.test.history.Action.Sync;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All objects of a history: each table and each key by itself, which is enough for linearizability and keeps the search small,
 * and then what was seen of several in one snapshot.
 */
public record HistoryCheck(List<Violation> violations, List<String> undecided) {
    /** The most steps of one key; a history of seconds takes thousands. */
    public static final long STEPS_MAX = 5_000_000;

    /** The most violations of one object that are told; they look alike. */
    private static final int VIOLATIONS_MAX = 5;

    /** Parents and children of this history are in tables of these names. */
    public static final String PARENTS = "parents";

    public static final String CHILDREN = "children";

    public HistoryCheck {
        violations = List.copyOf(violations);
        undecided = List.copyOf(undecided);
    }

    /** The object that is one key of a table. */
    public static String register(String table, int key) {
        return table + "[" + key + "]";
    }

    public static HistoryCheck of(List<Operation> operations) {
        List<Violation> violations = new ArrayList<>();
        List<String> undecided = new ArrayList<>();
        Map<String, List<Operation>> byObject =
                new TreeMap<>(operations.stream().collect(Collectors.groupingBy(Operation::object)));
        byObject.forEach((object, ofObject) -> {
            if (ofObject.stream().anyMatch(HistoryCheck::isOfRegister)) {
                List<Operation> withSyncs = new ArrayList<>(ofObject);
                // A SYNC is of the table.
                withSyncs.addAll(syncs(byObject.getOrDefault(object.substring(0, object.indexOf('[')), List.of())));
                RegisterCheck.Verdict verdict = RegisterCheck.check(withSyncs, STEPS_MAX);
                if (verdict instanceof RegisterCheck.Verdict.Violated violated) {
                    violations.add(violated.violation());
                } else if (verdict instanceof RegisterCheck.Verdict.Undecided open) {
                    undecided.add(object + ": " + open.text());
                }
            } else {
                AppendCheck.check(ofObject).stream().limit(VIOLATIONS_MAX).forEach(violations::add);
            }
        });
        PairCheck.check(operations, PARENTS, CHILDREN).stream()
                .limit(VIOLATIONS_MAX)
                .forEach(violations::add);
        return new HistoryCheck(violations, undecided);
    }

    private static boolean isOfRegister(Operation operation) {
        return operation.action() instanceof Put || operation.action() instanceof ReadValue;
    }

    private static List<Operation> syncs(List<Operation> ofTable) {
        return ofTable.stream()
                .filter(operation -> operation.action() instanceof Sync)
                .toList();
    }
}
