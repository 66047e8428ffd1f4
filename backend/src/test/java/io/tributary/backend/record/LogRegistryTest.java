package io.tributary.backend.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.SystemStore;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The logs of several backends in one store; of one alone see {@code LogsTest}. */
class LogRegistryTest {
    private final SystemStore store = new FakeEngine().systemStore();
    private final LogRegistry zero = new LogRegistry(store, 0);
    private final LogRegistry one = new LogRegistry(store, 1);
    private final LogRegistry eleven = new LogRegistry(store, 11);

    @Test
    void aStartDoesNotTakeTheLogsOfAnotherBackendForMissing() {
        zero.open(Map.of(1L, "/a"));
        one.open(Map.of(2L, "/b"));
        eleven.open(Map.of(3L, "/b"));

        assertThatCode(() -> zero.open(Map.of(1L, "/a"))).doesNotThrowAnyException();
        assertThatCode(() -> one.open(Map.of(2L, "/b"))).doesNotThrowAnyException();
        assertThat(store.list(LogRegistry.SPACE)).hasSize(3);
    }

    @Test
    void aStartMissesItsOwnLogs() {
        one.open(Map.of(2L, "/b"));

        assertThatThrownBy(() -> one.open(Map.of(3L, "/c")))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("log 0000000000000002 in /b may hold rows");
    }

    @Test
    void aStartRemovesNothingOfAnotherBackend() {
        one.open(Map.of(2L, "/b"));
        one.emptied(Map.of(2L, "/b"));

        zero.open(Map.of(1L, "/a"));
        eleven.open(Map.of(3L, "/c"));

        assertThat(store.list(LogRegistry.SPACE)).containsEntry("1/0000000000000002", "empty /b");
    }

    @Test
    void keysWithoutABackendAreThoseOfBackendZero() {
        store.put(LogRegistry.SPACE, "00000000000000ff", "open /old");

        assertThatThrownBy(() -> zero.open(Map.of(1L, "/a"))).hasMessageContaining("log 00000000000000ff in /old");
        assertThatCode(() -> one.open(Map.of(2L, "/b"))).doesNotThrowAnyException();
        zero.open(Map.of(0xffL, "/old"));
        assertThat(store.list(LogRegistry.SPACE)).containsEntry("00000000000000ff", "open /old");
    }

    @Test
    void aDirectoryOfTheSameNameIsForgottenOfItsOwnBackendOnly() {
        zero.open(Map.of(1L, "/a"));
        one.open(Map.of(2L, "/a"));

        assertThat(one.forget("/a")).containsExactly("0000000000000002");

        assertThatThrownBy(() -> zero.open(Map.of())).hasMessageContaining("log 0000000000000001 in /a");
        assertThatCode(() -> one.open(Map.of())).doesNotThrowAnyException();
    }

    @Test
    void aLogThatOneBackendGaveUpIsRefusedByAll() {
        one.open(Map.of(2L, "/b"));
        one.forget("/b");

        for (LogRegistry registry : new LogRegistry[] {zero, one, eleven}) {
            assertThatThrownBy(() -> registry.refuseForgotten(2, "/b"))
                    .hasMessageContaining("log 0000000000000002 in /b was given up");
        }
        assertThatCode(() -> zero.refuseForgotten(3, "/b")).doesNotThrowAnyException();
    }
}
