package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.protocol.handshake.CachingSha2Password;
import io.tributary.protocol.handshake.NativePassword;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One authentication exchange, step by step: {@link #first} takes the response of the handshake, {@link #next} each
 * packet that follows, and every step says what to send.
 *
 * <pre>
 *   native:  response ─► Granted | Denied
 *   sha2:    response ─► Granted(fast) | NeedPassword;  2 ─► PublicKey;  password ─► Granted | Denied
 *   other:   response ─► SwitchPlugin;  response ─► as above
 * </pre>
 *
 * <p>The account's plugin decides; a user that does not exist has the announced one. A response made for another plugin
 * than the account's or the announced one is not judged but asked for anew, once: many clients can complete
 * {@code mysql_native_password} over plain TCP and {@code caching_sha2_password} over TLS only.
 *
 * <p>One thread at a time. A {@link Work} step is computed elsewhere because it takes milliseconds.
 */
public final class Login {
    private final Authenticator authenticator;
    private final Account account;
    private final String user;
    private final String host;
    private final boolean canSwitch;
    private byte[] nonce;
    private String plugin;
    private boolean waitsForPassword;

    /** What to do next. */
    public sealed interface Step {}

    /** @param fast the client waits for the word that the fast path succeeded */
    public record Granted(boolean fast) implements Step {}

    public record Denied(TributaryException error) implements Step {}

    /** @param nonce fresh: the one before may have been answered by another plugin already */
    @SuppressWarnings("ArrayRecordComponent") // raw bytes; nobody compares steps of this kind
    public record SwitchPlugin(String plugin, byte[] nonce) implements Step {}

    public record NeedPassword() implements Step {}

    public record PublicKey(String pem) implements Step {}

    /** Compute the step away from the event loop. */
    public record Work(Supplier<Step> step) implements Step {}

    Login(
            Authenticator authenticator,
            Account account,
            String user,
            String host,
            @Nullable String clientPlugin,
            byte[] nonce) {
        this.authenticator = authenticator;
        this.account = account;
        this.user = user;
        this.host = host;
        this.nonce = nonce;
        this.canSwitch = clientPlugin != null || nonce.length == 0;
        this.plugin = clientPlugin == null ? NativePassword.NAME : clientPlugin;
    }

    public Step first(byte[] response) {
        boolean granted = NativePassword.isEmptyPassword(response) && hasEmptyPassword();
        if (canSwitch && !granted && !isForThisExchange()) {
            plugin = account.plugin();
            nonce = authenticator.newNonce();
            return new SwitchPlugin(plugin, nonce);
        }
        return check(response);
    }

    /** Clients that prefer another plugin than the announced one name it and leave the response empty. */
    private boolean isForThisExchange() {
        return nonce.length > 0 && plugin.equals(account.plugin()) && plugin.equals(authenticator.defaultPlugin());
    }

    private boolean hasEmptyPassword() {
        return !authenticator.isNobody(account) && account.nativeVerifier().isEmpty();
    }

    public Step next(byte[] payload) {
        if (!waitsForPassword) {
            return check(payload);
        }
        if (CachingSha2Password.isPublicKeyRequest(payload)) {
            return new Work(() -> new PublicKey(authenticator.rsaKey().pem()));
        }
        return new Work(() -> checkPassword(payload));
    }

    private Step check(byte[] response) {
        if (NativePassword.isEmptyPassword(response)) {
            return hasEmptyPassword() ? new Granted(false) : denied(false);
        }
        if (account.nativeVerifier().isEmpty()) {
            return denied(true);
        }
        if (!plugin.equals(CachingSha2Password.NAME)) {
            return NativePassword.verify(account.nativeVerifier(), nonce, response) && !authenticator.isNobody(account)
                    ? new Granted(false)
                    : denied(true);
        }
        byte[] cached = authenticator.cached(account);
        if (cached != null && CachingSha2Password.verifyFast(cached, nonce, response)) {
            return new Granted(true);
        }
        waitsForPassword = true;
        return new NeedPassword();
    }

    private Step checkPassword(byte[] payload) {
        Optional<byte[]> password = CachingSha2Password.password(payload, nonce, authenticator.rsaKey());
        if (password.isEmpty()
                || !CachingSha2Password.verifyFull(account.sha2Verifier(), password.get())
                || authenticator.isNobody(account)) {
            return denied(true);
        }
        authenticator.remember(account, password.get());
        return new Granted(false);
    }

    private Denied denied(boolean usingPassword) {
        return new Denied(new TributaryException(
                ErrorCode.ACCESS_DENIED,
                "Access denied for user '" + user + "'@'" + host + "' (using password: "
                        + (usingPassword ? "YES" : "NO") + ")"));
    }
}
