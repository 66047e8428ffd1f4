package io.tributary.test.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.history.Action.Append;
import io.tributary.test.history.Action.Put;
import io.tributary.test.history.Action.ReadCount;
import io.tributary.test.history.Action.ReadIds;
import io.tributary.test.history.Action.ReadOrphans;
import io.tributary.test.history.Action.ReadValue;
import io.tributary.test.history.Action.Sync;
import io.tributary.test.history.Violation.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories written by hand, one for each kind of violation, and next to it the one that is just legal. */
final class HistoryCheckTest {
    private static final String KEY = HistoryCheck.register("t", 1);

    private final List<Operation> history = new ArrayList<>();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private HistoryCheckTest did(String object, Action action, long invoked, long returned) {
        return did(object, action, new Span(invoked, returned), Outcome.ANSWERED);
    }

    private HistoryCheckTest lost(String object, Action action, long invoked) {
        return did(object, action, new Span(invoked, Span.NEVER), Outcome.UNKNOWN);
    }

    private HistoryCheckTest did(String object, Action action, Span span, Outcome outcome) {
        history.add(new Operation(1, object, action, span, outcome));
        return this;
    }

    private static ReadIds ids(Integer... ids) {
        return ReadIds.of(0, "ids", List.of(ids));
    }

    private static ReadIds inOne(Integer... ids) {
        return ReadIds.of(9, "ids", List.of(ids));
    }

    private static Put put(long value, Mode mode) {
        return new Put(value, mode);
    }

    private static ReadValue value(long value) {
        return new ReadValue(0, "value", value);
    }

    private void assertLegal() {
        HistoryCheck check = HistoryCheck.of(history);
        assertThat(check.violations()).isEmpty();
        assertThat(check.undecided()).isEmpty();
    }

    private void assertFound(Kind kind) {
        assertThat(HistoryCheck.of(history).violations())
                .extracting(Violation::kind)
                .contains(kind);
    }

    // ---- rows that are added

    @Test
    void aReadThatMissesWhatWasAnsweredBeforeIsStaleIfALaterOneSeesIt() {
        did("t", new Append(1, Mode.SYNC), 10, 20).did("t", ids(), 30, 40).did("t", ids(1), 50, 60);
        assertFound(Kind.STALE_READ);
    }

    @Test
    void aReadBesideTheAppendMaySeeItOrNot() {
        did("t", new Append(1, Mode.SYNC), 10, 30).did("t", ids(), 20, 40).did("t", ids(1), 25, 28);
        // Who saw it had ended before the other began.
        did("t", ids(1), 41, 42);
        assertLegal();
    }

    @Test
    void anAppendThatNobodySeesAnyMoreIsLost() {
        did("t", new Append(1, Mode.ALONE), 10, 20).did("t", ids(), 30, 40).did("t", ids(), 50, 60);
        assertFound(Kind.LOST_APPEND);
    }

    @Test
    void anAnswerBeforeTheCommitBindsOnceASyncHasEnded() {
        did("t", new Append(1, Mode.ASYNC), 10, 20).did("t", ids(), 30, 40);
        assertLegal();
        did("t", new Sync(), 50, 60).did("t", ids(), 55, 65);
        assertLegal();
        did("t", ids(), 70, 80);
        assertFound(Kind.LOST_APPEND);
    }

    @Test
    void whatWasNeverAnsweredMayComeLateOrNever() {
        lost("t", new Append(1, Mode.SYNC), 10).lost("t", new Append(2, Mode.SYNC), 11);
        did("t", ids(), 30, 40).did("t", ids(1), 50, 60).did("t", ids(1), 70, 80);
        assertLegal();
    }

    @Test
    void whatWasNeverAnsweredMayNotVanishOnceItWasSeen() {
        lost("t", new Append(1, Mode.SYNC), 10).did("t", ids(1), 30, 40).did("t", ids(), 50, 60);
        assertFound(Kind.VANISHED);
    }

    @Test
    void twoReadsSideBySideMayNotEachSeeWhatTheOtherDoesNot() {
        did("t", new Append(1, Mode.SYNC), 10, 50).did("t", new Append(2, Mode.SYNC), 10, 50);
        did("t", ids(1), 20, 40).did("t", ids(2), 20, 40);
        assertFound(Kind.OUT_OF_ORDER);
    }

