package io.tributary.bench.replay;

/**
 * Where connections go and what they do first.
 *
 * @param password may be empty
 * @param sessionStatement runs after the login, empty for none; a server that does not know its variable (error 1193) is
 *     taken as it is
 */
public record ReplayTarget(
        String host, int port, String user, String password, String database, String sessionStatement) {
    /** Never the password. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + "/" + database;
    }
}
