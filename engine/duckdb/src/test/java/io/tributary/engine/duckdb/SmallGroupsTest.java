package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SmallGroupsTest {
    private final SmallGroups groups = new SmallGroups(100);

    private void write(long tableId, long rows) {
        groups.committed(Map.of(tableId, rows), 0);
        groups.checkpoint().run();
    }

    @Test
    void aTableIsChangedUntilACheckpointHasItsRows() {
        groups.committed(Map.of(1L, 10L, 2L, 10L), 0);
        Runnable written = groups.checkpoint();
        groups.committed(Map.of(1L, 5L), 0);
        assertThat(groups.changedTables()).isEqualTo(2);

        written.run();

        assertThat(groups.changedTables()).isEqualTo(1);
    }

    @Test
    void oneSmallGroupOfATableIsNotMerged() {
        write(1, 40);
        write(2, 250);

        assertThat(groups.mergeableRows()).isZero();
    }

    @Test
    void severalAreWhenTheyComeToTwiceTheFirst() {
        write(1, 40);
        write(1, 30);
        write(2, 100);
        assertThat(groups.mergeableRows()).isZero();

        write(1, 10);

        assertThat(groups.mergeableRows()).isEqualTo(80);
    }

    @Test
    void orToAFullGroup() {
        write(1, 70);

        write(1, 30);

        assertThat(groups.mergeableRows()).isEqualTo(100);
    }

    @Test
    void afterAMergeTheyAreOneGroupAndFullOnesAreNeverWrittenAgain() {
        write(1, 40);
        write(1, 40);
        write(2, 80);
        write(2, 80);
        groups.merged();
        assertThat(groups.mergeableRows()).isZero();

        write(1, 10);
        assertThat(groups.mergeableRows()).isZero();
        write(2, 60);

        assertThat(groups.mergeableRows()).isEqualTo(120);
    }

    @Test
    void whatIsCommittedWhileACheckpointRunsIsOfTheNext() {
        write(1, 10);
        groups.committed(Map.of(1L, 10L), 0);
        Runnable written = groups.checkpoint();
        groups.committed(Map.of(1L, 50L), 0);

        written.run();

        assertThat(groups.mergeableRows()).isEqualTo(20);
    }

    @Test
    void removedRowsAreThoseBeforeTheLastCheckpointAndMayCostThreeOthersEach() {
        groups.committed(Map.of(), 5);
        assertThat(groups.removedRows()).isZero();
        Runnable written = groups.checkpoint();
        groups.committed(Map.of(), 1);

        written.run();

        assertThat(groups.removedRows()).isEqualTo(5);
        assertThat(groups.mergeableRows()).isEqualTo(15);
        groups.merged();
        assertThat(groups.mergeableRows()).isZero();
        groups.checkpoint().run();
        assertThat(groups.removedRows()).isEqualTo(1);
    }

    @Test
    void rowsThatWereThereWhenTheEngineWasOpenedMayAllBeInSmallGroupsUntilTheFirstMerge() {
        groups.found(1000);
        write(1, 40);
        assertThat(groups.mergeableRows()).isZero();

        write(1, 40);

        assertThat(groups.mergeableRows()).isEqualTo(1080);
        groups.merged();
        write(1, 80);
        assertThat(groups.mergeableRows()).isEqualTo(160);
    }

    @Test
    void ofATableThatIsForgottenNothingIsCounted() {
        write(1, 10);
        write(1, 10);

        groups.forget(id -> id == 1);

        assertThat(groups.mergeableRows()).isZero();
    }
}
