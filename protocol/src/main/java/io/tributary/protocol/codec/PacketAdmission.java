package io.tributary.protocol.codec;

import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether the large packet that is beginning on a connection may come in. While it waits for room nothing is read from the
 * socket. Event loop of the connection.
 */
final class PacketAdmission {
    private final PacketBudget budget;
    private final Runnable decided;
    private PacketBudget.@Nullable Waiter waiter;
    private boolean isDecided;
    private boolean refused;
    private long reserved;

    /** @param decided called when a packet that had to wait may come in, or was refused */
    PacketAdmission(PacketBudget budget, Runnable decided) {
        this.budget = budget;
        this.decided = decided;
    }

    /** False: it has to wait. */
    boolean isOver(ChannelHandlerContext context, long bytes) {
        if (isDecided) {
            isDecided = false;
            return true;
        }
        if (waiter != null) {
            return false;
        }
        PacketBudget.Waiter[] mine = new PacketBudget.Waiter[1];
        PacketBudget.Waiter wanted =
                new PacketBudget.Waiter(bytes, () -> context.executor().execute(() -> granted(mine[0], bytes)));
        mine[0] = wanted;
        if (budget.reserve(wanted)) {
            reserved = bytes;
            return true;
        }
        waiter = wanted;
        context.channel().config().setAutoRead(false);
        var unused = context.executor().schedule(() -> tooLate(wanted), budget.waitMillis(), TimeUnit.MILLISECONDS);
        return false;
    }

    boolean isWaiting() {
        return waiter != null;
    }

    /** Whether the packet that has begun found no room in time. Told once. */
    boolean takeRefusal() {
        boolean was = refused;
        refused = false;
        return was;
    }

    String refusal(long bytes) {
        return budget.refusal(bytes);
    }

    /** The packet is whole. @return the bytes that belong to whoever has it from now on */
    long handOver(long bytes) {
        long given = Math.min(bytes, reserved);
        budget.release(reserved - given);
        reserved = 0;
        return given;
    }

    /** No packet is on its way any more. */
    void end() {
        PacketBudget.Waiter left = waiter;
        waiter = null;
        if (left != null) {
            budget.forget(left); // where it was granted just now, its task finds that nobody waits
        }
        handOver(0);
    }

    private void granted(PacketBudget.Waiter to, long bytes) {
        if (waiter != to) {
            budget.release(bytes);
            return;
        }
        waiter = null;
        reserved = bytes;
        isDecided = true;
        decided.run();
    }

    private void tooLate(PacketBudget.Waiter which) {
        if (waiter == which && budget.forget(which)) {
            waiter = null;
            refused = true;
            isDecided = true;
            decided.run();
        }
    }
}
