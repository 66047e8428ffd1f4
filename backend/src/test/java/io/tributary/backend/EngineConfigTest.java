package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.engine.port.EngineFactory;
import io.tributary.engine.port.EngineOptions;
import io.tributary.engine.port.EngineSetting;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.ExactlyOnce;
import io.tributary.engine.port.TableEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineConfigTest {
    private static final EngineSetting SETTING = new EngineSetting("small_bytes", 10, 1, 100);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    /** An engine by labels, without queries; it is never opened. */
    private static final EngineFactory SMALL = new EngineFactory() {
        @Override
        public EngineTraits traits() {
            return new EngineTraits(
                    "small",
                    ExactlyOnce.REPEATED_LABEL,
                    Set.of(),
                    List.of(GroupCommitPolicy.INTERVAL, GroupCommitPolicy.ADAPTIVE),
                    Set.of());
        }

        @Override
        public List<EngineSetting> settings() {
            return List.of(SETTING);
        }

        @Override
        public int transactionsMax() {
            return 1;
        }

        @Override
        public TableEngine open(EngineOptions options) {
            throw new AssertionError("opened");
        }
    };

    private BackendConfig config(GroupCommitPolicy policy) {
        return new BackendConfig(
                directory.resolve("data"),
                List.of(directory.resolve("wal")),
                Optional.empty(),
                new EngineConfig(SMALL, Map.of()),
                policy,
                Map.of());
    }

    @Test
    void theEngineThatIsFoundIsTheDefault() {
        assertThat(Engines.standard().isDefault()).isTrue();
        assertThat(Engines.named(Engines.standard().traits().name())).contains(Engines.standard());
        assertThat(Engines.named("none")).isEmpty();
        assertThat(EngineConfig.standard().factory()).isSameAs(Engines.standard());
    }

    @Test
    void aSettingIsTheEnginesOwnAndInItsRange() {
        assertThat(new EngineConfig(SMALL, Map.of(SETTING, 100L)).values()).containsEntry(SETTING, 100L);
        assertThatThrownBy(() -> new EngineConfig(SMALL, Map.of(SETTING, 101L)))
                .hasMessage("small_bytes = 101: 1 to 100");
        assertThatThrownBy(() -> new EngineConfig(Engines.standard(), Map.of(SETTING, 10L)))
                .hasMessage("small_bytes = 10: the engine duckdb has no such setting");
    }

    @Test
    void aPolicyThatTheEngineDoesNotHaveIsRefused() {
        assertThat(config(GroupCommitPolicy.ADAPTIVE).policy()).isEqualTo(GroupCommitPolicy.ADAPTIVE);
        assertThatThrownBy(() -> config(GroupCommitPolicy.ON_READ))
                .hasMessage("group_commit_policy = on_read: the engine small has interval, adaptive");
    }

    @Test
    void anEngineThatThisVersionCannotUseIsRefusedBeforeAnythingIsMade() {
        assertThatThrownBy(() -> BackendServer.start(config(GroupCommitPolicy.INTERVAL), new SimpleMeterRegistry()))
                .isInstanceOf(BackendStartException.class)
                .hasMessageContaining(
                        "engine = small: this version needs what that engine does not have: transactions that hold"
                                + " a batch and its position, queries, changes that return their rows, conflicts with what was committed behind a snapshot, queries of system tables, transactions that a client"
                                + " holds open, definitions in transactions, a store of labels, a store of idempotency keys,"
                                + " a quarantine");
        assertThat(Files.exists(directory.resolve("data"))).isFalse();
    }
}
