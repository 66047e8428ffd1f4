package io.tributary.frontend.compression;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.testing.Seeds;
import java.util.Random;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;

final class XxHash32Test {
    @Test
    void bytesInPiecesHaveTheHashThatAnotherLibrarySays() {
        XXHash32 other = XXHashFactory.fastestJavaInstance().hash32();
        int seed = Seeds.one(XxHash32Test.class, 5);
        Random random = new Random(seed);
        for (int length = 0; length < 300; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            int cut = random.nextInt(length + 1);
            int second = cut + random.nextInt(length - cut + 1);

            XxHash32 hash = new XxHash32();
            hash.update(bytes, 0, cut);
            hash.update(bytes, cut, second - cut);
            hash.update(bytes, second, length - second);

            assertThat(hash.value()).as("seed %d", seed).isEqualTo(other.hash(bytes, 0, length, 0));
            assertThat(XxHash32.of(bytes, 0, length)).as("seed %d", seed).isEqualTo(hash.value());
        }
    }
}
