package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.engine.LostEngineException;
import io.tributary.backend.engine.PositionGap;
import io.tributary.backend.engine.ReleasedPositions;
import io.tributary.backend.record.LogOnServers;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.FakeEngine;
import io.tributary.log.WalOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server has lost its last commits, and the log that has them goes on being written. */
class LostBatchesTest {
    private static final int SEGMENT = 4096;
    private static final long KEEP = 40 * SEGMENT;

    private final World world = new World();
    private final FakeEngine server = new FakeEngine();
    private long value;

    LostBatchesTest() {
        world.options =
                new IngestOptions(100_000, 1 << 20, new WalOptions(SEGMENT, 2, KEEP), 0, 10_000, 10_000, 30_000);
        world.engine.standFor(server);
        server.mayGoBack();
    }

    private void load(int loads) {
        for (int i = 0; i < loads; i++) {
            long table = i % 3 == 0 ? OTHER : TABLE;
            value += 2;
            world.async(table, value - 1, value);
            if (i % 2 == 0) {
                settle();
            }
        }
        settle();
    }

    private void settle() {
        world.settle();
        world.advanceMillis(11_000);
        world.settle();
    }

    private Map<Long, Long> positions() {
        return server.systemStore().appliedPositions(world.agent().epoch());
    }

    /** What the server lacks of these. */
    private List<PositionGap> gaps(Map<Long, Long> known) {
        Map<Long, Long> found = positions();
        List<PositionGap> gaps = new ArrayList<>();
        known.forEach((tableId, position) -> {
            long from = found.getOrDefault(tableId, 0L);
            if (from < position) {
                gaps.add(new PositionGap(world.agent().epoch(), tableId, from, position));
            }
        });
        return gaps;
    }

    private void giveBack(Map<Long, Long> known) {
        LogOnServers.giveBack(List.of(world.agent().onServers()), server, gaps(known));
    }

    @Test
    void itIsGivenBackWhatItLacksInOrderAndTheNextBatchesFollow() {
        load(60);
        List<Long> rows = server.rows(TABLE);
        List<Long> others = server.rows(OTHER);
        Map<Long, Long> known = positions();

        for (int lost = 1; lost < server.losable(); lost += 3) {
            server.goBack(lost);
            assertThat(gaps(known)).isNotEmpty();

            giveBack(known);

            assertThat(positions()).isEqualTo(known);
            assertThat(server.rows(TABLE)).isEqualTo(rows);
            assertThat(server.rows(OTHER)).isEqualTo(others);
        }
        load(3);
        assertThat(server.rows(TABLE)).hasSize(rows.size() + 4);
    }

    @Test
    void allThatItEverHadMayBeLost() {
        load(40);
        List<Long> rows = server.rows(TABLE);
        Map<Long, Long> known = positions();
        server.goBack(server.losable());
        assertThat(server.rows(TABLE)).isEmpty();

        giveBack(known);

        assertThat(server.rows(TABLE)).isEqualTo(rows);
    }

    /** The tail of the log is not committed, nor durable where it was only written. */
    @Test
    void whatIsNotCommittedYetIsLeftToItsBatch() {
        load(20);
        Map<Long, Long> known = positions();
        List<Long> rows = server.rows(TABLE);
        world.async(TABLE, -1);
        world.settleWithoutCommits();
        server.goBack(3);

        giveBack(known);

        assertThat(server.rows(TABLE)).isEqualTo(rows);
        settle();
        assertThat(server.rows(TABLE)).hasSize(rows.size() + 1).endsWith(-1L);
    }

    @Test
    void rowsThatItRefusesAreInQuarantineAgain() {
        server.refuseValues(7L);
        load(20);
        world.advanceMillis(60_000);
        world.settle();
        world.recover();
        Map<Long, Long> known = positions();
        List<Long> rows = server.rows(TABLE);
        int quarantined =
                server.quarantined().size() + world.engine.quarantined().size();
        server.goBack(server.losable());

        giveBack(known);

        assertThat(server.rows(TABLE)).isEqualTo(rows);
        assertThat(server.quarantined().size() + world.engine.quarantined().size())
                .isEqualTo(quarantined);
    }

