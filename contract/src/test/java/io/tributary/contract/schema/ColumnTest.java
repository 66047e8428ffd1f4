package io.tributary.contract.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ColumnTest {
    @Test
    void aCopyKeepsTheAggregation() {
        Column column = Column.of("v", ColumnType.of(ColumnType.Kind.INT), true).aggregatedBy(Aggregation.SUM);

        assertThat(Stream.of(
                        column.commented("c"),
                        column.named("w"),
                        column.optional(),
                        column.required(),
                        column.asKey(),
                        column.withDefault(DefaultValue.literal("1"))))
                .extracting(Column::aggregation)
                .containsOnly(Aggregation.SUM);
    }
}
