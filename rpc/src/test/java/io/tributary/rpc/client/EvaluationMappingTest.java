package io.tributary.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvaluationMappingTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("id", ColumnType.unsigned(32), false), Column.of("tags", ColumnType.of(Kind.STRING), true));

    private static RowBlock block() {
        RowBlockWriter writer = new RowBlockWriter(COLUMNS);
        writer.beginRow();
        writer.putLong(0, 4_000_000_000L);
        writer.putNull(1);
        writer.endRow();
        return writer.finish();
    }

    @Test
    void anEvaluationComesAsItWasSent() {
        QueryContext context = new QueryContext(
                new QueryContext.Meaning(
                        "db",
                        SqlMode.of("ANSI_QUOTES"),
                        "utf8mb4_general_ci",
                        "UTC",
                        new QueryContext.Limits(9, 10),
                        true,
                        false),
                0,
                5,
                7,
                11);
        Evaluation sent = Evaluation.ofEach(COLUMNS, block(), List.of("id + 1", "'x'"), "id > 5", context);

        Evaluation came = EvaluationMapping.fromProto(EvaluationMapping.toProto(sent));

        assertThat(came.columns()).isEqualTo(COLUMNS);
        assertThat(came.values()).containsExactly("id + 1", "'x'");
        assertThat(came.condition()).isEqualTo("id > 5");
        assertThat(came.context()).isEqualTo(context);
        assertThat(came.rowCount()).isEqualTo(1);
    }

    @Test
    void theModesOfAContextAreReadOnceWhileTheyStayTheSame() {
        QueryContext sent = new QueryContext("db", SqlMode.of("ANSI_QUOTES,STRICT_ALL_TABLES"), "UTC", 0);

        SqlMode first =
                StatementMapping.fromProto(StatementMapping.toProto(sent)).sqlMode();
        SqlMode second =
                StatementMapping.fromProto(StatementMapping.toProto(sent)).sqlMode();

        assertThat(first).isEqualTo(sent.sqlMode()).isSameAs(second);
    }

    @Test
    void whatCameOfItTellsRefusedRows() {
        ColumnOrigin shown =
                new ColumnOrigin("db", "x", "t", "Name", ColumnType.varchar(7), "enum('a')", false, true, true);
        EvaluatedRows sent = new EvaluatedRows(
                List.of(
                        new ResultColumn("$row", ColumnType.of(Kind.BIGINT), true),
                        new ResultColumn("n", ColumnType.varchar(7), false, shown, "utf8mb4_0900_ai_ci")),
                List.of(block()),
                List.of(new EvaluatedRows.Refused(3, new TributaryException(ErrorCode.BAD_DATE, "no date"))));

        EvaluatedRows came = EvaluationMapping.fromProto(EvaluationMapping.toProto(sent));

        assertThat(came.columns()).isEqualTo(sent.columns());
        assertThat(came.blocks()).hasSize(1);
        assertThat(came.refused()).singleElement().satisfies(refused -> {
            assertThat(refused.row()).isEqualTo(3);
            assertThat(refused.reason().code()).isEqualTo(ErrorCode.BAD_DATE);
            assertThat(refused.reason()).hasMessage("no date");
        });
    }
}
