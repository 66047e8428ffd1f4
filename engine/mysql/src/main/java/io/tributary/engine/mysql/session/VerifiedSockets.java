package io.tributary.engine.mysql.session;

import com.mysql.cj.conf.PropertyDefinitions.SslMode;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.ServerSession;
import com.mysql.cj.protocol.SocketConnection;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sockets that trust the authorities of a PEM file, which the driver cannot read: it knows key stores alone. Made by the driver, one
 * for each connection, and used by the thread that connects.
 */
public final class VerifiedSockets extends StandardSocketFactory {
    /** The driver calls it by its name. */
    public VerifiedSockets() {}

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T extends Closeable> T performTlsHandshake(
            SocketConnection connection, ServerSession session, @Nullable Log log) throws IOException {
        PropertySet properties = connection.getPropertySet();
        Path authorities = Path.of(URI.create(properties
                .getStringProperty(PropertyKey.trustCertificateKeyStoreUrl)
                .getValue()));
        SSLSocket socket = (SSLSocket) context(authorities)
                .getSocketFactory()
                .createSocket(rawSocket, connection.getHost(), connection.getPort(), true);
        if (properties.<SslMode>getEnumProperty(PropertyKey.sslMode).getValue() == SslMode.VERIFY_IDENTITY) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
        }
        socket.startHandshake();
        sslSocket = socket;
        return (T) (Socket) socket;
    }

    /** Its errors have no cause, for of those that follow from each other the first is told. */
    private static SSLContext context(Path authorities) throws IOException {
        try (InputStream pem = Files.newInputStream(authorities)) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                trusted.setCertificateEntry("authority" + trusted.size(), each);
            }
            if (trusted.size() == 0) {
                throw new IOException("tls_ca = " + authorities + " has no certificate");
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (FileSystemException e) {
            throw new IOException("tls_ca = " + authorities + " cannot be read ("
                    + e.getClass().getSimpleName() + ")");
        } catch (GeneralSecurityException e) {
            throw new IOException("tls_ca = " + authorities + " is no file of certificates: " + e.getMessage());
        }
    }
}
