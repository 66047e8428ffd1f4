package io.tributary.frontend.load;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.frontend.load.format.InputBytes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An input whose columns are those that its first row shows: it is kept until that is there. */
final class HeaderInput implements LoadInput {
    /** The most bytes of the input until its first row is whole; Doris' {@code stream_tvf_buffer_size}. */
    static final int HEAD_BYTES_MAX = 1 << 20;

    private static final List<RowBlock> NO_BLOCKS = List.of();

    private final Head head;
    private final Function<List<String>, LoadInput> opening;
    private final InputBytes bytes = new InputBytes();
    private @Nullable LoadInput opened;

    /** Finds the names of an input's columns. */
    interface Head {
        /**
         * @param last whether the input ends there
         * @return empty where more must be seen of it; no names where there is no row
         */
        Optional<List<String>> names(byte[] bytes, int from, int to, boolean last);
    }

    /** @param opening makes the input of these columns; throws what is wrong with them */
    HeaderInput(Head head, Function<List<String>, LoadInput> opening) {
        this.head = head;
        this.opening = opening;
    }

    @Override
    public CompletableFuture<List<RowBlock>> add(byte[] piece) {
        LoadInput input = opened;
        if (input != null) {
            return input.add(piece);
        }
        bytes.add(piece);
        return open(false);
    }

    @Override
    public CompletableFuture<List<RowBlock>> finish() {
        return (opened == null ? open(true) : CompletableFuture.completedFuture(NO_BLOCKS)).thenCompose(first -> {
            LoadInput input = opened;
            // Nobody knows the columns without a row, and nobody needs them.
            return input == null
                    ? CompletableFuture.completedFuture(first)
                    : input.finish().thenApply(rest -> first.isEmpty() ? rest : both(first, rest));
        });
    }

    private static List<RowBlock> both(List<RowBlock> first, List<RowBlock> rest) {
        return Stream.concat(first.stream(), rest.stream()).toList();
    }

    private CompletableFuture<List<RowBlock>> open(boolean last) {
        try {
            if (!last && !bytes.isWorthReading() && isShort()) {
                return CompletableFuture.completedFuture(NO_BLOCKS);
            }
            Optional<List<String>> names = head.names(bytes.bytes(), bytes.from(), bytes.to(), last);
            if (names.isEmpty()) {
                bytes.readTo(bytes.from());
                requireShort();
                return CompletableFuture.completedFuture(NO_BLOCKS);
            }
            if (names.get().isEmpty()) {
                return CompletableFuture.completedFuture(NO_BLOCKS);
            }
            LoadInput input = opening.apply(names.get());
            opened = input;
            byte[] kept = Arrays.copyOfRange(bytes.bytes(), bytes.from(), bytes.to());
            bytes.clear();
            return input.add(kept);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private boolean isShort() {
        return bytes.to() - bytes.from() <= HEAD_BYTES_MAX;
    }

    private void requireShort() {
        if (!isShort()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "the first row does not end within " + HEAD_BYTES_MAX
                            + " bytes, so that the columns are not known; does line_delimiter name what ends it?");
        }
    }

    @Override
    public boolean hasMore() {
        return opened != null && opened.hasMore();
    }

    @Override
    public void close() {
        if (opened != null) {
            opened.close();
        }
    }

    @Override
    public long rowCount() {
        return opened == null ? 0 : opened.rowCount();
    }

    @Override
    public FilteredRows filtered() {
        return opened == null ? FilteredRows.NONE : opened.filtered();
    }

    @Override
    public long unselectedCount() {
        return opened == null ? 0 : opened.unselectedCount();
    }

    @Override
    public long storedCount() {
        return opened == null ? 0 : opened.storedCount();
    }
}
