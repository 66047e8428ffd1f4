package io.tributary.planner.sql;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;

/** Refusals of what is understood but not built. */
final class Unsupported {
    private Unsupported() {}

    /** MySQL's text for 1235, with our name. */
    static TributaryException error(String what) {
        return new TributaryException(
                ErrorCode.NOT_SUPPORTED, "This version of Tributary doesn't yet support '" + what + "'");
    }
}
