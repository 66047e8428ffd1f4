package io.tributary.dialect.token;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;

/** Refusals of what is understood but not built. */
public final class Unsupported {
    private Unsupported() {}

    /** MySQL's text for 1235, with our name. */
    public static TributaryException error(String what) {
        return new TributaryException(
                ErrorCode.NOT_SUPPORTED, "This version of Tributary doesn't yet support '" + what + "'");
    }
}
