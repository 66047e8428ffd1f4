package io.tributary.contract.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.BackendStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HealthTest {
    @Test
    void allIsWellOrWellWithAWarning() {
        assertThat(Health.of(status("", ""), List.of()).status()).isEqualTo(200);
        assertThat(Health.of(status("", ""), List.of()).json()).isEqualTo("{\"status\":\"OK\"}");
        assertThat(Health.of(status("", "full \"q\"\n"), List.of()).status()).isEqualTo(200);
        assertThat(Health.of(status("", "full \"q\"\n"), List.of()).json())
                .isEqualTo("{\"status\":\"OK\",\"warning\":\"full \\\"q\\\"\\u000a\"}");
    }

    @Test
    void aFailedLogAndADeadThreadAre503WithTheReason() {
        assertThat(Health.of(status("log a failed", ""), List.of()).status()).isEqualTo(503);
        assertThat(Health.of(status("log a failed", ""), List.of()).json())
                .isEqualTo("{\"status\":\"LOG_FAILED\",\"reason\":\"log a failed\"}");
        assertThat(Health.of(status("", ""), List.of("thread loop-1 has ended")).status())
                .isEqualTo(503);
        assertThat(Health.of(status("", "", "thread timer-1 died of X"), List.of("thread loop-1 has ended"))
                        .json())
                .startsWith(
                        "{\"status\":\"THREAD_DIED\",\"reason\":\"thread loop-1 has ended; thread timer-1 died of X; ");
    }

    private static BackendStatus status(String failure, String warning, String... deadThreads) {
        return new BackendStatus(
                BackendStatus.State.NORMAL,
                0,
                List.of(new BackendStatus.LogState("/log", 1, failure, 0, "", false)),
                warning,
                List.of(deadThreads),
                "");
    }

    @Test
    void anEngineThatFailsIsToldWithItsReason() {
        BackendStatus status = new BackendStatus(
                BackendStatus.State.NORMAL, 0, List.of(), "", List.of(), "the engine fails since 1970: fsync failed!");

        assertThat(Health.of(status, List.of()).status()).isEqualTo(503);
        assertThat(Health.of(status, List.of()).json())
                .isEqualTo("{\"status\":\"ENGINE_FAILED\",\"reason\":\"the engine fails since 1970: fsync failed!\"}");
    }

    @Test
    void whoRecoversIsNotEndedAndTellsHowFarHeIs() {
        BackendStatus status = new BackendStatus(
                BackendStatus.State.NORMAL, 0, List.of(), "", List.of(), "", new BackendStatus.Recovery(34, 12));

        assertThat(Health.of(status, List.of()).status()).isEqualTo(200);
        assertThat(Health.of(status, List.of()).json())
                .startsWith("{\"status\":\"RECOVERING\",\"reason\":\"")
                .contains("12 of 34 bytes");
    }

    @Test
    void aLogThatIsShortIsToldAndAFullOneIs503() {
        assertThat(Health.of(withLog("log a has 5 bytes left", false), List.of())
                        .json())
                .isEqualTo("{\"status\":\"OK\",\"warning\":\"log a has 5 bytes left\"}");
        assertThat(Health.of(withLog("log a has 5 bytes left", true), List.of()).status())
                .isEqualTo(503);
    }

    private static BackendStatus withLog(String shortage, boolean full) {
        return new BackendStatus(
                BackendStatus.State.NORMAL,
                0,
                List.of(new BackendStatus.LogState("/log", 1, "", 5, shortage, full)),
                "",
                List.of(),
                "");
    }

    @Test
    void severalBackendsAreAsWellAsTheWorstOfThemAndEachSaysItsReason() {
        Health well = Health.of(status("", ""), List.of());
        Health warned = Health.of(status("", "nearly full"), List.of());
        Health failed = Health.of(status("log a failed", ""), List.of());

        assertThat(Health.together(List.of(warned))).isEqualTo(warned);
        assertThat(Health.together(List.of(well, well)).json()).isEqualTo("{\"status\":\"OK\"}");
        assertThat(Health.together(List.of(well, warned)).json())
                .isEqualTo("{\"status\":\"OK\",\"warning\":\"backend 1: nearly full\"}");
        assertThat(Health.together(List.of(warned, failed, well)))
                .isEqualTo(new Health("LOG_FAILED", "backend 0: nearly full; backend 1: log a failed"));
        assertThat(Health.together(List.of(Health.unanswered("gone"), well)).status())
                .isEqualTo(503);
    }
}
