package io.tributary.test.history;

import io.tributary.test.history.Action.Append;
import io.tributary.test.history.Action.ReadCount;
import io.tributary.test.history.Action.ReadIds;
import io.tributary.test.history.Action.Sync;
import io.tributary.test.history.Violation.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One table to which rows are only added. Since no two appends are alike, no search is needed: there is an order that explains
 * all reads if and only if each sees what it must and nothing that it cannot, what two of them see is never one thing in the one
 * and another in the other, and nobody sees an append without those that had to come before it.
 *
 * <p>A read must see what was visible before it began: by the answer to its writer, by a SYNC, or because an earlier read has
 * seen it. Of what was never answered the latter alone counts.
 */
public final class AppendCheck {
    private final Map<Integer, Operation> appends = new HashMap<>();
    private final List<Operation> reads = new ArrayList<>();
    private final List<Operation> counts = new ArrayList<>();
    private final List<Operation> syncs = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();

    private AppendCheck(List<Operation> operations) {
        for (Operation operation : operations) {
            if (operation.action() instanceof Append append) {
                if (appends.put(append.id(), operation) != null) {
                    throw new IllegalArgumentException("two appends of " + append.id());
                }
            } else if (operation.action() instanceof ReadIds) {
                reads.add(operation);
            } else if (operation.action() instanceof ReadCount) {
                counts.add(operation);
            } else if (operation.action() instanceof Sync && operation.outcome() == Outcome.ANSWERED) {
                syncs.add(operation);
            }
        }
    }

    /** @param operations of one table */
    public static List<Violation> check(List<Operation> operations) {
        AppendCheck check = new AppendCheck(operations);
        check.reads.forEach(check::contents);
        check.inTime();
        check.comparable();
        return check.violations;
    }

    private static BitSet ids(Operation read) {
        return ((ReadIds) read.action()).ids();
    }

    private void found(Kind kind, String what, Object... operations) {
        StringBuilder text = new StringBuilder(what);
        for (Object operation : operations) {
            text.append("; ").append(operation);
        }
        violations.add(new Violation(kind, text.toString()));
    }

    /** What one read may see, by itself. */
    private void contents(Operation read) {
        ReadIds seen = (ReadIds) read.action();
        if (seen.doubled() != 0) {
            found(Kind.DOUBLED, seen.doubled() + " came twice", read);
        }
        for (int id = seen.ids().nextSetBit(0); id >= 0; id = seen.ids().nextSetBit(id + 1)) {
            Operation append = appends.get(id);
            if (append == null
                    || append.outcome() == Outcome.REFUSED
                    || read.span().precedes(append.span())) {
                found(Kind.NEVER_WRITTEN, "saw " + id, read, append == null ? "nobody sent it" : append);
            }
        }
        order(read, false);
        order(read, true);
    }

    /**
     * Checks that of two appends one of which was answered before the other was sent, nobody sees the later one alone.
     *
     * @param log of those that come in the log's order, whether the answer promised to make them visible or not
     */
    private void order(Operation read, boolean log) {
        Operation missing = null;
        Operation seen = null;
        for (Operation append : appends.values()) {
            Append added = (Append) append.action();
            if (ids(read).get(added.id())) {
                boolean counts = !log || added.mode().isShared();
                if (counts
                        && (seen == null
                                || append.span().invoked() > seen.span().invoked())) {
                    seen = append;
                }
            } else if (append.outcome() == Outcome.ANSWERED) {
                boolean counts = log ? added.mode().isShared() : added.mode().isVisibleWithAnswer();
                if (counts
                        && (missing == null
                                || append.span().returned() < missing.span().returned())) {
                    missing = append;
                }
            }
        }
        // What was visible before the read began is a stale read, and told as one.
        if (missing != null
                && seen != null
                && missing.span().precedes(seen.span())
                && visibleFrom(missing) >= read.span().invoked()) {
            found(Kind.OUT_OF_ORDER, "saw the later one of two alone", read, missing, seen);
        }
    }

