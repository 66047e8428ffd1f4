package io.tributary.frontend.columnar;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.duckdb.DuckDBConnection;

/** The batches of an Arrow file or stream, as a view of an engine's connection that can be read once. */
final class ArrowFile implements AutoCloseable {
    private static final byte[] FILE_MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    private final FileChannel channel;
    private final ArrowReader reader;
    private final ArrowArrayStream stream;

    private ArrowFile(Path file, BufferAllocator allocator) throws IOException {
        channel = FileChannel.open(file);
        reader = isFile(file) ? new ArrowFileReader(channel, allocator) : new ArrowStreamReader(channel, allocator);
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
            opened.reader.getVectorSchemaRoot();
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

    /** After the connection. */
    @Override
    public void close() throws IOException {
        stream.release();
        stream.close();
        reader.close();
        channel.close();
    }
}
