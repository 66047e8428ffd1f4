package io.tributary.frontend.mysql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.ClientFile;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The file that a client sends for LOAD DATA LOCAL, packet by packet, up to an empty one. While a packet is worked on the
 * next waits, and with enough of them waiting the socket is not read. A client that is waited for may be silent for {@code
 * net_read_timeout}. Event loop of the connection.
 */
final class FileTransfer {
    private final ClientFile run;
    private final ClientConnection client;
    private final int silenceSecondsMax;
    private final Listener listener;
    private long silentSinceNanos = System.nanoTime();
    private boolean working;
    private boolean over;

    interface Listener {
        /** The empty packet has come, which ends the file. */
        void ended(ClientFile run);

        /** A packet may come again that had to wait. */
        void mayGoOn();

        /** No packet is taken any more; the connection is to be ended with this error. */
        void stalled(TributaryException error);
    }

    private FileTransfer(ClientFile run, ClientConnection client, int silenceSecondsMax, Listener listener) {
        this.run = run;
        this.client = client;
        this.silenceSecondsMax = silenceSecondsMax;
        this.listener = listener;
    }

    /** Starts when the client has been asked. */
    static FileTransfer start(ClientFile run, ClientConnection client, int silenceSecondsMax, Listener listener) {
        FileTransfer started = new FileTransfer(run, client, silenceSecondsMax, listener);
        started.watch();
        return started;
    }

    ClientFile run() {
        return run;
    }

    boolean takesPacket() {
        return !working && !over;
    }

    /** Something was read, be it a part of a packet. */
    void bytesCame() {
        silentSinceNanos = System.nanoTime();
    }

    void packet(byte[] payload) {
        if (payload.length == 0) {
            over = true;
            listener.ended(run);
            return;
        }
        working = true;
        CompletableFuture<Void> taken = run.add(payload);
        if (taken.isDone()) {
            worked();
            return;
        }
        CompletableFuture<?> unused = taken.whenComplete((ignored, error) -> {
            worked();
            listener.mayGoOn();
        });
    }

    /** The connection is gone. */
    void abandon() {
        over = true;
        run.abandon();
    }

    private void worked() {
        working = false;
        silentSinceNanos = System.nanoTime();
    }

    private void watch() {
        if (over) {
            return;
        }
        long leftNanos =
                TimeUnit.SECONDS.toNanos(silenceSecondsMax) - (working ? 0 : System.nanoTime() - silentSinceNanos);
        if (leftNanos > 0) {
            // Not longer at once, so that a connection that has gone is soon forgotten.
            client.schedule(this::watch, Math.min(leftNanos, TimeUnit.MINUTES.toNanos(1)));
            return;
        }
        over = true;
        listener.stalled(new TributaryException(
                ErrorCode.READ_TIMEOUT,
                "Got timeout reading communication packets: nothing of the file came for net_read_timeout "
                        + silenceSecondsMax + " s"));
    }
}
