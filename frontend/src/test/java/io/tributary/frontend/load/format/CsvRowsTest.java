package io.tributary.frontend.load.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.frontend.execution.LoadedRows;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CsvRowsTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("id", ColumnType.of(Kind.INT), false), Column.of("name", ColumnType.of(Kind.STRING), true));

    private static CsvFormat format(int enclosure, long skippedLines) {
        return new CsvFormat(
                new byte[] {','}, new byte[] {'\n'}, enclosure, CsvFormat.NONE, false, false, skippedLines);
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstFieldWhereverTheBodyIsCut() {
        byte[] body = "\uFEFF\"1\",a\n2,\uFEFFb".getBytes(StandardCharsets.UTF_8);

        IntStream.rangeClosed(0, body.length)
                .mapToObj(cut -> LoadedRows.of(format('"', 0), COLUMNS, body, cut))
                .forEach(loaded -> assertThat(loaded.stored).containsExactly("1|a", "2|\uFEFFb"));
        assertThat(LoadedRows.of(format(CsvFormat.NONE, 1), COLUMNS, body).stored)
                .containsExactly("2|\uFEFFb");
    }

    @Test
    void aBodyOfAByteOrderMarkOrOfLessHasNoRows() {
        for (String body : List.of("\uFEFF", "", "\uFEFF\n")) {
            LoadedRows loaded = LoadedRows.of(format('"', 0), COLUMNS, body.getBytes(StandardCharsets.UTF_8), 0);
            assertThat(loaded.stored).isEmpty();
            assertThat(loaded.rejected.count()).isZero();
        }
    }

    @Test
    void anEnclosureThatIsNotClosedEndsTheLoadAndNamesItsRow() {
        byte[] body = "1,a\n2,\"b\n3,c\n".getBytes(StandardCharsets.UTF_8);

        IntStream.rangeClosed(0, body.length)
                .forEach(cut -> assertThatThrownBy(() -> LoadedRows.of(format('"', 0), COLUMNS, body, cut))
                        .hasMessageContaining("row 2 has a field that begins with the enclosure \" and is not closed"));
        assertThat(LoadedRows.of(format(CsvFormat.NONE, 0), COLUMNS, body).stored)
                .containsExactly("1|a", "2|\"b", "3|c");
    }
}