    @Test
    void theLogKeepsAQuarterForThatAndNotesHowFarServersHadTheRest() {
        LogRetention retention = new LogRetention(world.engine, () -> false, List.of(world.agent()));
        Map<Long, Long> known = Map.of();
        while (ReleasedPositions.read(world.engine.systemStore(), world.agent().epoch())
                .positions()
                .isEmpty()) {
            load(2);
            world.engine.checkpoint();
            retention.check(world.nanos);
            world.settle();
            known = positions();
            assertThat(world.agent().stats().logBytes()).isLessThan(2 * KEEP);
        }
        long kept = world.agent().stats().logSegments() * SEGMENT;
        assertThat(kept).isBetween(KEEP / 4, KEEP / 2);
        assertThat(world.agent().stats().logBytes()).isGreaterThan(KEEP / 4);

        Map<Long, Long> released = ReleasedPositions.read(
                        world.engine.systemStore(), world.agent().epoch())
                .positions();
        assertThat(released).containsOnlyKeys(TABLE, OTHER);
        List<Long> rows = server.rows(TABLE);
        for (int lost = 1; lost < server.losable(); lost++) {
            server.goBack(lost);
            if (gaps(known).stream().anyMatch(gap -> gap.from() < released.getOrDefault(gap.tableId(), 0L))) {
                break;
            }
            giveBack(known);
            assertThat(server.rows(TABLE)).isEqualTo(rows);
        }
        server.goBack(server.losable());
        Map<Long, Long> had = known;

        assertThatThrownBy(() -> giveBack(had))
                .isInstanceOf(LostEngineException.class)
                .hasMessageContaining("the log has let go of a part of that")
                .hasMessageContaining("wal accept");
        assertThat(server.rows(TABLE)).isEmpty();
    }

    /** A change of the table has begun only when all of that was committed; what the server lost of it is not to be had. */
    @Test
    void loadsForAnOlderDefinitionOfAServersTableDoNotKeepAStartFromGoingOn() {
        int chance = 1 << TableSchema.VERSION_COUNT_BITS;
        world.tables.compute(TABLE, (id, table) -> table.withSchemaVersion(7 * chance + 1));
        load(10);
        // Versions are not ordered: what is above the count is by chance.
        world.tables.compute(TABLE, (id, table) -> table.withSchemaVersion(9 * chance + 2));
        load(10);
        Map<Long, Long> known = positions();
        world.tables.compute(TABLE, (id, table) -> table.withSchemaVersion(2 * chance + 3));
        load(3);
        Map<Long, Long> had = positions();
        List<Long> rows = server.rows(TABLE);

        world.kill();
        world.recover();
        assertThat(world.agent().onServers().outdated()).isEmpty();
        assertThat(server.rows(TABLE)).isEqualTo(rows);

        server.goBack(server.losable());
        world.kill();
        world.recover();
        assertThat(world.agent().onServers().outdated()).isEqualTo(Map.of(TABLE, known.get(TABLE)));
        server.goBack(server.losable());
        assertThatThrownBy(() -> giveBack(had))
                .isInstanceOf(LostEngineException.class)
                .hasMessageContaining("wal accept");
    }

    @Test
    void aLogThatIsNotThisProcessesGivesNothing() {
        load(2);

        assertThatThrownBy(() -> LogOnServers.giveBack(
                        List.of(world.agent().onServers()), server, List.of(new PositionGap(77, TABLE, 0, 5))))
                .isInstanceOf(LostEngineException.class)
                .hasMessageContaining("of log 4d");
    }

    @Test
    void whatWasAcceptedIsNoBoundAnyMore() {
        ReleasedPositions.write(world.engine.systemStore(), -5, Map.of(TABLE, 10L, OTHER, 20L), id -> false);
        ReleasedPositions.write(world.engine.systemStore(), -5, Map.of(TABLE, 12L), id -> false);
        assertThat(ReleasedPositions.read(world.engine.systemStore(), -5))
                .isEqualTo(new ReleasedPositions(Map.of(TABLE, 12L, OTHER, 20L), false));
        assertThat(ReleasedPositions.readAll(world.engine.systemStore())).containsOnlyKeys(-5L);

        ReleasedPositions.accept(world.engine.systemStore(), -5);
        assertThat(ReleasedPositions.read(world.engine.systemStore(), -5).isAccepted())
                .isTrue();
        ReleasedPositions.write(world.engine.systemStore(), -5, Map.of(TABLE, 3L), id -> false);

        assertThat(ReleasedPositions.read(world.engine.systemStore(), -5))
                .isEqualTo(new ReleasedPositions(Map.of(TABLE, 3L), false));
    }
}
