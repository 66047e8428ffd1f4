package io.tributary.engine.doris;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Where a frontend listens, written {@code doris://HOST:QUERY_PORT?http_port=N&label_keep_seconds=N}, or {@code starrocks://…}; without a
 * user or a password.
 *
 * @param kind which of both it is
 * @param queryPort of MySQL's protocol, 1 to 65535
 * @param httpPort of Stream Load, 1 to 65535
 * @param labelKeepSeconds for how long its labels are known at least: {@code streaming_label_keep_max_second} of the frontend
 */
public record DorisAddress(Kind kind, String host, int queryPort, int httpPort, long labelKeepSeconds) {
    private static final String HTTP_PORT = "http_port";
    private static final String LABEL_KEEP_SECONDS = "label_keep_seconds";
    private static final Set<String> PARAMETERS = Set.of(HTTP_PORT, LABEL_KEEP_SECONDS);
    private static final int QUERY_PORT_DEFAULT = 9030;
    private static final int HTTP_PORT_DEFAULT = 8030;
    private static final int PORT_MAX = 65_535;

    /** What both servers do where nobody has set it. */
    private static final long LABEL_KEEP_SECONDS_DEFAULT = TimeUnit.HOURS.toSeconds(12);

    private static final long LABEL_KEEP_SECONDS_MAX = TimeUnit.DAYS.toSeconds(3_650);

    /** Servers that load and speak alike, but for the names of headers and for what they do in two phases. */
    public enum Kind {
        DORIS,
        STARROCKS;

        private String scheme() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public DorisAddress {
        require("port", queryPort, PORT_MAX);
        require(HTTP_PORT, httpPort, PORT_MAX);
        require(LABEL_KEEP_SECONDS, labelKeepSeconds, LABEL_KEEP_SECONDS_MAX);
    }

    private static void require(String name, long value, long max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException("engine.url: " + name + " = " + value + ", 1 to " + max + " is meant");
        }
    }

    /** @throws IllegalArgumentException naming what is wrong; never a password that the text holds */
    public static DorisAddress parse(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("engine.url is no URL: doris://HOST:9030?http_port=8030 is one", e);
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("engine.url has a user: user and password belong to engine.credentials");
        }
        boolean plain = (uri.getRawPath() == null
                        || uri.getRawPath().isEmpty()
                        || uri.getRawPath().equals("/"))
                && uri.getRawFragment() == null;
        Optional<Kind> kind = Arrays.stream(Kind.values())
                .filter(each -> each.scheme().equals(uri.getScheme()))
                .findFirst();
        if (kind.isEmpty() || uri.getHost() == null || !plain) {
            throw new IllegalArgumentException("engine.url = " + url
                    + ": doris://HOST:9030?http_port=8030 or starrocks://… is meant, and nothing behind it");
        }
        Map<String, Long> numbers = parameters(uri.getRawQuery() == null ? "" : uri.getRawQuery());
        return new DorisAddress(
                kind.get(),
                uri.getHost(),
                uri.getPort() < 0 ? QUERY_PORT_DEFAULT : uri.getPort(),
                Math.toIntExact(Math.min(Integer.MAX_VALUE, numbers.getOrDefault(HTTP_PORT, (long) HTTP_PORT_DEFAULT))),
                numbers.getOrDefault(LABEL_KEEP_SECONDS, LABEL_KEEP_SECONDS_DEFAULT));
    }

    private static Map<String, Long> parameters(String query) {
        Map<String, Long> numbers = new HashMap<>();
        for (String part : query.split("&", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (!PARAMETERS.contains(name)) {
                throw new IllegalArgumentException(
                        "engine.url: " + name + " is not known, " + HTTP_PORT + " and " + LABEL_KEEP_SECONDS + " are");
            }
            try {
                numbers.put(name, Long.parseLong(part.substring(equals + 1)));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("engine.url: " + name + " is no whole number", e);
            }
        }
        return numbers;
    }
}
