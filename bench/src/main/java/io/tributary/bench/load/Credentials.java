package io.tributary.bench.load;

/** Name and password for the server. */
public record Credentials(String user, String password) {
    /** Never the password. */
    @Override
    public String toString() {
        return user;
    }
}
