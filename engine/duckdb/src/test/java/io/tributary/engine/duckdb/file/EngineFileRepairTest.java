package io.tributary.engine.duckdb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.duckdb.RootSession;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a checkpoint leaves that is cut off before its header is written: the file from before, some pages of what it wrote,
 * and the engine's own log.
 */
@Timeout(300)
class EngineFileRepairTest {
    private static final int PAGE_BYTES = FileHead.PAGE_BYTES;
    private static final int BLOCK_BYTES = 256 << 10;
    private static final int PAGES_OF_A_BLOCK = BLOCK_BYTES / PAGE_BYTES;
    private static final int TABLES = 5;
    /** So many have descriptions of two blocks and more. */
    private static final int WIDE_TABLES = 150;

    @TempDir
    Path directory;

    private int opened;

    /** A file before a checkpoint with its log, what it is afterwards, the copy, and what it answers. */
    private static final class Checkpoint {
        final byte[] before;
        final byte[] log;
        final byte[] after;
        final byte[] copy;
        final List<Long> answers;

        Checkpoint(byte[] before, byte[] log, byte[] after, byte[] copy, List<Long> answers) {
            this.before = before;
            this.log = log;
            this.after = after;
            this.copy = copy;
            this.answers = answers;
        }

        /** Blocks of the file before that are written in place. */
        List<Long> inPlace() throws IOException {
            List<Long> blocks = new ArrayList<>();
            ByteBuffer bytes = ByteBuffer.wrap(copy, Long.BYTES, copy.length - Long.BYTES);
            long count = bytes.getLong();
            int blockBytes = new FileHead(Arrays.copyOf(before, FileHead.BYTES)).blockBytes();
            for (int i = 0; i < count; i++) {
                blocks.add(bytes.getLong(CheckpointCopy.BLOCKS_AT + i * (Long.BYTES + blockBytes)));
            }
            return blocks;
        }

        /** Pages behind the head that the checkpoint has changed. */
        NavigableSet<Integer> changedPages() {
            NavigableSet<Integer> pages = new TreeSet<>();
            int last = Math.min(before.length, after.length) / PAGE_BYTES;
            IntStream.range(FileHead.PAGES, last)
                    .filter(page -> !Arrays.equals(page(before, page), page(after, page)))
                    .forEach(pages::add);
            return pages;
        }

        private static byte[] page(byte[] bytes, int page) {
            return Arrays.copyOfRange(bytes, page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
        }
    }

    /** A killed process has written a block's pages from the first on. */
    @Test
    void howeverManyPagesOfABlockAreWrittenInPlaceTheEngineOpensWithAllThatIsCommitted() throws Exception {
        Checkpoint checkpoint = checkpoint(new Random(1), 3);
        List<Long> blocks = checkpoint.inPlace();
        assertThat(blocks).isNotEmpty();
        int torn = 0;
        for (long block : blocks) {
            for (int pages = 0; pages <= PAGES_OF_A_BLOCK; pages++) {
                byte[] file = checkpoint.before.clone();
                int at = Math.toIntExact(FileHead.position(block, BLOCK_BYTES));
                System.arraycopy(checkpoint.after, at, file, at, pages * PAGE_BYTES);
                torn += isWhole(file, at) ? 0 : 1;

                assertThat(answers(checkpoint, file, checkpoint.copy))
                        .as("block " + block + " with " + pages + " new pages")
                        .isEqualTo(checkpoint.answers);
            }
        }
        assertThat(torn).as("files that DuckDB cannot read").isPositive();
    }

    /** A loss of power leaves some of all pages that a checkpoint writes before its header. */
    @Test
    void whateverPagesOfACheckpointAreLostTheEngineOpensWithAllThatIsCommitted() {
        Seeds.check(getClass(), 4, random -> {
            Checkpoint checkpoint = checkpoint(random, 2 + random.nextInt(6));
            for (int run = 0; run < 4; run++) {
                byte[] file =
                        Arrays.copyOf(checkpoint.before, Math.max(checkpoint.before.length, checkpoint.after.length));
                for (int page : checkpoint.changedPages()) {
                    if (random.nextBoolean()) {
                        System.arraycopy(checkpoint.after, page * PAGE_BYTES, file, page * PAGE_BYTES, PAGE_BYTES);
                    }
                }
                assertThat(answers(checkpoint, file, checkpoint.copy)).isEqualTo(checkpoint.answers);
            }
        });
    }

    /** Whatever it writes before its header is either free in the file before, or copied: nothing else is destroyed with it. */
    @Test
    void nothingThatACheckpointWritesIsMissingInItsCopy() {
        Seeds.check(getClass(), 6, random -> {
            Checkpoint checkpoint = checkpoint(random, 2 + random.nextInt(8));
            byte[] file = checkpoint.before.clone();
            checkpoint.changedPages().stream()
                    .map(page -> (page - FileHead.PAGES) / PAGES_OF_A_BLOCK)
                    .distinct()
                    .forEach(block -> fill(random, file, FileHead.BYTES + block * BLOCK_BYTES, BLOCK_BYTES));

            Path torn = files(checkpoint, file, checkpoint.copy);
            for (int opening = 1; opening <= 2; opening++) {
                try (DuckDbEngine engine = open(torn)) {
                    assertThat(answers(engine)).as("opening " + opening).isEqualTo(checkpoint.answers);
                }
            }
        });
    }

