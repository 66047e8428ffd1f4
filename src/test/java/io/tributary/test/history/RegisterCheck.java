package io.tributary.test.history;

import io.tributary.test.history.Action.Put;
import io.tributary.test.history.Action.ReadValue;
import io.tributary.test.history.Action.Sync;
import io.tributary.test.history.Violation.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One key of a table whose rows replace each other: searches for an order of its writes that explains what every read has seen.
 *
 * <p>A write has two moments, both after its beginning: its place in the order, which it has when it is answered, and when it
 * becomes visible. Writes become visible in their order, one after the other; one of a {@link Mode} that promises it with the
 * answer has become visible by then, and with it all before it. A read sees the last visible one at some moment between its
 * beginning and its end. Where every mode promises it this is linearizability; rows that come later than their answer must still
 * not replace what was written after it.
 *
 * <p>The search is Wing and Gong's in the form of Lowe: it goes through the beginnings and ends in time with all states that
 * explain everything so far, each once, and lets writes take effect only where an end demands it. A write that was never
 * answered is open for ever, and left out where nobody saw it. {@code stepsMax} bounds the states looked at.
 */
public final class RegisterCheck {
    private static final int NONE = -1;
    private static final int CONTEXT = 12;

    private final List<Operation> operations;
    private final long stepsMax;
    private long steps;

    /** What the search came to. */
    public sealed interface Verdict {
        /** @param steps that it took */
        record Explained(long steps) implements Verdict {}

        record Violated(Violation violation) implements Verdict {}

        /** The bound was met: nothing is known. */
        record Undecided(String text) implements Verdict {}
    }

    /**
     * What may be so at one moment. Numbers are places in {@link #operations}.
     *
     * @param visible the write that a read sees, or {@link #NONE} before the first
     * @param pending writes that have their place behind it, in their order
     * @param open writes that have begun and have no place, ascending
     * @param unread reads that have begun and have not seen their value, ascending
     */
    private record State(int visible, List<Integer> pending, List<Integer> open, List<Integer> unread) {}

    private RegisterCheck(List<Operation> operations, long stepsMax) {
        this.operations = operations;
        this.stepsMax = stepsMax;
    }

    /** @param operations of one key */
    public static Verdict check(Collection<Operation> operations, long stepsMax) {
        Set<Long> seen = operations.stream()
                .filter(operation -> operation.action() instanceof ReadValue)
                .map(operation -> ((ReadValue) operation.action()).value())
                .collect(Collectors.toSet());
        List<Operation> relevant = operations.stream()
                .filter(operation -> operation.outcome() == Outcome.ANSWERED
                        || (operation.outcome() == Outcome.UNKNOWN
                                && operation.action() instanceof Put put
                                && seen.contains(put.value())))
                .toList();
        return new RegisterCheck(relevant, stepsMax).search();
    }

    /**
     * The beginning or end of an operation; beginnings come first of those at one time, so that nothing counts as before the
     * other.
     */
    private record Event(long at, boolean end, int operation) {}

