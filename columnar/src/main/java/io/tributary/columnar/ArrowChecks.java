package io.tributary.columnar;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.util.ValueVectorUtility;

/**
 * Whether what a client sent as Arrow is what it says. The engine takes batches by their addresses and looks at no limit:
 * an offset beyond a buffer would read the memory of this process, or end it.
 */
final class ArrowChecks {
    /** The largest description of a batch, or of a file, that is taken: it is read into the heap as a whole. */
    static final int METADATA_BYTES_MAX = 64 << 20;

    private static final Set<ArrowType.ArrowTypeID> UNCHECKED = Set.of(
            ArrowType.ArrowTypeID.Union,
            ArrowType.ArrowTypeID.Utf8View,
            ArrowType.ArrowTypeID.BinaryView,
            ArrowType.ArrowTypeID.ListView,
            ArrowType.ArrowTypeID.LargeListView,
            ArrowType.ArrowTypeID.RunEndEncoded);

    private ArrowChecks() {}

    /** Refuses types whose values nobody can check. */
    static void types(Iterable<Field> fields) throws IOException {
        for (Field field : fields) {
            ArrowType.ArrowTypeID type = field.getType().getTypeID();
            if (UNCHECKED.contains(type)) {
                throw new IOException("column " + field.getName() + " is of the type " + type + ", which is not read");
            }
            types(field.getChildren());
        }
    }

    /**
     * That each column has as many values as the batch has rows: one with fewer would be filled with nulls, and a few bytes be
     * millions of rows that nobody sent.
     */
    static void lengths(ArrowRecordBatch batch, VectorSchemaRoot columns) {
        List<ArrowFieldNode> nodes = batch.getNodes();
        int at = 0;
        for (FieldVector column : columns.getFieldVectors()) {
            int values = at < nodes.size() ? nodes.get(at).getLength() : 0;
            if (values != batch.getLength()) {
                throw new IllegalArgumentException("column " + column.getName() + " has " + values
                        + " values in a batch of " + batch.getLength() + " rows");
            }
            at += nodes(column.getField());
        }
    }

    /** A column has one, and each that it consists of. */
    private static int nodes(Field field) {
        return 1 + field.getChildren().stream().mapToInt(ArrowChecks::nodes).sum();
    }

    /** Every offset, every length, and every place in a dictionary. */
    static void batch(VectorSchemaRoot batch, DictionaryProvider dictionaries) {
        ValueVectorUtility.validateFull(batch);
        batch.getFieldVectors().forEach(vector -> indexes(vector, dictionaries));
    }

    private static void indexes(FieldVector vector, DictionaryProvider dictionaries) {
        var encoding = vector.getField().getDictionary();
        if (encoding != null) {
            Dictionary dictionary = dictionaries.lookup(encoding.getId());
            int values = dictionary == null ? 0 : dictionary.getVector().getValueCount();
            BaseIntVector places = (BaseIntVector) vector;
            for (int row = 0; row < vector.getValueCount(); row++) {
                long place = vector.isNull(row) ? 0 : places.getValueAsLong(row);
                if (place < 0 || (place >= values && !vector.isNull(row))) {
                    throw new IllegalArgumentException("column " + vector.getName() + " names value " + place
                            + " of a dictionary that has " + values);
                }
            }
        }
        vector.getChildrenFromFields().forEach(child -> indexes(child, dictionaries));
    }

    /**
     * Looks at the message that comes next in a stream. What it says of lengths would be believed, and memory that is taken
     * for a message of which not all is there is never given back.
     */
    static void message(FileChannel channel) throws IOException {
        long at = channel.position();
        ByteBuffer head = read(channel, at, 8);
        if (head.remaining() < 4) {
            return;
        }
        int first = head.getInt(0);
        boolean continued = first == -1 && head.remaining() == 8;
        int length = continued ? head.getInt(4) : first;
        long begin = at + (continued ? 8 : 4);
        if (length == 0) {
            return;
        }
        metadata(length, channel.size() - begin);
        long body = channel.size() - begin - length;
        buffers(Message.getRootAsMessage(read(channel, begin, length)), body);
    }

    /** Looks at the length of what describes a file, behind which 10 bytes stand. */
    static void footer(FileChannel channel) throws IOException {
        long at = channel.size() - 10;
        ByteBuffer length = at < 0 ? ByteBuffer.allocate(0) : read(channel, at, 4);
        if (length.remaining() == 4) {
            metadata(length.getInt(0), at);
        }
    }

    /** Looks at the batches of a file, each as {@link #message}. */
    static void blocks(FileChannel channel, Iterable<ArrowBlock> blocks) throws IOException {
        for (ArrowBlock block : blocks) {
            long at = block.getOffset();
            long left = at < 0 ? -1 : channel.size() - at;
            metadata(block.getMetadataLength(), left);
            long body = block.getBodyLength();
            if (body < 0 || body > left - block.getMetadataLength() || block.getMetadataLength() < 8) {
                throw new IOException("a batch of " + body + " bytes, where " + left + " are left");
            }
            ByteBuffer head = read(channel, at, block.getMetadataLength());
            head.position(head.getInt(0) == -1 ? 8 : 4);
            buffers(Message.getRootAsMessage(head.slice().order(ByteOrder.LITTLE_ENDIAN)), body);
        }
    }

    private static void buffers(Message message, long body) throws IOException {
        if (message.bodyLength() < 0 || message.bodyLength() > body) {
            throw new IOException("a batch of " + message.bodyLength() + " bytes, where " + body + " are left");
        }
        RecordBatch batch = new RecordBatch();
        if (message.headerType() == MessageHeader.DictionaryBatch) {
            DictionaryBatch dictionary = new DictionaryBatch();
            message.header(dictionary);
            dictionary.data(batch);
        } else if (message.headerType() == MessageHeader.RecordBatch) {
            message.header(batch);
        } else if (message.bodyLength() != 0) {
            throw new IOException("a message that is no batch and has a body");
        } else {
            return;
        }
        if (batch.compression() != null) {
            throw new IOException("its buffers are compressed, which is not read");
        }
        for (int i = 0; i < batch.buffersLength(); i++) {
            long offset = batch.buffers(i).offset();
            long length = batch.buffers(i).length();
            if (offset < 0 || length < 0 || offset > message.bodyLength() || length > message.bodyLength() - offset) {
                throw new IOException(
                        "a buffer at " + offset + " of " + length + " bytes in a batch of " + message.bodyLength());
            }
        }
    }

    /** Reads as much as is there, at most {@code length} bytes. */
    private static ByteBuffer read(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {}
        return bytes.flip();
    }

    private static void metadata(int length, long left) throws IOException {
        if (length < 0 || length > left || length > METADATA_BYTES_MAX) {
            throw new IOException("a description of " + length + " bytes, where " + Math.min(left, METADATA_BYTES_MAX)
                    + " are allowed");
        }
    }
}
