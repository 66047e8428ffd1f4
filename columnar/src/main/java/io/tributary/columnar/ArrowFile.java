package io.tributary.columnar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;
import org.apache.arrow.vector.ipc.message.MessageResult;
import org.apache.arrow.vector.util.ValueVectorUtility;
import org.duckdb.DuckDBConnection;

/** The batches of an Arrow file or stream, as a view of an engine's connection that can be read once. */
final class ArrowFile implements AutoCloseable {
    private static final byte[] FILE_MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    private final FileChannel channel;
    private final ArrowReader reader;
    private final ArrowArrayStream stream;

    private ArrowFile(Path file, BufferAllocator allocator) throws IOException {
        channel = FileChannel.open(file);
        reader = isFile(file) ? new CheckedFile(channel, allocator) : new CheckedStream(channel, allocator);
        stream = ArrowArrayStream.allocateNew(allocator);
    }

    private static boolean isFile(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(FILE_MAGIC.length), FILE_MAGIC);
        }
    }

    /** Closes what it has opened where it fails. */
    static ArrowFile register(Path file, DuckDBConnection connection, String view, BufferAllocator allocator)
            throws IOException, SQLException {
        ArrowFile opened = new ArrowFile(file, allocator);
        boolean registered = false;
        try {
            // Reads the schema, and so finds out whether this is Arrow at all.
            ArrowChecks.types(opened.reader.getVectorSchemaRoot().getSchema().getFields());
            if (opened.reader instanceof ArrowFileReader blocks) {
                ArrowChecks.blocks(opened.channel, blocks.getDictionaryBlocks());
                ArrowChecks.blocks(opened.channel, blocks.getRecordBlocks());
            }
            for (Dictionary dictionary : opened.reader.getDictionaryVectors().values()) {
                ArrowChecks.types(List.of(dictionary.getVector().getField()));
            }
            Data.exportArrayStream(allocator, opened.reader, opened.stream);
            connection.registerArrowStream(view, opened.stream);
            registered = true;
            return opened;
        } finally {
            if (!registered) {
                opened.close();
            }
        }
    }

    /** Closes the file; the connection that reads from it must have been closed before. */
    @Override
    public void close() throws IOException {
        stream.release();
        stream.close();
        reader.close();
        channel.close();
    }

    private static final class CheckedFile extends ArrowFileReader {
        CheckedFile(FileChannel channel, BufferAllocator allocator) throws IOException {
            super(channel, allocator);
            ArrowChecks.footer(channel);
        }

        @Override
        protected void loadRecordBatch(ArrowRecordBatch batch) {
            checkLengths(this, batch);
            super.loadRecordBatch(batch);
            check(this);
        }

        @Override
        protected void loadDictionary(ArrowDictionaryBatch batch) {
            super.loadDictionary(batch);
            ValueVectorUtility.validateFull(lookup(batch.getDictionaryId()).getVector());
        }
    }

    private static final class CheckedStream extends ArrowStreamReader {
        CheckedStream(FileChannel channel, BufferAllocator allocator) {
            super(new CheckedMessages(channel, allocator), allocator);
        }

        @Override
        protected void loadRecordBatch(ArrowRecordBatch batch) {
            checkLengths(this, batch);
            super.loadRecordBatch(batch);
            check(this);
        }

        @Override
        protected void loadDictionary(ArrowDictionaryBatch batch) {
            super.loadDictionary(batch);
            ValueVectorUtility.validateFull(lookup(batch.getDictionaryId()).getVector());
        }
    }

    private static final class CheckedMessages extends MessageChannelReader {
        private final FileChannel channel;

        CheckedMessages(FileChannel channel, BufferAllocator allocator) {
            super(new ReadChannel(channel), allocator);
            this.channel = channel;
        }

        @Override
        public MessageResult readNext() throws IOException {
            ArrowChecks.message(channel);
            return super.readNext();
        }
    }

    private static void checkLengths(ArrowReader reader, ArrowRecordBatch batch) {
        boolean right = false;
        try {
            ArrowChecks.lengths(batch, reader.getVectorSchemaRoot());
            right = true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            // Otherwise who loads it does.
            if (!right) {
                batch.close();
            }
        }
    }

    private static void check(ArrowReader reader) {
        try {
            ArrowChecks.batch(reader.getVectorSchemaRoot(), reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
