package io.tributary.cli;

import io.tributary.frontend.FrontendConfig;
import io.tributary.frontend.FrontendServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/**
 * Looks whether a frontend could listen where it is told to, before anything slow or durable is begun. Only a courtesy:
 * the frontend itself finds out for certain.
 */
final class FreePorts {
    private FreePorts() {}

    /** @throws FrontendServer.StartException with one line that names the address and the key of its setting */
    static void require(FrontendConfig.Listen listen) throws FrontendServer.StartException {
        require(listen.host(), listen.mysqlPort(), "query_port");
        require(listen.host(), listen.httpPort(), "http_port");
    }

    private static void require(String host, int port, String key) throws FrontendServer.StartException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (UnknownHostException e) {
            throw new FrontendServer.StartException("cannot listen on " + host + ": the name is unknown");
        } catch (IOException e) {
            throw new FrontendServer.StartException(
                    "cannot listen on " + host + ":" + port + " (" + key + "): " + e.getMessage(), e);
        }
    }
}
