package io.tributary.test.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.history.Action.Append;
import io.tributary.test.history.Action.Put;
import io.tributary.test.history.Action.ReadIds;
import io.tributary.test.history.Action.ReadValue;
import io.tributary.test.history.Violation.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Histories of a store that keeps its promises are explained, and one read that it breaks them in is found. */
final class SimulatedHistoriesTest {
    private static final int HISTORIES = 300;

    /** The search is bounded: one history in thousands has too many orders of what overlaps. */
    private static final int UNDECIDED_MAX = 3;

    private final long firstSeed = System.nanoTime();

    @Test
    void whatAnAtomicStoreShowsIsAlwaysExplained() {
        int undecided = 0;
        for (long seed = firstSeed; seed < firstSeed + HISTORIES; seed++) {
            HistoryCheck check = HistoryCheck.of(SimulatedStore.history(seed));

            assertThat(check.violations()).as("seed %d", seed).isEmpty();
            undecided += check.undecided().isEmpty() ? 0 : 1;
        }
        assertThat(undecided).as("from seed %d", firstSeed).isLessThanOrEqualTo(UNDECIDED_MAX);
    }

    @Test
    void oneReadOfAValueThatWasReplacedBeforeItBeganIsFound() {
        int changed = 0;
        for (long seed = firstSeed; seed < firstSeed + HISTORIES; seed++) {
            List<Operation> history = new ArrayList<>(SimulatedStore.history(seed));
            if (withStaleValue(history, new Random(seed))) {
                changed++;
                assertThat(HistoryCheck.of(history).violations())
                        .as("seed %d", seed)
                        .isNotEmpty();
            }
        }
        assertThat(changed).isGreaterThan(HISTORIES / 2);
    }

    @Test
    void oneReadWithoutARowThatWasVisibleBeforeItBeganIsFound() {
        int changed = 0;
        for (long seed = firstSeed; seed < firstSeed + HISTORIES; seed++) {
            List<Operation> history = new ArrayList<>(SimulatedStore.history(seed));
            if (withoutARow(history, new Random(seed))) {
                changed++;
                assertThat(HistoryCheck.of(history).violations())
                        .as("seed %d", seed)
                        .extracting(Violation::kind)
                        .containsAnyElementsOf(
                                Set.of(Kind.STALE_READ, Kind.VANISHED, Kind.LOST_APPEND, Kind.CHILD_WITHOUT_PARENT));
            }
        }
        assertThat(changed).isGreaterThan(HISTORIES / 2);
    }

    /** Puts into one read, if there is any, a value that was answered before another one was sent that it must see. */
    private static boolean withStaleValue(List<Operation> history, Random random) {
        List<Integer> reads = numbers(history, ReadValue.class);
        Collections.shuffle(reads, random);
        for (int number : reads) {
            Operation read = history.get(number);
            Optional<Operation> older = history.stream()
                    .filter(each -> each.object().equals(read.object())
                            && each.action() instanceof Put put
                            && put.value() != Action.ABSENT
                            && isReplacedBefore(each, read, history))
                    .findFirst();
            if (older.isPresent()) {
                long stale = ((Put) older.get().action()).value();
                history.set(
                        number,
                        new Operation(
                                read.client(),
                                read.object(),
                                new ReadValue(0, "stale", stale),
                                read.span(),
                                Outcome.ANSWERED));
                return true;
            }
        }
        return false;
    }

    private static boolean isReplacedBefore(Operation write, Operation read, List<Operation> history) {
        return history.stream()
                .anyMatch(each -> each.object().equals(read.object())
                        && each.action() instanceof Put put
                        && put.mode().isVisibleWithAnswer()
                        && write.span().precedes(each.span())
                        && each.span().precedes(read.span()));
    }

    private static boolean withoutARow(List<Operation> history, Random random) {
        List<Integer> reads = numbers(history, ReadIds.class);
        Collections.shuffle(reads, random);
        for (int number : reads) {
            Operation read = history.get(number);
            Optional<Integer> visible = history.stream()
                    .filter(each -> each.object().equals(read.object())
                            && each.action() instanceof Append append
                            && append.mode().isVisibleWithAnswer()
                            && each.span().precedes(read.span()))
                    .map(each -> ((Append) each.action()).id())
                    .findAny();
            if (visible.isPresent()) {
                ReadIds seen = (ReadIds) read.action();
                BitSet ids = (BitSet) seen.ids().clone();
                ids.clear(visible.get());
                history.set(
                        number,
                        new Operation(
                                read.client(),
                                read.object(),
                                new ReadIds(seen.statement(), seen.form(), ids, 0),
                                read.span(),
                                Outcome.ANSWERED));
                return true;
            }
        }
        return false;
    }

    private static List<Integer> numbers(List<Operation> history, Class<? extends Action> kind) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < history.size(); i++) {
            if (kind.isInstance(history.get(i).action())) {
                numbers.add(i);
            }
        }
        return numbers;
    }
}
