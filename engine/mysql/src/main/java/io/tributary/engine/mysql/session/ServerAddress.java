package io.tributary.engine.mysql.session;

/**
 * Where one server listens, and how connections to it are protected.
 *
 * @param port 1 to 65535
 */
public record ServerAddress(String host, int port, ServerTls tls) {
    private static final int PORT_MAX = 65_535;

    public ServerAddress {
        if (host.isEmpty() || port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException(
                    "mysql://" + host + ":" + port + ": a host, and a port of 1 to " + PORT_MAX);
        }
    }

    /** One whose connections are encrypted where it can. */
    public ServerAddress(String host, int port) {
        this(host, port, ServerTls.PREFERRED);
    }

    String jdbcUrl() {
        return "jdbc:mysql://" + this + "/";
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
