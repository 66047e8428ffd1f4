package io.tributary.frontend.load;

import io.tributary.frontend.load.format.ByteOrderMark;
import io.tributary.frontend.load.format.CsvFormat;
import io.tributary.frontend.load.format.CsvScanner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a CSV body: named by its first line, or {@code c1}, {@code c2} and so on, as many as its first row has.
 *
 * @param named whether the first line has names
 */
record CsvHead(CsvFormat format, boolean named) implements HeaderInput.Head {
    /** Columns that are named. */
    static final int COLUMNS_MAX = 4096;

    @Override
    public Optional<List<String>> names(byte[] bytes, int from, int to, boolean last) {
        CsvScanner scanner = new CsvScanner(format, COLUMNS_MAX);
        scanner.begin(bytes, ByteOrderMark.end(bytes, from, to), to, last);
        boolean skipped = true;
        for (long lines = named ? 0 : format.skippedLines(); lines > 0 && skipped; lines--) {
            skipped = scanner.skipLine();
        }
        boolean row = skipped && scanner.row();
        if (scanner.isUnclosed()) {
            throw format.unclosed(1);
        }
        if (!row) {
            return last ? Optional.of(List.of()) : Optional.empty();
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Math.min(COLUMNS_MAX, scanner.fieldCount()); i++) {
            names.add(
                    named
                            ? new String(
                                            bytes,
                                            scanner.start(i),
                                            scanner.end(i) - scanner.start(i),
                                            StandardCharsets.UTF_8)
                                    .strip()
                            : "c" + (i + 1));
        }
        return Optional.of(names);
    }
}
