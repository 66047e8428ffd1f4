package io.tributary.engine.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.TableSchema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an engine must do beside {@link RequiredEngineContract} whose transactions hold a batch and its position. */
public abstract class PositionedEngineContract extends RequiredEngineContract {
    @Test
    void anOwnerThatIsGoneComesTooLate() throws Exception {
        TableSchema table = create(7, "t");
        long gone = engine.systemStore().raiseGeneration();
        send(table, ConditionalPosition.NONE, 41, gone, 1);
        long owner = engine.systemStore().raiseGeneration();

        assertThat(owner).isGreaterThan(gone);
        assertRefused(() -> send(table, 41, 42, gone, 2));
        reopen();
        assertRefused(() -> send(table, 41, 42, gone, 2));
        send(table, 41, 42, owner, 3);

        assertThat(rows(table)).containsExactlyInAnyOrder(1L, 3L);
    }

    /** Nothing of what is refused stays, and what is rolled back is free for the next. */
    @Test
    void aPositionIsMovedByOneTransactionAtATime() throws Exception {
        TableSchema table = create(7, "t");
        try (EngineTransaction first = engine.begin()) {
            first.append(table, List.of(Rows.block(1)));
            Positions.set(engine, first, 7, EPOCH, 41);
            assertRefused(() -> send(table, ConditionalPosition.NONE, 41, 0, 2));
            first.rollback();
        }
        assertThat(rows(table)).isEmpty();

        send(table, ConditionalPosition.NONE, 41, 0, 3);
        assertRefused(() -> send(table, 40, 42, 0, 4));
        assertRefused(() -> send(table, 41, 41, 0, 4));

        assertThat(rows(table)).containsExactly(3L);
        assertThat(engine.systemStore().appliedPositions(EPOCH)).isEqualTo(Map.of(7L, 41L));
    }
}
