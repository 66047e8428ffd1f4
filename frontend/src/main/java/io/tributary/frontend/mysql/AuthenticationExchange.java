package io.tributary.frontend.mysql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.protocol.handshake.AuthMoreData;
import io.tributary.protocol.handshake.AuthSwitchRequest;
import io.tributary.session.Login;
import java.util.concurrent.CompletableFuture;

/**
 * Carries one {@link Login} over the wire: each step becomes a packet, each packet the next step. Event loop of the
 * connection.
 */
final class AuthenticationExchange {
    private final Login login;
    private final ClientConnection client;
    private final ConnectionLoop loop;
    private final Outcome outcome;
    private boolean working;

    /** How it ends, by one call. */
    interface Outcome {
        void granted();

        void denied(Throwable error);
    }

    AuthenticationExchange(Login login, ClientConnection client, ConnectionLoop loop, Outcome outcome) {
        this.login = login;
        this.client = client;
        this.loop = loop;
        this.outcome = outcome;
    }

    void start(byte[] response) {
        take(login.first(response));
    }

    void packet(byte[] payload) {
        if (working) {
            outcome.denied(new TributaryException(
                    ErrorCode.HANDSHAKE, "Bad handshake: a packet came while the one before was being checked"));
            return;
        }
        take(login.next(payload));
    }

    private void take(Login.Step step) {
        if (step instanceof Login.Granted granted) {
            if (granted.fast()) {
                client.write(AuthMoreData.fastPathSucceeded());
            }
            outcome.granted();
        } else if (step instanceof Login.Denied denied) {
            outcome.denied(denied.error());
        } else if (step instanceof Login.SwitchPlugin change) {
            client.writeAndFlush(new AuthSwitchRequest(change.plugin(), change.nonce()));
        } else if (step instanceof Login.NeedPassword) {
            client.writeAndFlush(AuthMoreData.fullAuthenticationNeeded());
        } else if (step instanceof Login.PublicKey key) {
            client.writeAndFlush(AuthMoreData.publicKey(key.pem()));
        } else {
            work((Login.Work) step);
        }
    }

    private void work(Login.Work work) {
        working = true;
        CompletableFuture<?> unused = loop.offLoop(work.step()).whenComplete((step, error) -> {
            working = false;
            if (error != null) {
                outcome.denied(ConnectionLoop.cause(error));
            } else {
                take(step);
            }
        });
    }
}
