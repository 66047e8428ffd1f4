package io.tributary.session;

import io.tributary.protocol.handshake.CachingSha2Password;
import io.tributary.protocol.handshake.NativePassword;
import io.tributary.protocol.handshake.Nonce;
import io.tributary.protocol.handshake.RsaKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Knows who may log in: accounts of the catalog, the key for passwords sent over plain TCP, and the cache that spares
 * {@code caching_sha2_password} its five thousand rounds. Any thread.
 */
public final class Authenticator {
    /** Accounts whose full check is remembered; the one used longest ago goes first. */
    private static final int CACHE_ENTRIES_MAX = 10_000;

    private final Function<String, Optional<Account>> accounts;
    private final String defaultPlugin;
    private final SecureRandom random;
    private final Account nobody;
    private final Map<String, byte[]> sha2Cache;
    private volatile @Nullable RsaKey rsaKey;

    /** The secrets an account stores for one password. */
    public record Verifiers(String nativeVerifier, String sha2Verifier) {
        @Override
        public String toString() {
            return "Verifiers[]";
        }
    }

    /**
     * @param accounts by name, from the newest catalog
     * @param defaultPlugin announced by the greeting, and asked of users that do not exist
     */
    public Authenticator(Function<String, Optional<Account>> accounts, String defaultPlugin, SecureRandom random) {
        this.accounts = accounts;
        this.defaultPlugin = defaultPlugin;
        this.random = random;
        // Unknown users are checked against an account that nobody has the password of: they must not answer faster.
        this.nobody = new Account("", defaultPlugin, "0".repeat(40), "$A$005$" + "x".repeat(20) + ".".repeat(43));
        this.sha2Cache = Collections.synchronizedMap(new LinkedHashMap<>(64, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
                return size() > CACHE_ENTRIES_MAX;
            }
        });
    }

    public String defaultPlugin() {
        return defaultPlugin;
    }

    /** Whether accounts may use the plugin. */
    public static boolean knows(String plugin) {
        return plugin.equals(NativePassword.NAME) || plugin.equals(CachingSha2Password.NAME);
    }

    public byte[] newNonce() {
        return Nonce.generate(random);
    }

    /**
     * Begins to check one client.
     *
     * @param clientPlugin that it named, or null for a client that knows no plugins
     * @param nonce that its response was made for; empty where that is not known, which asks it anew unless the password
     *     is empty
     */
    public Login login(String user, String host, @Nullable String clientPlugin, byte[] nonce) {
        return new Login(this, accounts.apply(user).orElse(nobody), user, host, clientPlugin, nonce);
    }

    /** Whether this is the user's password, which came as it is. Quick: by the verifier that takes two hashes. */
    public boolean hasPassword(String user, String password) {
        Account account = accounts.apply(user).orElse(nobody);
        byte[] expected = account.nativeVerifier().getBytes(StandardCharsets.US_ASCII);
        byte[] given = NativePassword.verifier(password).getBytes(StandardCharsets.US_ASCII);
        return MessageDigest.isEqual(expected, given) && !isNobody(account);
    }

    /** Returns the verifiers that CREATE USER and its like store. Takes milliseconds: not on an event loop. */
    public Verifiers verifiers(String password) {
        return password.isEmpty()
                ? new Verifiers("", "")
                : new Verifiers(NativePassword.verifier(password), CachingSha2Password.verifier(password, random));
    }

    byte @Nullable [] cached(Account account) {
        return sha2Cache.get(account.sha2Verifier());
    }

    void remember(Account account, byte[] password) {
        sha2Cache.put(account.sha2Verifier(), CachingSha2Password.cached(password));
    }

    boolean isNobody(Account account) {
        return account.name().isEmpty();
    }

    /** Made at the first use, which takes some 100 ms: not on an event loop. */
    RsaKey rsaKey() {
        RsaKey key = rsaKey;
        if (key == null) {
            synchronized (this) {
                key = rsaKey;
                if (key == null) {
                    key = RsaKey.generate(random);
                    rsaKey = key;
                }
            }
        }
        return key;
    }
}
