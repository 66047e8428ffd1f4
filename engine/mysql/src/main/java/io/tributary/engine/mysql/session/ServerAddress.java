package io.tributary.engine.mysql.session;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * Where a server listens, written {@code mysql://HOST:PORT}; without a user, a password or options, which are told apart.
 *
 * @param port 1 to 65535
 */
public record ServerAddress(String host, int port) {
    private static final int PORT_DEFAULT = 3306;
    private static final int PORT_MAX = 65_535;

    public ServerAddress {
        if (host.isEmpty() || port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException(
                    "mysql://" + host + ":" + port + ": a host, and a port of 1 to " + PORT_MAX);
        }
    }

    /** @throws IllegalArgumentException naming the text and what is wrong; never a password that it holds */
    public static ServerAddress parse(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("engine.url is no URL: mysql://HOST:PORT is one", e);
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("engine.url has a user: user and password belong to engine.credentials");
        }
        boolean plain = (uri.getRawPath() == null
                        || uri.getRawPath().isEmpty()
                        || uri.getRawPath().equals("/"))
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
        if (!"mysql".equals(uri.getScheme()) || uri.getHost() == null || !plain) {
            throw new IllegalArgumentException(
                    "engine.url = " + url + ": mysql://HOST:PORT is meant, nothing behind it");
        }
        return new ServerAddress(uri.getHost(), uri.getPort() < 0 ? PORT_DEFAULT : uri.getPort());
    }

    public String url() {
        return "mysql://" + host + ":" + port;
    }

    String jdbcUrl() {
        return "jdbc:mysql://" + host + ":" + port + "/";
    }
}
