package io.tributary.contract.schema;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The server that has the tables of a database; a database without one is the embedded engine's. Immutable.
 *
 * @param engine which kind it is, such as {@code mysql}
 * @param url where it listens, and options of the engine, without a user or a password
 * @param credentials where user and password are read from, {@code file:/PATH} or {@code env:NAME}, never what they are
 */
public record DatabaseEngine(String engine, String url, String credentials) {
    private static final String ENGINE = "engine";
    private static final String URL = "engine.url";
    private static final String CREDENTIALS = "engine.credentials";

    /** Names of properties of a database that tell of its engine. */
    public static final Set<String> PROPERTIES = Set.of(ENGINE, URL, CREDENTIALS);

    /**
     * @param properties of a database, of which some are {@link #PROPERTIES}
     * @throws IllegalArgumentException naming what is missing
     */
    public static DatabaseEngine of(Map<String, String> properties) {
        return new DatabaseEngine(
                required(properties, ENGINE), required(properties, URL), required(properties, CREDENTIALS));
    }

    private static String required(Map<String, String> properties, String name) {
        String value = properties.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("property \"" + name + "\" is missing: a server is told by \"" + ENGINE
                    + "\", \"" + URL + "\" and \"" + CREDENTIALS + "\"");
        }
        return value.strip();
    }

    /** Returns the properties that tell it, in the order in which they are shown. */
    public Map<String, String> properties() {
        return new TreeMap<>(Map.of(ENGINE, engine, URL, url, CREDENTIALS, credentials));
    }
}
