package io.tributary.protocol.command;

import org.jspecify.annotations.Nullable;

/**
 * COM_CHANGE_USER: authenticate as another account and start with a fresh session.
 *
 * @param authResponse for the nonce of the greeting; owned by this record
 * @param database or null
 * @param characterSet a collation id, 0 where the client did not say
 * @param authPlugin or null where the client named none
 */
@SuppressWarnings("ArrayRecordComponent") // raw bytes; nobody compares commands
public record ChangeUser(
        String user, byte[] authResponse, @Nullable String database, int characterSet, @Nullable String authPlugin)
        implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
    }

    /** Returns the command without the response, which is a secret. */
    @Override
    public String toString() {
        return "ChangeUser[" + user + "]";
    }
}
