package io.tributary.engine.mysql.session;

/**
 * Where one server listens.
 *
 * @param port 1 to 65535
 */
public record ServerAddress(String host, int port) {
    private static final int PORT_MAX = 65_535;

    public ServerAddress {
        if (host.isEmpty() || port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException(
                    "mysql://" + host + ":" + port + ": a host, and a port of 1 to " + PORT_MAX);
        }
    }

    String jdbcUrl() {
        return "jdbc:mysql://" + this + "/";
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