    private Verdict search() {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            Span span = operations.get(i).span();
            events.add(new Event(span.invoked(), false, i));
            if (span.returned() != Span.NEVER) {
                events.add(new Event(span.returned(), true, i));
            }
        }
        events.sort(Comparator.comparingLong(Event::at).thenComparing(Event::end));
        Set<State> states = Set.of(new State(NONE, List.of(), List.of(), List.of()));
        for (Event event : events) {
            Set<State> next = new LinkedHashSet<>();
            for (State state : states) {
                if (event.end()) {
                    ended(state, event.operation(), next);
                } else {
                    next.add(begun(state, event.operation()));
                }
                if (steps > stepsMax) {
                    return new Verdict.Undecided(
                            "more than " + stepsMax + " steps, " + states.size() + " states at " + event);
                }
            }
            if (next.isEmpty()) {
                return new Verdict.Violated(violation(operations.get(event.operation())));
            }
            states = next;
        }
        return new Verdict.Explained(steps);
    }

    private State begun(State state, int number) {
        steps++;
        Action action = operations.get(number).action();
        if (action instanceof Put) {
            return new State(state.visible(), state.pending(), with(state.open(), number), state.unread());
        }
        if (action instanceof ReadValue) {
            return read(state.visible(), state.pending(), state.open(), with(state.unread(), number));
        }
        return state;
    }

    /** Adds every state to which this one may come, with as few effects as it takes, so that the operation may have ended. */
    private void ended(State from, int number, Set<State> to) {
        ArrayDeque<State> left = new ArrayDeque<>(List.of(from));
        Set<State> met = new HashSet<>(left);
        while (!left.isEmpty() && steps <= stepsMax) {
            State state = left.remove();
            steps++;
            if (isOver(state, number)) {
                to.add(state);
                continue;
            }
            for (State next : after(state)) {
                if (met.add(next)) {
                    left.add(next);
                }
            }
        }
    }

    private boolean isOver(State state, int number) {
        Operation operation = operations.get(number);
        if (operation.action() instanceof Put put) {
            return !state.open().contains(number)
                    && !(put.mode().isVisibleWithAnswer() && state.pending().contains(number));
        }
        if (operation.action() instanceof Sync) {
            return state.pending().stream()
                    .noneMatch(write -> operations.get(write).span().precedes(operation.span()));
        }
        return !state.unread().contains(number);
    }

    /** One more write gets its place, or becomes visible. */
    private List<State> after(State state) {
        List<State> next = new ArrayList<>();
        for (int write : state.open()) {
            List<Integer> pending = new ArrayList<>(state.pending());
            pending.add(write);
            next.add(new State(state.visible(), List.copyOf(pending), without(state.open(), write), state.unread()));
        }
        if (!state.pending().isEmpty()) {
            List<Integer> rest =
                    List.copyOf(state.pending().subList(1, state.pending().size()));
            next.add(read(state.pending().get(0), rest, state.open(), state.unread()));
        }
        return next;
    }

    /** Reads that are under way and have this value see it now: nothing is won by their waiting. */
    private State read(int visible, List<Integer> pending, List<Integer> open, List<Integer> unread) {
        long value =
                visible == NONE ? Action.ABSENT : ((Put) operations.get(visible).action()).value();
        List<Integer> left = unread.stream()
                .filter(number -> ((ReadValue) operations.get(number).action()).value() != value)
                .toList();
        return new State(visible, pending, open, left);
    }

    private static List<Integer> with(List<Integer> numbers, int number) {
        List<Integer> more = new ArrayList<>(numbers);
        more.add(number);
        return List.copyOf(more);
    }

    private static List<Integer> without(List<Integer> numbers, int number) {
        return numbers.stream().filter(each -> each != number).toList();
    }

    private Violation violation(Operation last) {
        if (last.action() instanceof ReadValue read) {
            Operation written = writeOf(read.value());
            if (read.value() != Action.ABSENT && written == null) {
                return new Violation(Kind.NEVER_WRITTEN, "nobody wrote, or it was refused: " + last);
            }
            Operation newer = newerThan(written, last);
            if (newer != null) {
                return new Violation(Kind.STALE_READ, last + "; but before it began was " + newer);
            }
        }
        String before = operations.stream()
                .filter(operation ->
                        operation.span().invoked() <= last.span().returned() && operation.action() instanceof Put)
                .sorted(Comparator.comparingLong(
                                (Operation operation) -> operation.span().invoked())
                        .reversed())
                .limit(CONTEXT)
                .map(Operation::toString)
                .collect(Collectors.joining("; "));
        return new Violation(Kind.OUT_OF_ORDER, "no order explains " + last + "; the writes before it: " + before);
    }

    private @Nullable Operation writeOf(long value) {
        return operations.stream()
                .filter(operation -> operation.action() instanceof Put put && put.value() == value)
                .findFirst()
                .orElse(null);
    }

    /** A write that was visible before the read began, and was sent after what the read saw was answered. */
    private @Nullable Operation newerThan(@Nullable Operation written, Operation read) {
        return operations.stream()
                .filter(operation -> operation.action() instanceof Put put
                        && put.mode().isVisibleWithAnswer()
                        && operation.outcome() == Outcome.ANSWERED
                        && operation.span().precedes(read.span())
                        && (written == null || written.span().precedes(operation.span())))
                .findFirst()
                .orElse(null);
    }
}
