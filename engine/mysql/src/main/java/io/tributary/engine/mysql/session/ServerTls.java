package io.tributary.engine.mysql.session;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How connections to a server are protected, written {@code tls=MODE&tls_ca=/PATH} behind its address.
 *
 * @param authority a file of certificates in PEM, one of which has signed the server's; null: those that Java trusts. Read at each
 *     connection, so that it can be changed
 */
public record ServerTls(Mode mode, @Nullable Path authority) {
    /** Where nothing is said. */
    public static final ServerTls PREFERRED = new ServerTls(Mode.PREFERRED, null);

    private static final String MODE = "tls";
    private static final String AUTHORITY = "tls_ca";

    /** MySQL's own words for it. Only the last two keep whoever is in between from reading what is sent, the password included. */
    public enum Mode {
        OFF,
        /** Encrypted where the server can. */
        PREFERRED,
        REQUIRED,
        /** The server's certificate is signed by the authority that is named, whatever name it bears. */
        VERIFY_CA,
        /** And it bears the name or the address that the server is told by. */
        VERIFY_IDENTITY;

        private boolean isVerified() {
            return this == VERIFY_CA || this == VERIFY_IDENTITY;
        }

        private String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Mode parse(String text) {
            return Arrays.stream(values())
                    .filter(each -> each.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("engine.url: " + MODE + " = " + text + ", one of "
                            + Arrays.stream(values()).map(Mode::text).collect(Collectors.joining(", ")) + " is meant"));
        }
    }

    public ServerTls {
        if (authority != null && !mode.isVerified()) {
            throw new IllegalArgumentException("engine.url: " + AUTHORITY + " is for " + MODE + " = verify_ca and "
                    + MODE + " = verify_identity, not for " + mode.text());
        }
        if (authority == null && mode == Mode.VERIFY_CA) {
            throw new IllegalArgumentException("engine.url: " + MODE + " = verify_ca needs " + AUTHORITY
                    + " = /PATH, since anybody has a certificate of those that Java trusts");
        }
        if (authority != null && !authority.isAbsolute()) {
            throw new IllegalArgumentException(
                    "engine.url: " + AUTHORITY + " = " + authority + ", an absolute path is meant");
        }
    }

    /**
     * @param query what follows the {@code ?} of a URL; may be empty
     * @throws IllegalArgumentException naming what is wrong
     */
    static ServerTls parse(String query) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String part : query.split("&", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (!part.isEmpty() && !name.equals(MODE) && !name.equals(AUTHORITY)) {
                throw new IllegalArgumentException(
                        "engine.url: " + name + " is not known, " + MODE + " and " + AUTHORITY + " are");
            }
            if (!part.isEmpty() && options.put(name, part.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("engine.url: " + name + " is there twice");
            }
        }
        String authority = options.get(AUTHORITY);
        return new ServerTls(
                Mode.parse(options.getOrDefault(MODE, Mode.PREFERRED.text())),
                authority == null ? null : Path.of(authority));
    }

    /**
     * Sets a source of connections up for it. A password may be encrypted with a key that the server sends: who could send another
     * one could as well be the server, where nothing is verified.
     */
    void apply(MysqlDataSource source) throws SQLException {
        source.setSslMode(mode == Mode.OFF ? "DISABLED" : mode.name());
        source.setAllowPublicKeyRetrieval(!mode.isVerified());
        if (authority != null) {
            source.setTrustCertificateKeyStoreUrl(authority.toUri().toString());
            source.setSocketFactory(VerifiedSockets.class.getName());
        }
    }
}
