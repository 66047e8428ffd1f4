package io.tributary.frontend.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.frontend.load.format.CsvFormat;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeaderInputTest {
    /** Keeps what it gets. */
    private static final class Kept implements LoadInput {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public CompletableFuture<List<RowBlock>> add(byte[] piece) {
            bytes.writeBytes(piece);
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public CompletableFuture<List<RowBlock>> finish() {
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public long rowCount() {
            return 7;
        }

        @Override
        public FilteredRows filtered() {
            return FilteredRows.NONE;
        }
    }

    private final Kept kept = new Kept();
    private final List<List<String>> opened = new ArrayList<>();

    private HeaderInput input(boolean named, long skippedLines) {
        CsvFormat format = new CsvFormat(bytes(","), bytes("\n"), '"', CsvFormat.NONE, false, false, skippedLines);
        return new HeaderInput(new CsvHead(format, named), names -> {
            opened.add(names);
            return kept;
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void add(HeaderInput input, String... pieces) {
        for (String piece : pieces) {
            assertThat(input.add(bytes(piece)).join()).isEmpty();
        }
    }

    @Test
    void columnsAreCountedInTheFirstRowThatIsWholeAndNothingIsLost() {
        HeaderInput input = input(false, 1);

        add(input, "note", "\n\n1,", "\"a,b\"");
        assertThat(opened).isEmpty();
        add(input, ",3\n4,5", ",6");
        assertThat(input.finish().join()).isEmpty();

        assertThat(opened).containsExactly(List.of("c1", "c2", "c3"));
        assertThat(kept.bytes.toString(StandardCharsets.UTF_8)).isEqualTo("note\n\n1,\"a,b\",3\n4,5,6");
        assertThat(input.rowCount()).isEqualTo(7);
    }

    @Test
    void namesStandInTheFirstLine() {
        HeaderInput input = input(true, 2);

        add(input, "id, full name ,\"p,q\"\nINT");

        assertThat(opened).containsExactly(List.of("id", "full name", "p,q"));
    }

    @Test
    void aLastRowWithoutAnEndIsOneAndABodyWithoutRowsOpensNothing() {
        HeaderInput one = input(false, 0);
        add(one, "1,2");
        one.finish().join();
        assertThat(opened).containsExactly(List.of("c1", "c2"));

        HeaderInput none = input(false, 0);
        add(none, "\n\n");
        assertThat(none.finish().join()).isEmpty();
        assertThat(none.rowCount()).isZero();
        assertThat(opened).hasSize(1);
    }

    @Test
    void aFirstRowThatDoesNotEndIsRefusedAtTheLimit() {
        HeaderInput input = input(false, 0);
        add(input, "x".repeat(HeaderInput.HEAD_BYTES_MAX));

        assertThatThrownBy(() -> input.add(bytes("x")).join())
                .hasMessageContaining("the first row does not end within 1048576 bytes");
    }

    /** A hostile client sends a byte a chunk: to look at all of it each time would take minutes. */
    @Test
    void aHeadThatComesByteByByteIsLookedAtNowAndThen() {
        AtomicInteger looks = new AtomicInteger();
        HeaderInput input = new HeaderInput(
                (bytes, from, to, last) -> {
                    looks.incrementAndGet();
                    return Optional.empty();
                },
                names -> kept);
        byte[] one = {'x'};
        for (int i = 0; i < HeaderInput.HEAD_BYTES_MAX; i++) {
            assertThat(input.add(one.clone())).isNotCompletedExceptionally();
        }

        assertThat(looks.get()).isLessThan(30);
        assertThat(input.add(one)).isCompletedExceptionally();
    }

    @Test
    void namesBehindAByteOrderMarkAreNames() {
        HeaderInput input = input(true, 0);
        add(input, "\uFEFFid,name\n1,a\n");

        assertThat(opened).containsExactly(List.of("id", "name"));
    }

    @Test
    void aFirstRowWithAnEnclosureThatIsNotClosedIsRefused() {
        HeaderInput input = input(false, 0);
        add(input, "1,\"a\n2,b\n");

        assertThatThrownBy(() -> input.finish().join()).hasMessageContaining("row 1 has a field that begins with the");
    }
}
