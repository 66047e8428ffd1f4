package io.tributary.backend.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A server from when its first database needs it until its last one has left. Whoever comes first opens it, which takes as long as the
 * server does; only those of the same server wait meanwhile.
 */
final class ServerOpening {
    /** Those that have it, or are about to. Guarded by whoever keeps the servers. */
    final Set<String> databases = new HashSet<>();

    private final Supplier<ServerEngines.Server> opener;

    @GuardedBy("this")
    private ServerEngines.@Nullable Server server;

    ServerOpening(Supplier<ServerEngines.Server> opener) {
        this.opener = opener;
    }

    /** Opens it unless it is open. Blocks. */
    synchronized ServerEngines.Server server() {
        ServerEngines.Server open = server;
        if (open == null) {
            open = opener.get();
            server = open;
        }
        return open;
    }

    /** Nobody has it any more. */
    synchronized void close() {
        ServerEngines.Server open = server;
        if (open == null) {
            return;
        }
        try {
            open.keeper().stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        open.engine().close();
    }
}
