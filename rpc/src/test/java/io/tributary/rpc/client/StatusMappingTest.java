package io.tributary.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.proto.AppendToReply;
import io.tributary.rpc.proto.AppendToRequest;
import io.tributary.rpc.proto.BeginReply;
import io.tributary.rpc.proto.BeginRequest;
import io.tributary.rpc.proto.CommitRequest;
import io.tributary.rpc.proto.LoadReply;
import io.tributary.rpc.proto.TransactionsGrpc;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
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
                .hasMessageContaining("nothing was changed");
        assertThat(StatusMapping.fromStatus(Status.UNAUTHENTICATED.asRuntimeException()))
                .hasMessageContaining("cluster_token");
        assertThat(StatusMapping.fromStatus(Status.CANCELLED.asRuntimeException())
                        .code())
                .isEqualTo(ErrorCode.INTERRUPTED);
    }

    /** Each says how the call ended, none whether the backend had carried it out before. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OK", "UNAUTHENTICATED", "PERMISSION_DENIED", "UNIMPLEMENTED"})
    void aCallThatMayHaveStoredSomethingAndLostItsAnswerHasAnUnknownOutcome(Status.Code code) {
        TributaryException told =
                commitThatFailsWith(code.toStatus().withDescription("gone").asRuntimeException());

        assertThat(told.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(told).hasMessageContaining("outcome is unknown: " + code + ": gone");
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNKNOWN"})
    void whatTheBackendItselfSaysOfACommitIsTold(ErrorCode code) {
        TributaryException told = commitThatFailsWith(StatusMapping.toStatus(new TributaryException(code, "said")));

        assertThat(told.code()).isEqualTo(code);
        assertThat(told).hasMessage("said");
    }

    @Test
    void aCommitThatMetWhatNobodyForesawHasAnUnknownOutcome() {
        TributaryException told = commitThatFailsWith(StatusMapping.toStatus(new OutOfMemoryError("Java heap space")));

        assertThat(told.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(told).hasMessageContaining("Java heap space");
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"UNAVAILABLE", "CANCELLED", "INTERNAL"})
    void aStatementOfATransactionWhoseAnswerIsLostTakesTheTransactionWithIt(Status.Code code) {
        TransactionsGrpc.TransactionsImplBase service = new TransactionsGrpc.TransactionsImplBase() {
            @Override
            public void appendTo(AppendToRequest request, StreamObserver<AppendToReply> out) {
                out.onError(code.toStatus().withDescription("gone").asRuntimeException());
            }
        };
        StepTimer timer = new StepTimer();
        try (InProcessBackend backend = new InProcessBackend(service);
                GrpcBackendClient client =
                        new GrpcBackendClient(backend.channel(), Runnable::run, timer, ClientOptions.defaults())) {
            TributaryException told = errorOf(client.appendTo(7, 1, 1, List.of()));

            assertThat(told.code()).isEqualTo(ErrorCode.STATEMENT_LOST);
            assertThat(told).hasMessageContaining("is rolled back, nothing of it is stored: " + code + ": gone");
        } finally {
            timer.shutdownNow();
        }
    }

    @Test
    void aCommitThatWasNeverSentDidNothing() {
        StepTimer timer = new StepTimer();
        try (InProcessBackend backend = new InProcessBackend();
                GrpcBackendClient client =
                        new GrpcBackendClient(backend.channel(), Runnable::run, timer, ClientOptions.defaults())) {
            backend.kill();

            TributaryException told = errorOf(client.commit(7));

            assertThat(told.code()).isEqualTo(ErrorCode.BACKEND_UNAVAILABLE);
            assertThat(told).hasMessageContaining("nothing was sent, so nothing was done");
        } finally {
            timer.shutdownNow();
        }
    }

    @Test
    void anUnknownOutcomeIsNothingThatIsTriedAgainByItself() {
        assertThat(ErrorCode.OUTCOME_UNKNOWN.number()).isNotIn(1317, 1213, 1205);
        assertThat(ErrorCode.OUTCOME_UNKNOWN.sqlState()).isEqualTo("08007");
        assertThat(StatusMapping.toStatus(new TributaryException(ErrorCode.OUTCOME_UNKNOWN, "?"))
                        .getStatus()
                        .getCode())
                .isEqualTo(Status.Code.UNKNOWN);
    }

    private static TributaryException commitThatFailsWith(Throwable status) {
        TransactionsGrpc.TransactionsImplBase service = new TransactionsGrpc.TransactionsImplBase() {
            @Override
            public void commit(CommitRequest request, StreamObserver<LoadReply> out) {
                out.onError(status);
            }
        };
        StepTimer timer = new StepTimer();
        try (InProcessBackend backend = new InProcessBackend(service);
                GrpcBackendClient client =
                        new GrpcBackendClient(backend.channel(), Runnable::run, timer, ClientOptions.defaults())) {
            return errorOf(client.commit(7));
        } finally {
            timer.shutdownNow();
        }
    }

    private static TributaryException errorOf(CompletableFuture<?> call) {
        return (TributaryException)
                call.handle((value, error) -> Objects.requireNonNull(error)).join();
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
