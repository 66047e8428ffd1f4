package io.tributary.contract.calls;

import java.util.Objects;

/**
 * An account with the verifiers of both plugins, so that either can be announced; never the password.
 *
 * @param plugin {@code mysql_native_password} or {@code caching_sha2_password}: the one the account prefers
 * @param nativeVerifier SHA1(SHA1(password)) as 40 hex digits, or empty for an empty password
 * @param sha2Verifier the salted {@code $A$005$…} digest in printable characters, or empty for an empty password
 */
public record UserAccount(String name, String plugin, String nativeVerifier, String sha2Verifier) {
    public UserAccount {
        Objects.requireNonNull(name);
        Objects.requireNonNull(plugin);
        Objects.requireNonNull(nativeVerifier);
        Objects.requireNonNull(sha2Verifier);
    }

    public boolean hasPassword() {
        return !nativeVerifier.isEmpty();
    }

    /** Names the account only: verifiers are secrets. */
    @Override
    public String toString() {
        return "UserAccount[" + name + "]";
    }
}
