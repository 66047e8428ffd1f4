package io.tributary.frontend;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Reads the certificate and the key that TLS is offered with. */
final class TlsContexts {
    private TlsContexts() {}

    /**
     * Null where no certificate is configured.
     *
     * @throws FrontendServer.StartException naming the key and the file that cannot be used
     */
    static @Nullable SslContext of(FrontendConfig.Tls tls) throws FrontendServer.StartException {
        if (!tls.isOffered()) {
            return null;
        }
        File certificate = readable("ssl_cert", tls.certificateFile());
        File key = readable("ssl_key", tls.keyFile());
        try {
            return SslContextBuilder.forServer(certificate, key)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .build();
        } catch (SSLException | IllegalArgumentException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new FrontendServer.StartException(
                    "ssl_cert = " + certificate + " and ssl_key = " + key
                            + " cannot be used; a PEM certificate and its PKCS#8 key without a password are needed: "
                            + cause.getMessage(),
                    e);
        }
    }

    private static File readable(String key, String file) throws FrontendServer.StartException {
        Path path = Path.of(file);
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            throw new FrontendServer.StartException(
                    key + " = " + file + ": there is no such file, or it is not readable");
        }
        return path.toFile();
    }
}
