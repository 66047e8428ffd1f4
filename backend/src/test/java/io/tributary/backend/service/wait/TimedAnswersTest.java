package io.tributary.backend.service.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.service.wait.TimedAnswers.TimedAnswer;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.client.StatusMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class TimedAnswersTest {
    private static final long MILLIS = 1_000;

    private final List<String> heard = new ArrayList<>();
    private final StreamObserver<String> out = new StreamObserver<>() {
        @Override
        public void onNext(String value) {
            heard.add(value);
        }

        @Override
        public void onError(Throwable error) {
            TributaryException told = StatusMapping.fromStatus(error);
            heard.add(told.code() + " " + told.getMessage());
        }

        @Override
        public void onCompleted() {
            heard.add("end");
        }
    };

    private long nanos;
    private final TimedAnswers answers = new TimedAnswers(MILLIS, () -> nanos);

    @Test
    void whatEndsInTimeIsAnsweredOnce() {
        TimedAnswer<String> answer = answers.of(out);
        pass(MILLIS - 1);

        UnaryCalls.reply(answer, answer.by(() -> "done").get());
        pass(MILLIS);

        assertThat(heard).containsExactly("done", "end");
    }

    @Test
    void whatHasNotBegunInTimeDidNothingAndNeverWill() {
        TimedAnswer<String> answer = answers.of(out);
        Supplier<String> body = answer.by(() -> {
            throw new AssertionError("it ran");
        });

        pass(MILLIS);

        assertThat(heard).hasSize(1);
        assertThat(heard.get(0)).startsWith(ErrorCode.LIMIT_OR_LOCK_WAIT.name()).contains("nothing was done");
        assertThatThrownBy(body::get).isInstanceOf(TributaryException.class);
        UnaryCalls.fail(answer, new IllegalStateException("too late"));
        assertThat(heard).hasSize(1);
    }

    @Test
    void theOutcomeOfWhatHasBegunAndDoesNotEndIsUnknown() {
        TimedAnswer<String> answer = answers.of(out);

        String late = answer.by(() -> {
                    pass(MILLIS);
                    return "done";
                })
                .get();
        UnaryCalls.reply(answer, late);

        assertThat(heard).hasSize(1);
        assertThat(heard.get(0)).startsWith(ErrorCode.OUTCOME_UNKNOWN.name()).contains("engine_answer_timeout_ms 1000");
    }

    @Test
    void aStatementWithATimeOfItsOwnThatHasBegunHasTheEnginesOnTop() {
        String begun = answers.of(out, MILLIS).by(() -> "begun").get();
        assertThat(answers.of(out, 0).by(() -> "begun").get()).isEqualTo(begun);

        pass(2 * MILLIS - 1);
        assertThat(heard).isEmpty();
        pass(1_000 * MILLIS);

        assertThat(heard).hasSize(1);
        assertThat(heard.get(0)).startsWith(ErrorCode.OUTCOME_UNKNOWN.name()).contains("for 2000 ms");
    }

    @Test
    void whateverTimeItHasToWorkAStatementWaitsNoLongerThanOthers() {
        TimedAnswer<String> limited = answers.of(out, MILLIS);
        answers.of(out, 0);

        pass(MILLIS - 1);
        assertThat(heard).isEmpty();
        pass(1);

        assertThat(heard).hasSize(2).allMatch(error -> error.startsWith(ErrorCode.LIMIT_OR_LOCK_WAIT.name()));
        assertThatThrownBy(limited.by(() -> "late")::get).isInstanceOf(TributaryException.class);
    }

    private void pass(long millis) {
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
        answers.check();
    }
}