    @Test
    void aHeaderThatIsTornIsTheOneOfACheckpointThatDidNotTakePlace() throws Exception {
        Checkpoint checkpoint = checkpoint(new Random(2), 3);
        for (int sector = 0; sector < PAGE_BYTES; sector += 512) {
            byte[] file = Arrays.copyOf(checkpoint.after, Math.max(checkpoint.before.length, checkpoint.after.length));
            int header = changedHeader(checkpoint);
            fill(new Random(sector), file, header + sector, 512);

            assertThat(answers(checkpoint, file, checkpoint.copy))
                    .as("without the sector at " + sector)
                    .isEqualTo(checkpoint.answers);
        }
    }

    private static int changedHeader(Checkpoint checkpoint) {
        return Arrays.mismatch(checkpoint.before, checkpoint.after) / PAGE_BYTES * PAGE_BYTES;
    }

    /** The copy can go once the engine mends that. */
    @Test
    void withoutACopyTheEngineCannotOpenAFileWithATornBlock() throws Exception {
        Checkpoint checkpoint = checkpoint(new Random(3), 3);
        byte[] file = tornAtFirstPage(checkpoint);

        assertThatThrownBy(() -> answers(checkpoint, file, new byte[0]))
                .isInstanceOf(TributaryException.class)
                .hasStackTraceContaining("Corrupt database file")
                .hasStackTraceContaining("does not match stored checksum");
    }

    @Test
    void aCopyThatIsTornItselfIsOfNoAccount() throws Exception {
        Checkpoint checkpoint = checkpoint(new Random(4), 3);
        for (int bytes : new int[] {0, 1, 16, CheckpointCopy.BLOCKS_AT, checkpoint.copy.length - 1}) {
            assertThat(answers(checkpoint, checkpoint.before, Arrays.copyOf(checkpoint.copy, bytes)))
                    .as("a copy of " + bytes + " bytes")
                    .isEqualTo(checkpoint.answers);
        }
        byte[] copy = checkpoint.copy.clone();
        fill(new Random(5), copy, copy.length / 2, 512);
        assertThat(answers(checkpoint, checkpoint.before, copy)).isEqualTo(checkpoint.answers);

        byte[] file = tornAtFirstPage(checkpoint);
        Path torn = files(checkpoint, file, copy);
        new EngineFileRepair(torn).repair();
        assertThat(Files.readAllBytes(torn)).isEqualTo(file);
    }

    /** Also where it has a block of the same number that cannot be read. */
    @Test
    void aCopyOfAnEarlierCheckpointTouchesNothing() throws Exception {
        Checkpoint checkpoint = checkpoint(new Random(6), 3);
        byte[] file = checkpoint.after.clone();
        int at = Math.toIntExact(FileHead.position(checkpoint.inPlace().get(0), BLOCK_BYTES));
        fill(new Random(7), file, at, PAGE_BYTES);

        Path later = files(checkpoint, file, checkpoint.copy);
        new EngineFileRepair(later).repair();

        assertThat(Files.readAllBytes(later)).isEqualTo(file);
    }

    @Test
    void aCopyOfAnotherFileTouchesNothing() throws Exception {
        Checkpoint checkpoint = checkpoint(new Random(8), 3);
        Checkpoint other = checkpoint(new Random(8), 3);
        byte[] file = tornAtFirstPage(checkpoint);

        Path torn = files(checkpoint, file, other.copy);
        new EngineFileRepair(torn).repair();

        assertThat(Files.readAllBytes(torn)).isEqualTo(file);
    }

    /** A loss of power while it is put back leaves some of it; the copy is still there. */
    @Test
    void whatIsPutBackIsWhatWasThereAndCanBePutBackAgain() throws Exception {
        Checkpoint checkpoint = checkpoint(new Random(9), 3);
        Path torn = files(checkpoint, tornAtFirstPage(checkpoint), checkpoint.copy);

        new EngineFileRepair(torn).repair();
        assertThat(Files.readAllBytes(torn)).isEqualTo(checkpoint.before);
        Files.write(torn, tornAtFirstPage(checkpoint));
        new EngineFileRepair(torn).repair();

        assertThat(Files.readAllBytes(torn)).isEqualTo(checkpoint.before);
    }

    @Test
    void aFileThatIsGoneStaysGone() throws Exception {
        Checkpoint checkpoint = checkpoint(new Random(10), 2);
        Path file = files(checkpoint, checkpoint.before, checkpoint.copy);
        Files.delete(file);

        new EngineFileRepair(file).repair();

        assertThat(file).doesNotExist();
    }

