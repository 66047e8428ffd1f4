package io.tributary.backend.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UnfinishedGroupsTest {
    private final UnfinishedGroups groups = new UnfinishedGroups(100);

    @Test
    void theFirstCheckpointCompressesNothingAgain() {
        assertThat(groups.rewrittenShare()).isZero();
        groups.committed(Map.of(1L, 40L, 2L, 10L));
        assertThat(groups.rewrittenShare()).isZero();
    }

    @Test
    void theLastGroupOfEachTableWithNewRowsIsCompressedAgain() {
        groups.committed(Map.of(1L, 60L, 2L, 250L, 3L, 99L));
        groups.checkpoint().run();
        assertThat(groups.rewrittenShare()).isZero();

        groups.committed(Map.of(1L, 30L, 2L, 30L));

        assertThat(groups.rewrittenShare()).isEqualTo((60.0 + 50) / (60 + 50 + 60));
    }

    @Test
    void aGroupThatIsFullIsNotWrittenAgain() {
        groups.committed(Map.of(1L, 60L));
        groups.checkpoint().run();
        groups.committed(Map.of(1L, 40L));
        groups.checkpoint().run();

        groups.committed(Map.of(1L, 1L));

        assertThat(groups.rewrittenShare()).isZero();
    }

    @Test
    void whatIsCommittedWhileACheckpointRunsIsNewForTheNext() {
        groups.committed(Map.of(1L, 50L));
        Runnable written = groups.checkpoint();
        groups.committed(Map.of(1L, 50L));

        written.run();

        assertThat(groups.rewrittenShare()).isEqualTo(0.5);
    }

    @Test
    void ofATableThatIsForgottenNothingIsCounted() {
        groups.committed(Map.of(1L, 50L));
        groups.checkpoint().run();
        groups.committed(Map.of(1L, 10L));

        groups.forget(id -> id == 1);

        assertThat(groups.rewrittenShare()).isZero();
    }
}
