package io.tributary.engine.duckdb.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts back from a {@link CheckpointCopy} what a checkpoint that has not ended left torn: only while the header in force is the
 * copy's, byte by byte, and only what has a wrong checksum, which DuckDB could not read anyway. What is live in a block was the same
 * before and after that checkpoint, so one that is written whole stays. A header that is torn is that of the checkpoint, which so did
 * not take place; the engine's own log still has what it was to write.
 *
 * <p>Before the engine opens the file; by the thread that opens it. May be repeated: the copy stays.
 */
public final class EngineFileRepair {
    private static final Logger log = LoggerFactory.getLogger(EngineFileRepair.class);

    private final Path file;
    private final Path copy;
    private int headersPutBack;
    private int blocksPutBack;

    public EngineFileRepair(Path file) {
        this.file = file;
        copy = EngineFiles.checkpointCopy(file);
    }

    /**
     * Does nothing where another process has the file open.
     *
     * @throws IOException if what is torn cannot be put back
     */
    public void repair() throws IOException {
        if (!Files.exists(file) || !Files.exists(copy)) {
            return;
        }
        try (RandomAccessFile in = new RandomAccessFile(copy.toFile(), "r");
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (!CopiedBlocks.isWhole(in)) {
                log.info("event=engine_copy_torn file={}, its checkpoint had not begun", copy);
            } else if (channel.tryLock() != null) {
                putBack(new CopiedBlocks(in), channel);
            }
        } catch (IOException e) {
            throw new IOException("what a checkpoint has torn cannot be put back from " + copy + ": " + e, e);
        }
    }

    private void putBack(CopiedBlocks copied, FileChannel channel) throws IOException {
        FileHead head = new FileHead(read(channel, 0, FileHead.BYTES));
        if (!head.isSameState(copied.head())) {
            return;
        }
        for (int page = 0; page < FileHead.PAGES; page++) {
            if (!FileHead.isWhole(head.page(page))) {
                write(channel, (long) page * FileHead.PAGE_BYTES, copied.head().page(page));
                headersPutBack++;
            }
        }
        copied.forEach((number, block) -> {
            long position = FileHead.position(number, block.limit());
            if (!FileHead.isWhole(ByteBuffer.wrap(read(channel, position, block.limit())))) {
                write(channel, position, block);
                blocksPutBack++;
            }
        });
        if (headersPutBack + blocksPutBack > 0) {
            channel.force(true);
            log.warn(
                    "event=engine_file_repaired file={} checkpoint={} headers={} blocks={} from={}, the checkpoint after"
                            + " that one was cut off while it wrote them",
                    file,
                    copied.head().iteration(),
                    headersPutBack,
                    blocksPutBack,
                    copy);
        }
    }

    /** What the file ends before reads as zeros. */
    private static byte[] read(FileChannel from, long position, int count) throws IOException {
        byte[] bytes = new byte[count];
        ByteBuffer into = ByteBuffer.wrap(bytes);
        for (int read = 0; read >= 0 && into.hasRemaining(); ) {
            read = from.read(into, position + into.position());
        }
        return bytes;
    }

    private static void write(FileChannel to, long position, ByteBuffer bytes) throws IOException {
        for (long at = position; bytes.hasRemaining(); ) {
            at += to.write(bytes, at);
        }
    }
}
