package io.tributary.bench.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Counts latencies in whole microseconds: exact below 256 µs, within 1 % above. Fixed size; recording allocates nothing.
 * Not thread-safe: one a client, added up at the end.
 */
public final class LatencyHistogram {
    /** Each client has one, so that a third digit would cost a thousand of them 200 MB. */
    private static final int SIGNIFICANT_DIGITS = 2;

    /** What takes longer counts as this. */
    static final long MICROS_MAX = TimeUnit.DAYS.toMicros(1);

    private final Histogram micros;

    public LatencyHistogram() {
        this(new Histogram(MICROS_MAX, SIGNIFICANT_DIGITS));
    }

    private LatencyHistogram(Histogram micros) {
        this.micros = micros;
    }

    public void record(long nanos) {
        micros.recordValue(Math.min(Math.max(0, nanos / 1_000), MICROS_MAX));
    }

    public void add(LatencyHistogram other) {
        micros.add(other.micros);
    }

    /** The upper edge of the bucket in which this share of all values ends, in milliseconds; 0 without values. */
    public double percentileMillis(double percent) {
        return micros.getValueAtPercentile(percent) / 1e3;
    }

    /** How many latencies were recorded. */
    public long total() {
        return micros.getTotalCount();
    }

    /**
     * Returns the latencies as HdrHistogram compresses them.
     *
     * @see #ofCompressed
     */
    @JsonValue
    byte[] compressed() {
        ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    /** @throws DataFormatException if the bytes are not those of {@link #compressed} */
    @JsonCreator
    static LatencyHistogram ofCompressed(byte[] bytes) throws DataFormatException {
        return new LatencyHistogram(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), MICROS_MAX));
    }
}