    /** When everybody must see it from: never, if no answer has said so. */
    private long visibleFrom(Operation append) {
        if (append.outcome() != Outcome.ANSWERED) {
            return Span.NEVER;
        }
        if (((Append) append.action()).mode().isVisibleWithAnswer()) {
            return append.span().returned();
        }
        return syncs.stream()
                .filter(sync -> append.span().precedes(sync.span()))
                .mapToLong(sync -> sync.span().returned())
                .min()
                .orElse(Span.NEVER);
    }

    /**
     * A moment at which something happens; beginnings come first of those at one time, so that nothing counts as before the
     * other.
     */
    private record Event(long at, boolean end, Runnable step) {}

    /** Goes through time with what every read that begins now must see. */
    private void inTime() {
        BitSet must = new BitSet();
        BitSet seenBefore = new BitSet();
        int[] most = {0};
        List<Event> events = new ArrayList<>();
        for (Operation append : appends.values()) {
            events.add(new Event(visibleFrom(append), true, () -> must.set(((Append) append.action()).id())));
        }
        for (Operation read : reads) {
            events.add(new Event(read.span().invoked(), false, () -> {
                missing(read, must, seenBefore);
                if (ids(read).cardinality() < most[0]) {
                    found(Kind.VANISHED, "an earlier read has counted " + most[0], read);
                }
            }));
            events.add(new Event(read.span().returned(), true, () -> {
                must.or(ids(read));
                seenBefore.or(ids(read));
            }));
        }
        for (Operation count : counts) {
            ReadCount counted = (ReadCount) count.action();
            events.add(new Event(count.span().invoked(), false, () -> count(count, must, most[0])));
            events.add(new Event(count.span().returned(), true, () -> most[0] = Math.max(most[0], counted.count())));
        }
        events.sort(Comparator.comparingLong(Event::at).thenComparing(Event::end));
        events.forEach(event -> event.step().run());
    }

    private void missing(Operation read, BitSet must, BitSet seenBefore) {
        BitSet missing = (BitSet) must.clone();
        missing.andNot(ids(read));
        int id = missing.nextSetBit(0);
        Operation append = appends.get(id);
        if (append == null) {
            return;
        }
        boolean later = reads.stream()
                .anyMatch(other -> other.span().invoked() > read.span().invoked()
                        && ids(other).get(id));
        Kind kind = seenBefore.get(id) ? Kind.VANISHED : later ? Kind.STALE_READ : Kind.LOST_APPEND;
        found(kind, "missed " + missing.cardinality() + ", the first is " + id, read, append);
    }

    private void count(Operation read, BitSet must, int most) {
        ReadCount counted = (ReadCount) read.action();
        int least = Math.max(must.cardinality(), most);
        if (counted.count() < least || counted.max() < must.length() - 1) {
            found(Kind.STALE_READ, "expected " + least + " and " + (must.length() - 1) + " at least", read);
        }
        long possible = appends.values().stream()
                .filter(append ->
                        append.outcome() != Outcome.REFUSED && !read.span().precedes(append.span()))
                .count();
        Operation max = appends.get(counted.max());
        boolean known = counted.max() == 0 || (max != null && !read.span().precedes(max.span()));
        if (counted.count() > possible || !known) {
            found(Kind.NEVER_WRITTEN, "at most " + possible + " were sent", read);
        }
    }

    /** Reads side by side, too, have seen moments of one history: of any two one holds the other. */
    private void comparable() {
        List<Operation> bySize = new ArrayList<>(reads);
        bySize.sort(Comparator.comparingInt(read -> ids(read).cardinality()));
        for (int i = 1; i < bySize.size(); i++) {
            BitSet alone = (BitSet) ids(bySize.get(i - 1)).clone();
            alone.andNot(ids(bySize.get(i)));
            if (!alone.isEmpty()) {
                found(
                        Kind.OUT_OF_ORDER,
                        "each of two reads saw what the other did not, one of them " + alone.nextSetBit(0),
                        bySize.get(i - 1),
                        bySize.get(i));
            }
        }
    }
}
