package io.tributary.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.rpc.proto.AppendToReply;
import io.tributary.rpc.proto.AppendToRequest;
import io.tributary.rpc.proto.BackendsGrpc;
import io.tributary.rpc.proto.BeginReply;
import io.tributary.rpc.proto.BeginRequest;
import io.tributary.rpc.proto.CatalogsGrpc;
import io.tributary.rpc.proto.CommitRequest;
import io.tributary.rpc.proto.LoadReply;
import io.tributary.rpc.proto.QueriesGrpc;
import io.tributary.rpc.proto.TransactionsGrpc;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

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
    void anExceptionNobodyForesawIsAnInternalErrorWithoutItsWords() {
        TributaryException got = callThatFailsWith(StatusMapping.toStatus(new IllegalStateException("lsn 7 < 8")));

        assertThat(got.code()).isEqualTo(ErrorCode.UNKNOWN);
        assertThat(got).hasMessage("internal error; the server's log says more");
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

    /** Whatever of the client's calls may store something, but its loads for group commit. */
    static Stream<Arguments> storing() {
        return Stream.of(
                call("insert", client -> client.insert(1, 1, List.of(), "")),
                call("commit", client -> client.commit(7)),
                call("precommit", client -> client.precommit(7, 1, 1)),
                call("second phase", client -> client.decide("shop", 7, "", true)),
                call("abort", client -> client.decide("shop", 7, "", false)),
                call("execute", client -> client.execute("DELETE FROM t", 1, 1, context(0))),
                call("insertQuery", client -> client.insertQuery(insertQuery(0))),
                call("change", client -> client.change(new CatalogChange.CreateDatabase("shop", false))),
                call("replayQuarantine", client -> client.replayQuarantine(1, List.of())),
                call("discardQuarantine", client -> client.discardQuarantine(1, List.of())),
                call("decommission", client -> client.decommission("127.0.0.1:1", false)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("storing")
    void whatMayHaveStoredSomethingAndLostItsAnswerHasAnUnknownOutcome(
            String name, Function<GrpcBackendClient, CompletableFuture<?>> call) {
        assertThat(lostAnswerOf(call).code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    static Stream<Arguments> staging() {
        return Stream.of(
                call("appendTo", client -> client.appendTo(7, 1, 1, List.of())),
                call("execute", client -> client.execute("DELETE FROM t", 1, 1, context(7))),
                call("insertQuery", client -> client.insertQuery(insertQuery(7))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("staging")
    void whatBelongsToATransactionAndLostItsAnswerTakesTheTransactionWithIt(
            String name, Function<GrpcBackendClient, CompletableFuture<?>> call) {
        assertThat(lostAnswerOf(call).code()).isEqualTo(ErrorCode.STATEMENT_LOST);
    }

    private static Arguments call(String name, Function<GrpcBackendClient, CompletableFuture<?>> call) {
        return Arguments.of(name, call);
    }

    private static QueryContext context(long transactionId) {
        return new QueryContext("shop", SqlMode.NONE, "UTC", transactionId);
    }

    private static InsertQuery insertQuery(long transactionId) {
        return new InsertQuery(
                1, 1, List.of(new InsertQuery.Source("SELECT 1", List.of(List.of(0)))), "", context(transactionId));
    }

    private static TributaryException lostAnswerOf(Function<GrpcBackendClient, CompletableFuture<?>> call) {
        StepTimer timer = new StepTimer();
        try (InProcessBackend backend = new InProcessBackend(
                        gone(new TransactionsGrpc.TransactionsImplBase() {}),
                        gone(new QueriesGrpc.QueriesImplBase() {}),
                        gone(new CatalogsGrpc.CatalogsImplBase() {}),
                        gone(new BackendsGrpc.BackendsImplBase() {}));
                GrpcBackendClient client =
                        new GrpcBackendClient(backend.channel(), Runnable::run, timer, ClientOptions.defaults())) {
            return errorOf(call.apply(client));
        } finally {
            timer.shutdownNow();
        }
    }

    /** The service with a connection that breaks when it has the request. */
    private static BindableService gone(BindableService service) {
        return () -> ServerInterceptors.intercept(service, new ServerInterceptor() {
            @Override
            public <Q, R> ServerCall.Listener<Q> interceptCall(
                    ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
                call.request(1);
                return new ServerCall.Listener<>() {
                    @Override
                    public void onMessage(Q request) {
                        call.close(Status.UNAVAILABLE.withDescription("gone"), new Metadata());
                    }
                };
            }
        });
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
        assertThat(told).hasMessageEndingWith("internal error; the server's log says more");
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

    @Test
    void whatTheTransportSaysComesWithoutTheHandlersOfItsChannel() {
        String handlers =
                "[NettyClientHandler#0, WriteBufferingAndExceptionHandler#0, DefaultChannelPipeline$TailContext#0]";
        for (String description : List.of(
                "Connection closing while performing protocol negotiation for " + handlers,
                "Connection closing while performing protocol negotiation " + handlers,
                "Connection closing while performing protocol negotiation\n" + handlers)) {
            assertThat(StatusMapping.reason(Status.UNAVAILABLE.withDescription(description)))
                    .isEqualTo("Connection closing while performing protocol negotiation");
        }
        assertThat(StatusMapping.reason(Status.UNAVAILABLE.withDescription("io: [x] refused for 5 s")))
                .isEqualTo("io: [x] refused for 5 s");
        assertThat(StatusMapping.reason(Status.UNAVAILABLE)).isEmpty();
    }
}
