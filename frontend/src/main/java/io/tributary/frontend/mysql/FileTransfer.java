package io.tributary.frontend.mysql;

import io.tributary.frontend.execution.LoadDataRun;
import java.util.concurrent.CompletableFuture;

/**
 * The file that a client sends for LOAD DATA LOCAL, packet by packet, up to an empty one. While a packet is worked on the
 * next waits, and with enough of them waiting the socket is not read. Event loop of the connection.
 */
final class FileTransfer {
    private final LoadDataRun run;
    private final Runnable ended;
    private final Runnable mayGoOn;
    private boolean working;
    private boolean over;

    /**
     * @param ended called at the empty packet
     * @param mayGoOn called when a packet may come again that had to wait
     */
    FileTransfer(LoadDataRun run, Runnable ended, Runnable mayGoOn) {
        this.run = run;
        this.ended = ended;
        this.mayGoOn = mayGoOn;
    }

    LoadDataRun run() {
        return run;
    }

    boolean takesPacket() {
        return !working && !over;
    }

    void packet(byte[] payload) {
        if (payload.length == 0) {
            over = true;
            ended.run();
            return;
        }
        working = true;
        CompletableFuture<Void> taken = run.add(payload);
        if (taken.isDone()) {
            working = false;
            return;
        }
        CompletableFuture<?> unused = taken.whenComplete((ignored, error) -> {
            working = false;
            mayGoOn.run();
        });
    }
}
