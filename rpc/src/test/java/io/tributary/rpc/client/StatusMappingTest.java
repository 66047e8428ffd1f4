package io.tributary.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.proto.BeginReply;
import io.tributary.rpc.proto.BeginRequest;
import io.tributary.rpc.proto.TransactionsGrpc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusMappingTest {
    @ParameterizedTest
    @EnumSource
    void everyErrorCodeComesBackFromACallWithItsMessage(ErrorCode code) {
        TributaryException sent = new TributaryException(code, "Größe 9 > 5 (1 bis 5)\nzweite Zeile");

        TributaryException got = callThatFailsWith(StatusMapping.toStatus(sent));

        assertThat(got.code()).isEqualTo(code);
        assertThat(got).hasMessage(sent.getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void everyErrorCodeComesBackFromAnAcknowledgement(ErrorCode code) {
        TributaryException got =
                StatusMapping.fromProto(StatusMapping.toProto(new TributaryException(code, "a message")));

        assertThat(got.code()).isEqualTo(code);
        assertThat(got).hasMessage("a message");
    }

    @Test
    void aMessageThatWouldBurstTheTrailersIsShortened() {
        TributaryException got = callThatFailsWith(
                StatusMapping.toStatus(new TributaryException(ErrorCode.ENGINE, "x".repeat(100_000))));

        assertThat(got.code()).isEqualTo(ErrorCode.ENGINE);
        assertThat(got.getMessage())
                .hasSize(StatusMapping.MESSAGE_CHARS_MAX + 1)
                .endsWith("…");
    }

    @Test
    void anExceptionNobodyForesawIsAnInternalError() {
        TributaryException got = callThatFailsWith(StatusMapping.toStatus(new IllegalStateException("lsn 7 < 8")));

        assertThat(got.code()).isEqualTo(ErrorCode.UNKNOWN);
        assertThat(got.getMessage()).contains("lsn 7 < 8");
    }

    @Test
    void aCodeThatOnlyANewerPeerKnowsIsUnknown() {
        assertThat(StatusMapping.codeOf("FROM_THE_FUTURE")).isEqualTo(ErrorCode.UNKNOWN);
    }

    @Test
    void whatTheTransportSaysIsTranslatedForTheCaller() {
        assertThat(StatusMapping.fromStatus(Status.UNAVAILABLE.asRuntimeException()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BACKEND_UNAVAILABLE))
                .hasMessageContaining("outcome is unknown");
        assertThat(StatusMapping.fromStatus(Status.UNAUTHENTICATED.asRuntimeException()))
                .hasMessageContaining("cluster_token");
        assertThat(StatusMapping.fromStatus(Status.CANCELLED.asRuntimeException())
                        .code())
                .isEqualTo(ErrorCode.INTERRUPTED);
    }

    private static TributaryException callThatFailsWith(Throwable status) {
        TransactionsGrpc.TransactionsImplBase service = new TransactionsGrpc.TransactionsImplBase() {
            @Override
            public void begin(BeginRequest request, StreamObserver<BeginReply> out) {
                out.onError(status);
            }
        };
        StepTimer timer = new StepTimer();
        try (InProcessBackend backend = new InProcessBackend(service);
                GrpcBackendClient client =
                        new GrpcBackendClient(backend.channel(), Runnable::run, timer, ClientOptions.defaults())) {
            Throwable error = client.begin("", TransactionTimeout.of(14_400))
                    .handle((id, e) -> e)
                    .join();
            assertThat(error).isInstanceOf(TributaryException.class);
            return (TributaryException) error;
        } finally {
            timer.shutdownNow();
        }
    }
}
