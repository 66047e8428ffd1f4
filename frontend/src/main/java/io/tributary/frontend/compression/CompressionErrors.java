package io.tributary.frontend.compression;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;

/** What is wrong with compressed bytes, as the error that ends their load. */
final class CompressionErrors {
    private CompressionErrors() {}

    static TributaryException body(String format, String why) {
        return new TributaryException(ErrorCode.INVALID_STATEMENT, "the " + format + " body is damaged: " + why);
    }

    static TributaryException cut(String format) {
        return new TributaryException(
                ErrorCode.INVALID_STATEMENT, "the " + format + " body ends before its end mark: it was cut");
    }
}