    /** Tables with rows, some of them changed since each of the checkpoints before. */
    private Checkpoint checkpoint(Random random, int checkpoints) throws IOException, SQLException {
        Path file = Files.createDirectory(directory.resolve("made" + opened++)).resolve("tributary.duckdb");
        try (DuckDbEngine engine = open(file)) {
            DuckDbSession session = RootSession.of(engine);
            for (int table = 0; table < TABLES; table++) {
                session.execute("CREATE TABLE " + table(table) + " (a BIGINT, b VARCHAR)");
            }
            if (random.nextInt(4) == 0) {
                makeWideTables(session);
            }
            for (int i = 0; i < checkpoints; i++) {
                change(session, random);
                write(engine, random);
            }
            change(session, random);
            session.execute("INSERT INTO " + table(0) + " VALUES (1, 'in the log')");
            List<Long> answers = answers(engine);
            byte[] before = Files.readAllBytes(file);
            byte[] log = Files.readAllBytes(EngineFiles.log(file));
            write(engine, random);
            return new Checkpoint(
                    before,
                    log,
                    Files.readAllBytes(file),
                    Files.readAllBytes(EngineFiles.checkpointCopy(file)),
                    answers);
        }
    }

    private static void makeWideTables(DuckDbSession session) throws SQLException {
        String columns = IntStream.range(0, 30).mapToObj(i -> "c" + i + " INT").collect(Collectors.joining(", "));
        for (int i = 0; i < WIDE_TABLES; i++) {
            String table = DuckDbSession.table("tributary", "wide" + i);
            session.execute("CREATE TABLE " + table + " (" + columns + ")");
            session.execute("INSERT INTO " + table + " (c0) VALUES (" + i + ")");
        }
    }

    /** With and without merging. */
    private static void write(DuckDbEngine engine, Random random) {
        if (random.nextInt(3) == 0) {
            engine.merge();
        } else {
            engine.checkpoint();
        }
    }

    private static void change(DuckDbSession session, Random random) throws SQLException {
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            String table = table(random.nextInt(TABLES));
            switch (random.nextInt(5)) {
                case 0 -> session.execute("DELETE FROM " + table + " WHERE a % 3 = " + random.nextInt(3));
                case 1 -> session.execute("UPDATE " + table + " SET b = b || 'x' WHERE a % 7 = " + random.nextInt(7));
                case 2 -> {
                    session.execute("DROP TABLE " + table);
                    session.execute("CREATE TABLE " + table + " (a BIGINT, b VARCHAR)");
                }
                default ->
                    session.execute("INSERT INTO " + table + " SELECT i, md5(i::VARCHAR) FROM range("
                            + random.nextInt(80_000) + ") numbers(i)");
            }
        }
    }

    private static String table(int table) {
        return DuckDbSession.table("tributary", "numbers" + table);
    }

    private static List<Long> answers(DuckDbEngine engine) throws SQLException {
        DuckDbSession session = RootSession.of(engine);
        List<Long> answers = new ArrayList<>();
        for (int table = 0; table < TABLES; table++) {
            answers.add(session.number("SELECT count(*) FROM " + table(table)));
            answers.add(session.number("SELECT coalesce(bit_xor(hash(a, b) >> 1), 0)::BIGINT FROM " + table(table)));
        }
        answers.add(session.number("SELECT count(*) FROM duckdb_columns() WHERE table_name LIKE 'wide%'"));
        return answers;
    }

    /** What an engine answers that opens the file. */
    private List<Long> answers(Checkpoint checkpoint, byte[] file, byte[] copy) {
        try {
            Path torn = files(checkpoint, file, copy);
            try (DuckDbEngine engine = open(torn)) {
                return answers(engine);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path files(Checkpoint checkpoint, byte[] file, byte[] copy) throws IOException {
        Path torn = Files.createDirectory(directory.resolve("torn" + opened++)).resolve("tributary.duckdb");
        Files.write(torn, file);
        Files.write(EngineFiles.log(torn), checkpoint.log);
        Files.write(EngineFiles.checkpointCopy(torn), copy);
        return torn;
    }

    /** The checksum is in a block's first page. */
    private static byte[] tornAtFirstPage(Checkpoint checkpoint) throws IOException {
        byte[] file = checkpoint.before.clone();
        for (long block : checkpoint.inPlace()) {
            int at = Math.toIntExact(FileHead.position(block, BLOCK_BYTES));
            System.arraycopy(checkpoint.after, at, file, at, PAGE_BYTES);
            if (!isWhole(file, at)) {
                return file;
            }
        }
        throw new AssertionError("no block of " + checkpoint.inPlace() + " was written in place");
    }

    private static boolean isWhole(byte[] file, int at) {
        return FileHead.isWhole(ByteBuffer.wrap(file, at, BLOCK_BYTES).slice());
    }

    private static void fill(Random random, byte[] bytes, int from, int count) {
        byte[] noise = new byte[count];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, bytes, from, count);
    }

    private DuckDbEngine open(Path file) {
        return DuckDbEngine.open(DuckDbOptions.defaults(file, directory.resolve("tmp")));
    }
}
