package io.tributary.engine.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What an engine must do beside {@link RequiredEngineContract} that applies batches by their labels: with its store it keeps a batch
 * whole whose owner ends between any two of the steps that {@link LabelledBatches} names.
 */
public abstract class LabelledEngineContract extends RequiredEngineContract {
    private static final String POSITION = "42";

    /** The rows are 1, 2 and 3; row 9 is refused, and stands in the quarantine. */
    private List<Runnable> stepsOf(TableSchema table) {
        String label = labelOf(table);
        return List.of(
                () -> engine.systemStore().put("left_out", label, "9"),
                () -> engine.systemStore().put("quarantine", label + "/9", "{\"v\": 9}"),
                () -> engine.labelledBatches().apply(label, table, List.of(Rows.block(1, 2, 3))),
                () -> engine.systemStore().put("key", label + "/load", label),
                () -> engine.systemStore().put("position", positionKeyOf(table), POSITION));
    }

    private static String labelOf(TableSchema table) {
        return "tributary_" + table.tableId() + "_" + POSITION;
    }

    private static String positionKeyOf(TableSchema table) {
        return table.tableId() + "/" + Long.toHexString(EPOCH);
    }

    private boolean isLetGo(TableSchema table) {
        return engine.systemStore().get("position", positionKeyOf(table)).isPresent();
    }

    @Test
    void whatIsTriedOutLeavesNothing() throws Exception {
        TableSchema table = create(7, "t");

        engine.labelledBatches().tryOut(table, List.of(Rows.block(1, 2)));
        engine.labelledBatches().apply(labelOf(table), table, List.of(Rows.block(3)));
        engine.labelledBatches().tryOut(table, List.of(Rows.block(4)));

        assertThat(rows(table)).containsExactly(3L);
    }

    @Test
    void aBatchWhoseOwnerEndsBetweenTwoStepsIsThereOnceWhenItIsRepeated() throws Exception {
        int steps = stepsOf(create(7, "t")).size();
        for (int done = 0; done <= steps; done++) {
            TableSchema table = create(10 + done, "t" + done);
            stepsOf(table).subList(0, done).forEach(Runnable::run);
            reopen();

            // The log has it still, unless all of it is there.
            if (!isLetGo(table)) {
                stepsOf(table).forEach(Runnable::run);
                reopen();
            }

            String label = labelOf(table);
            assertThat(rows(table)).as("ended after step %d", done).containsExactlyInAnyOrder(1L, 2L, 3L);
            assertThat(engine.systemStore().get("left_out", label)).contains("9");
            assertThat(engine.systemStore().list("quarantine").keySet()).containsOnlyOnce(label + "/9");
            assertThat(engine.systemStore().get("key", label + "/load")).contains(label);
            assertThat(isLetGo(table)).isTrue();
        }
    }
}
