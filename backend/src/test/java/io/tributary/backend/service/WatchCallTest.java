package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.ServerCallStreamObserver;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.engine.port.FakeEngine;
import io.tributary.rpc.client.CatalogMapping;
import io.tributary.rpc.proto.CatalogReply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchCallTest {
    private final TableCatalog catalog = TableCatalog.load(new FakeEngine(), GroupCommitPolicy.ADAPTIVE);
    private final Frontend frontend = new Frontend();

    @Test
    void aFrontendThatTakesItsTimeGetsTheNewestCatalogAndNoneOfThoseBetween() {
        new WatchCall(frontend, call -> {}).start(catalog);
        assertThat(frontend.received).hasSize(1);

        frontend.ready = false;
        for (String name : List.of("a", "b", "c")) {
            catalog.apply(new CatalogChange.SetGlobalVariable(name, "1"));
        }
        assertThat(frontend.received).hasSize(1);
        frontend.ready = true;
        frontend.onReady.run();
        frontend.onReady.run();

        assertThat(frontend.received).hasSize(2);
        assertThat(frontend.received.get(1)).isEqualTo(CatalogMapping.toProto(catalog.state()));
        assertThat(frontend.received.get(1).getGlobalVariablesMap()).containsKeys("a", "b", "c");
    }

    /** Takes a message when the test says so. */
    private static final class Frontend extends ServerCallStreamObserver<CatalogReply> {
        private final List<CatalogReply> received = new ArrayList<>();
        private Runnable onReady = () -> {};
        private boolean ready = true;

        @Override
        public void onNext(CatalogReply reply) {
            received.add(reply);
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {
            onReady = handler;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {}

        @Override
        public void setOnCloseHandler(Runnable handler) {}

        @Override
        public void setCompression(String compression) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void disableAutoInboundFlowControl() {}

        @Override
        public void request(int count) {}

        @Override
        public void onError(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void onCompleted() {}
    }
}
