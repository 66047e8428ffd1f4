package io.tributary.frontend.http;

import io.tributary.frontend.compression.Compression;
import io.tributary.frontend.load.StreamLoadRequest;
import io.tributary.frontend.load.format.CsvFormat;
import io.tributary.frontend.load.format.JsonFormat;
import io.tributary.frontend.load.format.LoadFormat;
import io.tributary.planner.plan.HttpStreamPlan;
import java.util.Optional;

/** What a body is compressed with: what the headers say, or else what its first bytes tell. */
record BodyCompression(Optional<Compression> named, Guess guess) {
    /** Whose first bytes count. */
    enum Guess {
        /** Nobody's: a header says what they are, or the format begins with bytes of its own. */
        NONE,
        /** Those of a body that would be any text. */
        TEXT,
        /** Those of a body that would be JSON. */
        JSON
    }

    /** @throws LoadHeaders.Malformed for a compression that nobody knows */
    static BodyCompression of(StreamLoadRequest wanted, LoadHeaders headers) {
        FormatHeaders ofRequest = new FormatHeaders(headers);
        HttpStreamPlan statement = wanted.mapping().statement();
        Optional<Compression> named =
                statement == null ? ofRequest.compression() : HttpStreamHeaders.compression(statement, headers);
        boolean said = ofRequest.sayCompression() || (statement != null && HttpStreamHeaders.sayCompression(statement));
        return new BodyCompression(named, said ? Guess.NONE : guess(wanted.format()));
    }

    private static Guess guess(LoadFormat format) {
        if (format instanceof JsonFormat) {
            return Guess.JSON;
        }
        return format instanceof CsvFormat ? Guess.TEXT : Guess.NONE;
    }

    boolean isGuessed() {
        return guess != Guess.NONE;
    }

    /** @param head the body's first {@link Compression#MAGIC_BYTES}, or all of it */
    Optional<Compression> guessed(byte[] head) {
        return Compression.ofHead(head, guess == Guess.JSON);
    }
}
