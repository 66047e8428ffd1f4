package io.tributary.backend.engine;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.util.UUID;

/** What tells a server from all others, whatever its address: a text that is stored there once. Blocks; any thread. */
final class ServerIdentity {
    private static final String SPACE = "server";
    private static final String KEY = "identity";

    private ServerIdentity() {}

    /** That of a server that was just opened; empty where it has none yet, or does not say. */
    static String known(TableEngine opened) {
        if (!opened.keepsLoads()) {
            return "";
        }
        try {
            return opened.systemStore().get(SPACE, KEY).orElse("");
        } catch (TributaryException e) {
            return "";
        }
    }

    static String of(TableEngine server) {
        SystemStore store = server.systemStore();
        return store.get(SPACE, KEY).orElseGet(() -> {
            boolean unused =
                    store.compareAndPut(SPACE, KEY, null, UUID.randomUUID().toString());
            return store.get(SPACE, KEY)
                    .orElseThrow(() -> new TributaryException(ErrorCode.ENGINE, "the server keeps nothing"));
        });
    }
}
