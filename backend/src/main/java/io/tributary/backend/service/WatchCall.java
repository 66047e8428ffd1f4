package io.tributary.backend.service;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.grpc.stub.ServerCallStreamObserver;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.contract.calls.CatalogState;
import io.tributary.rpc.client.CatalogMapping;
import io.tributary.rpc.proto.CatalogReply;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One frontend's watch of the catalog. A frontend that takes its time gets the newest state when it is ready and never
 * those between. Any thread; whoever comes while another sends leaves the sending to it.
 */
final class WatchCall {
    private final ServerCallStreamObserver<CatalogReply> out;
    private final Consumer<WatchCall> onEnd;
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final Object lock = new Object();

    @GuardedBy("lock")
    private @Nullable CatalogState newest;

    @GuardedBy("lock")
    private TableCatalog.@Nullable Subscription subscription;

    @GuardedBy("lock")
    private boolean ended;

    private volatile boolean completing;

    // Only who sends.
    private long sentVersion = Long.MIN_VALUE;
    private boolean completed;

    WatchCall(ServerCallStreamObserver<CatalogReply> out, Consumer<WatchCall> onEnd) {
        this.out = out;
        this.onEnd = onEnd;
    }

    void start(TableCatalog catalog) {
        out.setOnReadyHandler(this::send);
        out.setOnCancelHandler(this::end);
        out.setOnCloseHandler(this::end);
        TableCatalog.Subscription made = catalog.onChange(this::changed);
        boolean late;
        synchronized (lock) {
            late = ended;
            subscription = made;
        }
        if (late) {
            made.close();
        }
        changed(catalog.state());
    }

    private void changed(CatalogState state) {
        synchronized (lock) {
            CatalogState known = newest;
            if (known != null && known.version() >= state.version()) {
                return;
            }
            newest = state;
        }
        send();
    }

    private void send() {
        if (wakeUps.getAndIncrement() != 0) {
            return;
        }
        int seen;
        do {
            seen = wakeUps.get();
            sendNewest();
        } while (wakeUps.addAndGet(-seen) != 0);
    }

    private void sendNewest() {
        if (completed) {
            return;
        }
        if (out.isCancelled()) {
            completed = true;
            GoneFrontend.answer(out);
            return;
        }
        CatalogState state;
        synchronized (lock) {
            state = newest;
        }
        if (state != null && state.version() > sentVersion && out.isReady()) {
            sentVersion = state.version();
            out.onNext(CatalogMapping.toProto(state));
        }
        if (completing) {
            completed = true;
            out.onCompleted();
        }
    }

    /** The backend goes away. */
    void complete() {
        completing = true;
        send();
    }

    private void end() {
        TableCatalog.Subscription made;
        synchronized (lock) {
            ended = true;
            made = subscription;
            subscription = null;
        }
        if (made != null) {
            made.close();
        }
        send();
        onEnd.accept(this);
    }
}