    @Test
    void theLaterOneOfTwoIsNotSeenAlone() {
        did("t", new Append(1, Mode.SYNC), 10, 20).did("t", new Append(2, Mode.SYNC), 30, 40);
        did("t", ids(2), 15, 50);
        assertFound(Kind.OUT_OF_ORDER);
    }

    @Test
    void rowsOfTheLogComeInItsOrderAlsoThoseThatComeLater() {
        did("t", new Append(1, Mode.ASYNC), 10, 20).did("t", new Append(2, Mode.ALONE), 30, 40);
        did("t", ids(2), 50, 60);
        assertLegal();
        did("t", new Append(3, Mode.SYNC), 70, 80).did("t", ids(2, 3), 90, 95);
        assertFound(Kind.OUT_OF_ORDER);
    }

    @Test
    void nobodySeesWhatWasRefusedNeverSentOrSentLater() {
        did("t", new Append(1, Mode.SYNC), new Span(10, 20), Outcome.REFUSED).did("t", ids(1), 30, 40);
        assertFound(Kind.NEVER_WRITTEN);
        history.clear();
        did("t", ids(7), 30, 40);
        assertFound(Kind.NEVER_WRITTEN);
        history.clear();
        did("t", ids(1), 30, 40).did("t", new Append(1, Mode.SYNC), 50, 60);
        assertFound(Kind.NEVER_WRITTEN);
    }

    @Test
    void aRowIsThereOnce() {
        did("t", new Append(1, Mode.SYNC), 10, 20).did("t", ids(1, 1), 30, 40);
        assertFound(Kind.DOUBLED);
    }

    @Test
    void aCountHasWhatWasVisibleAndNoMoreThanWasSent() {
        did("t", new Append(1, Mode.SYNC), 10, 20).lost("t", new Append(2, Mode.SYNC), 15);
        did("t", new ReadCount("count", 1, 1), 30, 40).did("t", new ReadCount("count", 2, 2), 50, 60);
        assertLegal();
        did("t", new ReadCount("count", 1, 1), 70, 80);
        assertFound(Kind.STALE_READ);
        history.clear();
        did("t", new Append(1, Mode.SYNC), 10, 20).did("t", new ReadCount("count", 2, 1), 30, 40);
        assertFound(Kind.NEVER_WRITTEN);
    }

    // ---- parents and children

    @Test
    void oneSnapshotHasNoChildWithoutItsParent() {
        did("parents", new Append(1, Mode.SYNC), 10, 20).lost("children", new Append(1, Mode.SYNC), 30);
        did("parents", inOne(1), 25, 40).did("children", inOne(1), 25, 40);
        assertLegal();
        history.clear();
        did("parents", new Append(1, Mode.SYNC), 10, 20).lost("children", new Append(1, Mode.SYNC), 30);
        // It began before the parent was answered, so each of the two alone would be legal.
        did("parents", inOne(), 15, 40).did("children", inOne(1), 15, 40);
        assertFound(Kind.CHILD_WITHOUT_PARENT);
        history.clear();
        did("orphans", new ReadOrphans("join", List.of(1)), 15, 40);
        assertFound(Kind.CHILD_WITHOUT_PARENT);
    }

    @Test
    void whatIsReadTwiceInOneSnapshotIsTheSame() {
        lost("t", new Append(1, Mode.SYNC), 10).did("t", inOne(), 15, 40).did("t", inOne(1), 15, 40);
        assertFound(Kind.SNAPSHOT_MOVED);
    }

    // ---- registers

    @Test
    void aValueThatWasReplacedBeforeTheReadBeganIsStale() {
        did(KEY, put(1, Mode.SYNC), 10, 20).did(KEY, put(2, Mode.SYNC), 30, 40);
        did(KEY, value(1), 35, 50);
        assertLegal();
        did(KEY, value(1), 60, 70);
        assertFound(Kind.STALE_READ);
    }

