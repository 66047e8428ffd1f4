package io.tributary.session;

/**
 * What logging in needs of an account. Never printed with its verifiers: they are secrets.
 *
 * @param plugin the one a client is switched to
 * @param nativeVerifier empty for an empty password
 * @param sha2Verifier empty for an empty password
 */
public record Account(String name, String plugin, String nativeVerifier, String sha2Verifier) {
    @Override
    public String toString() {
        return "Account[" + name + "]";
    }
}
