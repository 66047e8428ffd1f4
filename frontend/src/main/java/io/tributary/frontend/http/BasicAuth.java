package io.tributary.frontend.http;

import io.tributary.session.Authenticator;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code Authorization: Basic}.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7617">RFC 7617</a>
 */
final class BasicAuth {
    private static final String SCHEME = "Basic ";

    private BasicAuth() {}

    /** The user, if the header names one with the right password. */
    static Optional<String> user(@Nullable String header, Authenticator authenticator) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        String pair;
        try {
            pair = new String(
                    Base64.getDecoder().decode(header.substring(SCHEME.length()).strip()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        int colon = pair.indexOf(':');
        if (colon < 0) {
            return Optional.empty();
        }
        String user = pair.substring(0, colon);
        return authenticator.hasPassword(user, pair.substring(colon + 1)) ? Optional.of(user) : Optional.empty();
    }
}
