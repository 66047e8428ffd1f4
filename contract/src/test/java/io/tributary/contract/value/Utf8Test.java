package io.tributary.contract.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Utf8Test {
    @Test
    void randomBytesAreJudgedAndCountedAsByTheJdk() {
        byte[] alphabet = {
            'a',
            0,
            0x7f,
            (byte) 0x80,
            (byte) 0xbf,
            (byte) 0xc1,
            (byte) 0xc2,
            (byte) 0xe0,
            (byte) 0xa0,
            (byte) 0xed,
            (byte) 0x9f,
            (byte) 0xef,
            (byte) 0xf0,
            (byte) 0x90,
            (byte) 0xf4,
            (byte) 0x8f,
            (byte) 0xf5,
            (byte) 0xff
        };
        Seeds.check(Utf8Test.class, 4, random -> {
            for (int round = 0; round < 25_000; round++) {
                byte[] bytes = new byte[random.nextInt(20)];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = alphabet[random.nextInt(4) > 0 ? 0 : random.nextInt(alphabet.length)];
                }
                // They stand in the middle of bytes that are no text, which must not be read.
                byte[] larger = new byte[bytes.length + random.nextInt(20)];
                Arrays.fill(larger, (byte) 0xff);
                int offset = random.nextInt(larger.length - bytes.length + 1);
                System.arraycopy(bytes, 0, larger, offset, bytes.length);
                if (Utf8.characters(larger, offset, bytes.length) != reference(bytes)) {
                    throw new AssertionError(java.util.HexFormat.of().formatHex(bytes));
                }
            }
        });
    }

    @Test
    void everyCharacterIsOne() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint += 7) {
            if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
                byte[] bytes = ("12345678" + Character.toString(codePoint)).getBytes(StandardCharsets.UTF_8);
                assertThat(Utf8.characters(bytes, 0, bytes.length)).isEqualTo(9);
            }
        }
    }

    private static int reference(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.codePointCount(0, text.length());
        } catch (CharacterCodingException e) {
            return -1;
        }
    }
}
