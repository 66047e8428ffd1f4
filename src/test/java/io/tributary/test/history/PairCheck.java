package io.tributary.test.history;

import io.tributary.test.history.Action.ReadIds;
import io.tributary.test.history.Action.ReadOrphans;
import io.tributary.test.history.Action.ReadValue;
import io.tributary.test.history.Violation.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What was seen in one snapshot. A child has the id of its parent, and is sent when the parent's visibility was answered: so a
 * snapshot with the child has the parent, whatever tables, logs and processes lie between. And what is read twice in one
 * snapshot is the same.
 */
public final class PairCheck {
    private PairCheck() {}

    /** @param operations of all objects */
    public static List<Violation> check(List<Operation> operations, String parents, String children) {
        List<Violation> violations = new ArrayList<>();
        Map<String, Operation> first = new HashMap<>();
        for (Operation operation : operations) {
            if (operation.action() instanceof ReadOrphans orphans
                    && !orphans.ids().isEmpty()) {
                violations.add(new Violation(Kind.CHILD_WITHOUT_PARENT, operation.toString()));
            }
            long statement = statement(operation.action());
            if (statement == 0) {
                continue;
            }
            Operation before = first.putIfAbsent(operation.object() + " in " + statement, operation);
            if (before != null && !Objects.equals(seen(before.action()), seen(operation.action()))) {
                violations.add(new Violation(Kind.SNAPSHOT_MOVED, before + "; then " + operation));
            }
        }
        for (Operation read : first.values()) {
            if (!read.object().equals(children)) {
                continue;
            }
            ReadIds ofChildren = (ReadIds) read.action();
            Operation ofParents = first.get(parents + " in " + ofChildren.statement());
            if (ofParents != null) {
                BitSet orphans = (BitSet) ofChildren.ids().clone();
                orphans.andNot(((ReadIds) ofParents.action()).ids());
                if (!orphans.isEmpty()) {
                    violations.add(new Violation(
                            Kind.CHILD_WITHOUT_PARENT, "children " + orphans + " of " + ofParents + "; " + read));
                }
            }
        }
        return violations;
    }

    /** 0: it was seen alone. */
    private static long statement(Action action) {
        if (action instanceof ReadIds ids) {
            return ids.statement();
        }
        return action instanceof ReadValue value ? value.statement() : 0;
    }

    private static Object seen(Action action) {
        return action instanceof ReadIds ids ? ids.ids() : ((ReadValue) action).value();
    }
}
