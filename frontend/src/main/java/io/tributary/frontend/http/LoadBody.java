package io.tributary.frontend.http;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.compression.BodyDecoder;
import io.tributary.frontend.compression.Compression;
import io.tributary.frontend.compression.DecoderBudget;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.load.StreamLoad;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of a body to its load. What comes compressed goes on in portions, each decoded off the loop when the load has
 * taken the one before; a body that is too long, as it is or decoded, ends its load. Event loop of the connection.
 */
final class LoadBody {
    private static final CompletableFuture<Void> TAKEN = CompletableFuture.completedFuture(null);

    private static final byte[] NOTHING = {};

    private final StreamLoad load;
    private final long bytesMax;
    private final DecoderBudget decoders;
    private final ConnectionLoop loop;
    /** Made with the first byte: an empty body is empty in every compression. */
    private @Nullable BodyDecoder decoder;

    private Optional<Compression> compression;
    /** Tells the compression by the first bytes; null where it is known. */
    private @Nullable BodyCompression guessing;
    /** The first bytes, while there are too few to tell. */
    private byte[] head = NOTHING;
    /** How many bytes were decoded. */
    private long bytes;
    /** Whether the decoder is in use off the loop. */
    private boolean decoding;

    private boolean closed;

    /** @param bytesMax {@code stream_load_body_bytes_max} */
    LoadBody(StreamLoad load, BodyCompression compression, long bytesMax, DecoderBudget decoders, ConnectionLoop loop) {
        this.load = load;
        this.compression = compression.named();
        guessing = compression.isGuessed() ? compression : null;
        this.bytesMax = bytesMax;
        this.decoders = decoders;
        this.loop = loop;
    }

    /** What is said of a body that is longer than {@code bytesMax}. */
    static String tooLong(long bytesMax) {
        return "the body has more bytes than stream_load_body_bytes_max " + bytesMax;
    }

    /**
     * Takes the next piece; never fails, what is wrong is told by the load.
     *
     * @param piece owned from now on
     * @param last whether the body ends with it
     */
    CompletableFuture<Void> add(byte[] piece, boolean last) {
        BodyCompression guess = guessing;
        if (guess == null) {
            return take(piece, last);
        }
        byte[] begin = joined(head, piece);
        if (begin.length < Compression.MAGIC_BYTES && !last) {
            head = begin;
            return TAKEN;
        }
        guessing = null;
        head = NOTHING;
        compression = guess.guessed(begin);
        return take(begin, last);
    }

    private CompletableFuture<Void> take(byte[] piece, boolean last) {
        if (compression.isEmpty()) {
            return pass(piece);
        }
        BodyDecoder used = decoder;
        if (used == null) {
            if (piece.length == 0) {
                return TAKEN;
            }
            try {
                decoders.reserve(compression.get());
            } catch (TributaryException e) {
                return load.fail(e);
            }
            used = compression.get().decoder();
            decoder = used;
        }
        BodyDecoder decodes = used;
        CompletableFuture<Void> taken = new CompletableFuture<>();
        decode(decodes, taken, () -> {
            decodes.add(piece);
            if (last) {
                decodes.end();
            }
            return decodes.next();
        });
        return taken;
    }

    private static byte[] joined(byte[] first, byte[] rest) {
        if (first.length == 0) {
            return rest;
        }
        byte[] both = Arrays.copyOf(first, first.length + rest.length);
        System.arraycopy(rest, 0, both, first.length, rest.length);
        return both;
    }

    private CompletableFuture<Void> pass(byte[] piece) {
        bytes += piece.length;
        return bytes > bytesMax
                ? load.fail(new TributaryException(ErrorCode.PACKET_TOO_LARGE, tooLong(bytesMax)))
                : load.add(piece);
    }

    private void decode(BodyDecoder decodes, CompletableFuture<Void> taken, Supplier<byte[]> work) {
        decoding = true;
        // Always later, however fast it is: a piece may be a thousand portions.
        CompletableFuture<?> unused = loop.offLoop(work)
                .whenCompleteAsync((portion, error) -> decoded(decodes, taken, portion, error), loop.loop());
    }

    private void decoded(
            BodyDecoder decodes, CompletableFuture<Void> taken, byte @Nullable [] portion, @Nullable Throwable error) {
        decoding = false;
        if (closed) {
            release(decodes);
            taken.complete(null);
        } else if (portion == null) {
            CompletableFuture<?> unused = load.fail(error == null ? new IllegalStateException("no portion") : error)
                    .whenComplete((done, never) -> taken.complete(null));
        } else if (portion.length == 0) {
            taken.complete(null);
        } else {
            CompletableFuture<?> unused = pass(portion).whenComplete((done, never) -> {
                if (closed || load.hasFailed()) {
                    taken.complete(null);
                } else {
                    decode(decodes, taken, decodes::next);
                }
            });
        }
    }

    /** No more of it is of use. */
    void close() {
        BodyDecoder used = decoder;
        if (!closed && used != null && !decoding) {
            release(used);
        }
        closed = true;
    }

    private void release(BodyDecoder used) {
        used.close();
        compression.ifPresent(decoders::release);
    }
}
