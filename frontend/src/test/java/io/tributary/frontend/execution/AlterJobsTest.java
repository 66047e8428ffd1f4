package io.tributary.frontend.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AlterJobsTest {
    private final AlterJobs jobs = new AlterJobs();

    @Test
    void theOldestJobsAreForgotten() {
        for (int i = 0; i < AlterJobs.JOBS_MAX + 10; i++) {
            alter(table("a"), table("a", "b"));
        }

        List<AlterJobs.Job> kept = jobs.of("db", false);

        assertThat(kept).hasSize(AlterJobs.JOBS_MAX);
        assertThat(kept.get(0).id()).isEqualTo(11);
        assertThat(jobs.of("other", false)).isEmpty();
    }

    @Test
    void aChangeOfColumnsAndRollupsIsAJobOfEachKind() {
        TableSchema before = table("a");
        TableSchema after = table("a", "b");
        TableSchema rolled = new TableSchema(
                1,
                "db",
                "t",
                2,
                after.keyModel(),
                after.columns(),
                after.properties(),
                after.layout().withRollups(List.of(new Rollup("r", List.of("a"), List.of(), Map.of()))));

        alter(before, rolled);
        alter(rolled, rolled);

        assertThat(jobs.of("db", false)).hasSize(1);
        assertThat(jobs.of("db", true)).singleElement().satisfies(job -> assertThat(job.rollup())
                .isEqualTo("r"));
    }

    private void alter(TableSchema before, TableSchema after) {
        List<TableChange.Origin> origins = after.columns().stream()
                .map(column -> (TableChange.Origin) new TableChange.Filled(null))
                .toList();
        jobs.add(before, new TableChange(after, origins), Instant.EPOCH);
    }

    private static TableSchema table(String... names) {
        return new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(names).stream()
                        .map(name -> Column.of(name, ColumnType.of(Kind.INT), true))
                        .toList(),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }
}
