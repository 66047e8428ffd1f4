package io.tributary.bench.load;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A MySQL-protocol server.
 *
 * @param parameters of the driver, without {@code ?}; may be empty
 */
public record ServerAddress(String host, int port, String parameters) {
    private static final Pattern FORM =
            Pattern.compile("(?:jdbc:mysql://)?([^:/?]+):(\\d{1,5})(?:/[^?]*)?(?:\\?(.*))?");

    /**
     * Reads {@code host:port} or {@code jdbc:mysql://host:port/database?parameters}; the database is of no interest.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static ServerAddress parse(String url) {
        Matcher matcher = FORM.matcher(url);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65_535) {
            throw new IllegalArgumentException(
                    "address " + url + ": allowed are host:port and jdbc:mysql://host:port/…, ports up to 65535");
        }
        String parameters = matcher.group(3);
        return new ServerAddress(
                matcher.group(1), Integer.parseInt(matcher.group(2)), parameters == null ? "" : parameters);
    }

    /** Returns the address without the parameters, among which a password may be. */
    public String hostAndPort() {
        return host + ":" + port;
    }

    /**
     * Returns the address for the driver.
     *
     * @param more parameters, which this address's own follow; may be empty
     */
    public String jdbcUrl(String database, String more) {
        String all = more.isEmpty() || parameters.isEmpty() ? more + parameters : more + "&" + parameters;
        return "jdbc:mysql://" + host + ":" + port + "/" + database + (all.isEmpty() ? "" : "?" + all);
    }
}
