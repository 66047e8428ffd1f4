package io.tributary.frontend.http.question;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a client has found this server, behind whatever proxy or mapped port: what it is told to send loads to.
 *
 * @param host without the brackets of an IPv6 address
 */
public record RequestAddress(String host, int port) {
    private static final Pattern HOST = Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([^:\\[\\]\\s/]+))(?::(\\d{1,5}))?");

    /** The port of HTTP, where a client names none. */
    private static final int HTTP_PORT = 80;

    private static final int PORT_MAX = 65_535;

    /**
     * @param header {@code Host} of the request, or empty
     * @param local where the connection ends, for a request without one that makes sense
     */
    public static RequestAddress of(String header, SocketAddress local) {
        Matcher named = HOST.matcher(header.strip());
        if (named.matches()) {
            String host = named.group(1) == null ? named.group(2) : named.group(1);
            int port = named.group(3) == null ? HTTP_PORT : Integer.parseInt(named.group(3));
            if (port >= 1 && port <= PORT_MAX) {
                return new RequestAddress(host, port);
            }
        }
        return local instanceof InetSocketAddress inet
                ? new RequestAddress(inet.getAddress().getHostAddress(), inet.getPort())
                : new RequestAddress("localhost", HTTP_PORT);
    }
}