    @Test
    void readsOfTwoWritesSideBySideAgreeOnTheirOrder() {
        did(KEY, put(1, Mode.SYNC), 10, 90).did(KEY, put(2, Mode.ALONE), 10, 90);
        did(KEY, value(1), 20, 30).did(KEY, value(2), 40, 50);
        assertLegal();
        did(KEY, value(1), 60, 70);
        assertFound(Kind.OUT_OF_ORDER);
    }

    @Test
    void anUnknownWriteMayComeLateButOnce() {
        lost(KEY, put(1, Mode.SYNC), 10).did(KEY, put(2, Mode.SYNC), 30, 40);
        did(KEY, value(2), 50, 60).did(KEY, value(1), 70, 80).did(KEY, value(1), 90, 95);
        assertLegal();
        did(KEY, value(2), 100, 110);
        assertThat(HistoryCheck.of(history).violations()).hasSize(1);
    }

    @Test
    void whatComesLaterThanItsAnswerDoesNotReplaceWhatWasWrittenAfterIt() {
        did(KEY, put(1, Mode.ASYNC), 10, 20).did(KEY, value(Action.ABSENT), 30, 40);
        did(KEY, put(2, Mode.ALONE), 50, 60).did(KEY, value(2), 70, 80);
        assertLegal();
        did(KEY, value(1), 90, 100);
        assertFound(Kind.STALE_READ);
    }

    @Test
    void writesThatComeLaterBecomeVisibleInTheirOrder() {
        did(KEY, put(1, Mode.ASYNC), 10, 20).did(KEY, put(2, Mode.ASYNC), 30, 40);
        did(KEY, value(1), 50, 60).did(KEY, value(2), 70, 80);
        assertLegal();
        did(KEY, value(1), 90, 100);
        assertFound(Kind.OUT_OF_ORDER);
    }

    @Test
    void aSyncOfTheTableBindsTheReadsOfItsKeys() {
        did(KEY, put(1, Mode.ASYNC), 10, 20).did("t", new Sync(), 30, 40);
        did(KEY, value(Action.ABSENT), 35, 45);
        assertLegal();
        did(KEY, value(Action.ABSENT), 50, 60);
        assertThat(HistoryCheck.of(history).violations()).hasSize(1);
    }

    @Test
    void aDeletedKeyHasNoRowUntilItIsWrittenAgain() {
        did(KEY, put(1, Mode.SYNC), 10, 20).did(KEY, put(Action.ABSENT, Mode.ALONE), 30, 40);
        did(KEY, value(Action.ABSENT), 50, 60).did(KEY, put(2, Mode.SYNC), 70, 80);
        did(KEY, value(2), 90, 95);
        assertLegal();
        did(KEY, value(Action.ABSENT), 100, 110);
        assertThat(HistoryCheck.of(history).violations()).hasSize(1);
    }

    @Test
    void aRefusedValueIsNeverSeen() {
        did(KEY, put(1, Mode.SYNC), new Span(10, 20), Outcome.REFUSED).did(KEY, value(1), 30, 40);
        assertFound(Kind.NEVER_WRITTEN);
    }

    @Test
    void aSearchThatMeetsItsBoundSaysSo() {
        for (int i = 1; i <= 9; i++) {
            did(KEY, put(i, Mode.SYNC), i, 100 + i);
        }
        assertThat(RegisterCheck.check(history, 10_000)).isInstanceOf(RegisterCheck.Verdict.Undecided.class);
    }

    @Test
    void aHistoryIsWrittenWithItsHead() throws Exception {
        Recorder recorder = new Recorder();
        Recorder.Begun first = recorder.begin(1, "t", new Append(1, Mode.SYNC));
        var unused = recorder.begin(2, "t", new Append(2, Mode.SYNC));
        first.answered();
        recorder.saw(3, "t", ids(1, 2, 4), new Span(recorder.now(), recorder.now()));

        recorder.write(directory.resolve("new/history"), List.of("seed 7"));

        assertThat(Files.readAllLines(directory.resolve("new/history")))
                .hasSize(4)
                .anyMatch(line -> line.equals("# seed 7"))
                .anyMatch(line -> line.contains("client 2 t Append[id=2, mode=SYNC]") && line.contains("to unknown"))
                .anyMatch(line -> line.contains("ids in 0: 1-2 4"));
    }
}
