package io.tributary.rpc.client;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.grpc.Metadata;
import io.tributary.contract.calls.CatalogOrigin;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import org.jspecify.annotations.Nullable;

/**
 * The version of the contract between frontend and backend ({@code tributary.proto}). A backend serves frontends of its own
 * version and of the one before, so backends are upgraded first; a frontend uses no backend of an earlier version, which
 * would ignore what it does not know of a request.
 *
 * <pre>
 *   1   says nothing of versions
 *   2   the version with each call, and with each catalog, which also tells its {@link CatalogOrigin}
 *   3   tables may have the policy {@code on_read}
 *   4   a query's text has partitions as the client wrote them, and its context says whether hidden columns are seen;
 *       views
 *   5   tables may have checks, which frontends hold rows to; columns of TIME, and types by the words in which they were declared;
 *       numbers of AUTO_INCREMENT that begin again;
 *       partitions by the clock, whose rows frontends refuse where none takes them, and the default partition of a list
 * </pre>
 */
public final class Contract {
    public static final int CURRENT = 5;

    /** The header of calls that says which version the frontend speaks. Absent: 1. */
    public static final Metadata.Key<String> KEY =
            Metadata.Key.of("tributary-contract", Metadata.ASCII_STRING_MARSHALLER);

    private static final int UNTOLD = 1;

    private Contract() {}

    /**
     * Refuses, in a backend, a frontend of a version that it does not serve.
     *
     * @param told what came under {@link #KEY}
     * @return the version that it speaks
     * @throws TributaryException naming both versions if frontends of this one are not served
     */
    @CanIgnoreReturnValue
    public static int requireFrontend(@Nullable String told) {
        String version = told == null ? Integer.toString(UNTOLD) : told;
        if (version.equals(Integer.toString(CURRENT))) {
            return CURRENT;
        }
        if (!version.equals(Integer.toString(CURRENT - 1))) {
            throw new TributaryException(
                    ErrorCode.BACKEND_UNAVAILABLE,
                    "the frontend speaks version " + version + " of the contract, this backend " + CURRENT + " and "
                            + (CURRENT - 1) + ": upgrade backends first, one version at a time; nothing was done");
        }
        return CURRENT - 1;
    }

    /** Why a frontend does not use a backend that tells this version, or null. */
    static @Nullable TributaryException refusalOf(int told) {
        int version = told == 0 ? UNTOLD : told;
        return version >= CURRENT
                ? null
                : new TributaryException(
                        ErrorCode.BACKEND_UNAVAILABLE,
                        "the backend speaks version " + version + " of the contract, this frontend " + CURRENT
                                + ": upgrade backends first; nothing was done");
    }
}
