package io.tributary.engine.mysql.session;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Where the servers are that have the same rows, written {@code mysql://HOST:PORT,HOST:PORT}: one, or the nodes of a cluster, the one
 * first that is to be used while it is there, and options of {@link ServerTls} behind a {@code ?}. Without a user or a password,
 * which are told apart.
 *
 * @param nodes at least one, at most {@value #NODES_MAX}, all different
 */
public record ServerAddresses(List<ServerAddress> nodes) {
    /** Nodes that are tried one after another before an attempt has failed. */
    static final int NODES_MAX = 16;

    private static final String SCHEME = "mysql://";
    private static final int PORT_DEFAULT = 3306;

    public ServerAddresses {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty() || nodes.size() > NODES_MAX || new HashSet<>(nodes).size() != nodes.size()) {
            throw new IllegalArgumentException(
                    "engine.url: 1 to " + NODES_MAX + " different addresses are meant, not " + nodes);
        }
    }

    /** @throws IllegalArgumentException naming the text and what is wrong; never a password that it holds */
    public static ServerAddresses parse(String url) {
        if (url.contains("@")) {
            throw new IllegalArgumentException("engine.url has a user: user and password belong to engine.credentials");
        }
        if (!url.startsWith(SCHEME)) {
            throw meant(url);
        }
        List<ServerAddress> nodes = new ArrayList<>();
        int query = url.indexOf('?');
        String text = url.substring(SCHEME.length(), query < 0 ? url.length() : query);
        ServerTls tls = ServerTls.parse(query < 0 ? "" : url.substring(query + 1));
        for (String each : (text.endsWith("/") ? text.substring(0, text.length() - 1) : text).split(",", -1)) {
            nodes.add(node(url, each.strip(), tls));
        }
        return new ServerAddresses(nodes);
    }

    private static ServerAddress node(String url, String text, ServerTls tls) {
        URI uri;
        try {
            uri = new URI(SCHEME + text);
        } catch (URISyntaxException e) {
            throw meant(url);
        }
        boolean plain =
                String.valueOf(uri.getRawPath()).isEmpty() && uri.getRawQuery() == null && uri.getRawFragment() == null;
        if (uri.getHost() == null || !plain) {
            throw meant(url);
        }
        return new ServerAddress(uri.getHost(), uri.getPort() < 0 ? PORT_DEFAULT : uri.getPort(), tls);
    }

    private static IllegalArgumentException meant(String url) {
        return new IllegalArgumentException("engine.url = " + url + ": " + SCHEME + "HOST:PORT or " + SCHEME
                + "HOST:PORT,HOST:PORT is meant, and ?tls=… alone behind it");
    }
}
