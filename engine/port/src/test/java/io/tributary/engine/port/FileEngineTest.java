package io.tributary.engine.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileEngineTest extends LabelledEngineContract {
    @TempDir
    Path directory;

    @Override
    protected TableEngine open() {
        return new FileEngine(directory);
    }

    @Override
    protected List<Long> rows(TableSchema table) throws Exception {
        List<Long> rows = new ArrayList<>();
        ((FileEngine) engine).read(table).forEach(block -> rows.addAll(Rows.values(block)));
        return rows;
    }

    @Test
    void aBatchOfATableThatIsNotThereIsRefused() {
        TableSchema table = create(7, "t");
        engine.dropTable("d", "t");

        assertThatThrownBy(() -> engine.labelledBatches().apply("l", table, List.of(Rows.block(1))))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
        assertThat(engine.systemStore().list("s")).isEmpty();
    }
}
