package io.tributary.engine.duckdb.file;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A copy of what the next checkpoint may write again in place. DuckDB keeps descriptions (of tables, row groups, free blocks) in
 * 64 parts of a block. A checkpoint puts new ones into free parts of a block that the header in force still needs for its other
 * parts, and writes the whole block under the same number. A process that is killed within that write, or a loss of power before
 * it is synced, leaves old and new pages: the checksum is wrong, and the file cannot be opened. So before each checkpoint the head
 * and all blocks of descriptions with free parts go into a file beside it, which is synced; {@link EngineFileRepair} puts back
 * what is torn.
 *
 * <pre>
 *   0       8        16                16 + 12288
 *   | magic | blocks | the file's head | number 8, block B | number 8, block B | … | crc32c 8 |   crc covers all before itself
 * </pre>
 *
 * <p>It is written over by the next checkpoint. One that is torn itself is of no account: its checkpoint had not begun, the file is
 * whole. It has as many bytes as the file has descriptions, at most. One thread at a time.
 */
public final class CheckpointCopy {
    static final long MAGIC = 0x31434b5043425254L;

    static final int BLOCKS_AT = 2 * Long.BYTES + FileHead.BYTES;
    static final int CRC_BYTES = Long.BYTES;

    private final EngineFiles files;
    private final Path copy;

    /** @param files whose engine is open */
    public CheckpointCopy(EngineFiles files) {
        this.files = files;
        copy = files.checkpointCopy();
    }

    /**
     * Returns when the copy is on the disk; its name may not be yet where it was made anew.
     *
     * @param blocks numbers of the blocks that have free parts
     * @throws TributaryException with {@code ENGINE_IO} if it cannot be made; then no checkpoint may be
     */
    public void write(List<Long> blocks) {
        try (RandomAccessFile out = new RandomAccessFile(copy.toFile(), "rw")) {
            FileHead head = new FileHead(files.read(0, FileHead.BYTES));
            int blockBytes = head.blockBytes();
            Sink sink = new Sink(out);
            sink.put(MAGIC);
            sink.put(blocks.size());
            sink.put(head.bytes());
            for (long block : blocks) {
                sink.put(block);
                sink.put(files.read(FileHead.position(block, blockBytes), blockBytes));
            }
            sink.end();
        } catch (IOException e) {
            throw new TributaryException(
                    ErrorCode.ENGINE_IO,
                    "no checkpoint is made: what it writes again in place cannot be copied to " + copy + ": " + e,
                    e);
        }
    }

    /** Writes from the beginning on, and its checksum behind that. */
    private static final class Sink {
        private final RandomAccessFile out;
        private final CRC32C crc = new CRC32C();

        Sink(RandomAccessFile out) {
            this.out = out;
        }

        void put(long number) throws IOException {
            put(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
        }

        void put(byte[] bytes) throws IOException {
            crc.update(bytes);
            out.write(bytes);
        }

        void end() throws IOException {
            out.writeLong(crc.getValue());
            out.setLength(out.getFilePointer());
            out.getFD().sync();
        }
    }
}
