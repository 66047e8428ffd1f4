package io.tributary.backend.txn;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.contract.row.RowBlock;
import io.tributary.log.DurableDirectories;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The file of a transaction between its two phases. It has its name only when it is whole and durable.
 *
 * <pre>
 *   "TRIBP2C1"  u32 length, JSON of the {@link Head}, u32 CRC-32C
 *   for each block: u32 length, bytes, u32 CRC-32C                    (big-endian)
 * </pre>
 */
final class PrecommittedFile {
    static final String SUFFIX = ".rows";
    private static final String UNFINISHED = ".tmp";
    private static final long MAGIC = 0x5452494250324331L;
    private static final ObjectMapper JSON = new ObjectMapper();

    private PrecommittedFile() {}

    /**
     * @param label the user's, or the load's own
     * @param blocks how many follow
     * @param beganMillis since 1970
     */
    @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
    record Head(
            long txnId,
            String label,
            String database,
            String table,
            long tableId,
            int schemaVersion,
            long rows,
            int blocks,
            long beganMillis) {}

    static Path path(Path directory, long txnId) {
        return directory.resolve(txnId + SUFFIX);
    }

    /** Returns the file that is written first, and has its name when it is complete. */
    static Path unfinished(Path directory, long txnId) {
        return directory.resolve(txnId + SUFFIX + UNFINISHED);
    }

    /** Whether it was cut off while it was written: nobody was told of it. */
    static boolean isUnfinished(Path file) {
        return file.toString().endsWith(UNFINISHED);
    }

    static void write(Path directory, Head head, List<RowBlock> blocks) throws IOException {
        Path file = path(directory, head.txnId());
        Path unfinished = unfinished(directory, head.txnId());
        try (FileChannel channel = FileChannel.open(
                        unfinished,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
                DataOutputStream out =
                        new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)))) {
            out.writeLong(MAGIC);
            byte[] json = JSON.writeValueAsBytes(head);
            part(out, json, 0, json.length);
            for (RowBlock block : blocks) {
                part(out, block.bytes(), block.offset(), block.length());
            }
            out.flush();
            channel.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        DurableDirectories.sync(directory);
    }

    private static void part(DataOutputStream out, byte[] bytes, int offset, int length) throws IOException {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        out.writeInt(length);
        out.write(bytes, offset, length);
        out.writeInt((int) crc.getValue());
    }

    static Head head(Path file) throws IOException {
        try (DataInputStream in = open(file)) {
            return readHead(in, file);
        }
    }

    static List<RowBlock> blocks(Path file) throws IOException {
        try (DataInputStream in = open(file)) {
            int count = readHead(in, file).blocks();
            List<RowBlock> blocks = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                blocks.add(RowBlock.of(part(in, file)));
            }
            return blocks;
        }
    }

    private static DataInputStream open(Path file) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
    }

    private static Head readHead(DataInputStream in, Path file) throws IOException {
        if (in.readLong() != MAGIC) {
            throw new IOException(file + " is no file of a pre-committed transaction of this version");
        }
        return JSON.readValue(part(in, file), Head.class);
    }

    private static byte[] part(DataInputStream in, Path file) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > Files.size(file)) {
            throw new IOException(file + " is damaged: a part of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        if (bytes.length < length || in.readInt() != (int) crc.getValue()) {
            throw new IOException(file + " is damaged: a part of " + length + " bytes has another checksum");
        }
        return bytes;
    }
}
