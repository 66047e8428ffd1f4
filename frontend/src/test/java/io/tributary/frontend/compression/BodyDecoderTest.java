package io.tributary.frontend.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.zip.Deflater;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG.Bits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Bodies that other libraries have compressed: in pieces, one behind the other, cut and damaged. */
final class BodyDecoderTest {
    private static final byte[] SMALL = rows(40);
    private static final byte[] LARGE = rows(60_000);

    private static byte[] rows(int count) {
        StringBuilder rows = new StringBuilder();
        Random random = new Random(7);
        for (int i = 0; i < count; i++) {
            rows.append(i).append(",name").append(random.nextInt(100_000)).append(",\n");
        }
        return rows.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What comes of a body whose pieces end at these places. */
    private static byte[] decoded(Compression compression, byte[] body, int... cuts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        try (BodyDecoder decoder = compression.decoder()) {
            int from = 0;
            for (int i = 0; i <= cuts.length; i++) {
                int to = i == cuts.length ? body.length : cuts[i];
                decoder.add(Arrays.copyOfRange(body, from, to));
                if (i == cuts.length) {
                    decoder.end();
                }
                from = to;
                for (byte[] part = decoder.next(); part.length > 0; part = decoder.next()) {
                    assertThat(part.length).isLessThanOrEqualTo(BodyDecoder.PORTION_BYTES_MAX);
                    whole.writeBytes(part);
                }
            }
        }
        return whole.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void aBodyIsWhatItWasWhereverItIsCut(Compression compression) {
        byte[] small = Compressed.by(compression, SMALL);
        byte[] large = Compressed.by(compression, LARGE);
        int seed = Seeds.one(BodyDecoderTest.class, 1);

        for (int cut = 0; cut <= small.length; cut++) {
            assertThat(decoded(compression, small, cut)).as("cut at %d", cut).isEqualTo(SMALL);
        }
        assertThat(decoded(compression, large)).isEqualTo(LARGE);
        int[] cuts = new Random(seed).ints(200, 0, large.length).sorted().toArray();
        assertThat(decoded(compression, large, cuts)).as("seed %d", seed).isEqualTo(LARGE);
        assertThat(decoded(compression, Compressed.by(compression, new byte[0])))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aBodyThatEndsTooEarlyIsNeverTakenForAWholeOne(Compression compression) {
        byte[] body = Compressed.by(compression, SMALL);

        for (int length = 1; length < body.length; length++) {
            byte[] cut = Arrays.copyOf(body, length);
            assertThatThrownBy(() -> decoded(compression, cut))
                    .as("%d of %d bytes", length, body.length)
                    .isInstanceOf(TributaryException.class)
                    .hasMessageContaining(" body ");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "DEFLATE")
    void aDamagedByteIsAnErrorOrOfNoConsequence(Compression compression) {
        byte[] body = Compressed.by(compression, SMALL);

        for (int at = 0; at < body.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = body.clone();
                damaged[at] ^= (byte) (1 << bit);
                try {
                    assertThat(decoded(compression, damaged)).isEqualTo(SMALL);
                } catch (TributaryException e) {
                    assertThat(e).hasMessageContaining(" body ");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "DEFLATE")
    void bodiesOneBehindTheOtherAreOne(Compression compression) {
        byte[] small = Compressed.by(compression, SMALL);
        byte[] empty = Compressed.by(compression, new byte[0]);
        byte[] all = joined(small, empty, small, small);

        for (int cut = 0; cut <= all.length; cut++) {
            assertThat(decoded(compression, all, cut)).isEqualTo(joined(SMALL, SMALL, SMALL));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAFewBytesBlowUpToComesInPortions(Compression compression) {
        byte[] zeros = new byte[8 << 20];

        assertThat(decoded(compression, Compressed.by(compression, zeros))).hasSize(zeros.length);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotOfTheFormatIsRefused(Compression compression) {
        byte[] text = "1,Amy,60\n2,Bob,70\n".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> decoded(compression, text))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining(" body ");
    }

    @Test
    void deflateIsTakenWithAndWithoutZlibsHead() {
        Deflater raw = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        raw.setInput(SMALL);
        raw.finish();
        byte[] buffer = new byte[SMALL.length];
        int length = raw.deflate(buffer);
        raw.end();

        assertThat(decoded(Compression.DEFLATE, Arrays.copyOf(buffer, length), 1))
                .isEqualTo(SMALL);
    }

    @Test
    void bytesBehindTheEndAreAnError() {
        for (Compression compression : new Compression[] {Compression.DEFLATE, Compression.BZIP2, Compression.LZ4}) {
            byte[] body = joined(Compressed.by(compression, SMALL), new byte[20]);
            assertThatThrownBy(() -> decoded(compression, body, body.length - 20))
                    .as("%s", compression)
                    .hasMessageContaining("body is damaged");
        }
    }

    @Test
    void blocksOfLz4MayReferToTheOnesBefore() throws IOException {
        byte[] frame;
        try (InputStream resource = Objects.requireNonNull(BodyDecoderTest.class.getResourceAsStream("linked.lz4"))) {
            frame = resource.readAllBytes();
        }
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            rows.append(i % 50).append(",x,").append(i % 7).append('\n');
        }
        byte[] expected = rows.toString().getBytes(StandardCharsets.UTF_8);

        for (int cut = 0; cut <= frame.length; cut += 13) {
            assertThat(decoded(Compression.LZ4, frame, cut)).isEqualTo(expected);
        }
    }

    @Test
    void framesOfLz4MayHaveSizesUncompressedBlocksAndSkippedOnesBetween() {
        byte[] noise = new byte[150_000];
        new Random(3).nextBytes(noise);
        byte[] sized = Compressed.lz4(noise, Bits.BLOCK_INDEPENDENCE, Bits.CONTENT_SIZE);
        byte[] skipped = bytes(0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3);

        assertThat(decoded(Compression.LZ4, joined(skipped, sized, skipped, sized), 5, 9, 100_000))
                .isEqualTo(joined(noise, noise));
    }

    @Test
    void theFrameOfAnEmptyTaskHasOnlyItsEndMark() {
        byte[] frame = bytes(0x04, 0x22, 0x4D, 0x18, 0x60, 0x70, 0x73, 0, 0, 0, 0);

        assertThat(decoded(Compression.LZ4, frame)).isEmpty();
    }

    @Test
    void framesThatNobodyHereReadsSayWhy() {
        assertThatThrownBy(() -> decoded(Compression.LZ4, bytes(0x02, 0x21, 0x4C, 0x18, 0, 0, 0, 0)))
                .hasMessageContaining("legacy format");
        assertThatThrownBy(() -> decoded(Compression.LZ4, bytes(0x04, 0x22, 0x4D, 0x18, 0x61, 0x70, 0, 0, 0, 0, 0)))
                .hasMessageContaining("dictionary");
        assertThatThrownBy(() -> decoded(Compression.LZ4, bytes(0x04, 0x22, 0x4D, 0x18, 0x60, 0x70, 0, 0, 0, 0, 0)))
                .hasMessageContaining("checksum of a frame's head");
        byte[] sized = Compressed.lz4(SMALL, Bits.BLOCK_INDEPENDENCE, Bits.CONTENT_SIZE);
        sized[6]++;
        sized[14] = (byte) (XxHash32.of(sized, 4, 10) >> 8);
        assertThatThrownBy(() -> decoded(Compression.LZ4, sized)).hasMessageContaining("says that it has");
    }

    @Test
    void headersNameACompressionInAnyCase() {
        assertThat(Compression.parse("LZ4")).isEqualTo(Optional.of(Compression.LZ4));
        assertThat(Compression.parse("gz")).isEqualTo(Compression.parse("GZIP")).isPresent();
        assertThat(Compression.parse("br")).isEmpty();
    }
}
