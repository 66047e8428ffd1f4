package io.tributary.rpc.client;

import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.QuarantineInfo;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.rpc.proto.AppendToReply;
import io.tributary.rpc.proto.AppendToRequest;
import io.tributary.rpc.proto.BeginReply;
import io.tributary.rpc.proto.BeginRequest;
import io.tributary.rpc.proto.CommitRequest;
import io.tributary.rpc.proto.DecideRequest;
import io.tributary.rpc.proto.FindTransactionReply;
import io.tributary.rpc.proto.FindTransactionRequest;
import io.tributary.rpc.proto.InsertRequest;
import io.tributary.rpc.proto.KeepReply;
import io.tributary.rpc.proto.KeepRequest;
import io.tributary.rpc.proto.LoadReply;
import io.tributary.rpc.proto.PrecommitRequest;
import io.tributary.rpc.proto.QuarantineOutcome;
import io.tributary.rpc.proto.QuarantinedReply;
import io.tributary.rpc.proto.RollbackReply;
import io.tributary.rpc.proto.RollbackRequest;
import io.tributary.rpc.proto.TransactionsGrpc;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Calls of the service {@code Transactions}: transactions that a backend holds, rows that are committed alone, the quarantine. */
final class TransactionCalls {
    private final TransactionsGrpc.TransactionsStub service;

    TransactionCalls(TransactionsGrpc.TransactionsStub service) {
        this.service = service;
    }

    CompletableFuture<LoadResult> insert(long tableId, int schemaVersion, List<RowBlock> blocks, String label) {
        UnaryReply<LoadReply, LoadResult> reply = UnaryReply.storing(TransactionCalls::visible);
        if (fits(blocks, reply)) {
            service.insert(
                    InsertRequest.newBuilder()
                            .setTableId(tableId)
                            .setSchemaVersion(schemaVersion)
                            .addAllBlocks(StatementMapping.toProto(blocks))
                            .setLabel(label)
                            .build(),
                    reply);
        }
        return reply.future();
    }

    CompletableFuture<Long> begin(String label, TransactionTimeout timeout) {
        UnaryReply<BeginReply, Long> reply = UnaryReply.reading(BeginReply::getTransactionId);
        service.begin(
                BeginRequest.newBuilder()
                        .setLabel(label)
                        .setTimeoutSeconds(timeout.seconds())
                        .setTimeoutLeftMillis(timeout.leftMillis())
                        .build(),
                reply);
        return reply.future();
    }

    CompletableFuture<Void> appendTo(long transactionId, long tableId, int schemaVersion, List<RowBlock> blocks) {
        UnaryReply<AppendToReply, Void> reply = UnaryReply.staging(any -> null);
        if (fits(blocks, reply)) {
            service.appendTo(
                    AppendToRequest.newBuilder()
                            .setTransactionId(transactionId)
                            .setTableId(tableId)
                            .setSchemaVersion(schemaVersion)
                            .addAllBlocks(StatementMapping.toProto(blocks))
                            .build(),
                    reply);
        }
        return reply.future();
    }

    CompletableFuture<Void> keep(long transactionId, int appends) {
        UnaryReply<KeepReply, Void> reply = UnaryReply.staging(any -> null);
        service.keep(
                KeepRequest.newBuilder()
                        .setTransactionId(transactionId)
                        .setAppends(appends)
                        .build(),
                reply);
        return reply.future();
    }

    CompletableFuture<LoadResult> commit(long transactionId) {
        UnaryReply<LoadReply, LoadResult> reply = UnaryReply.storing(TransactionCalls::visible);
        service.commit(
                CommitRequest.newBuilder().setTransactionId(transactionId).build(), reply);
        return reply.future();
    }

    CompletableFuture<LoadResult> precommit(long transactionId, long tableId, int schemaVersion) {
        UnaryReply<LoadReply, LoadResult> reply =
                UnaryReply.storing(done -> new LoadResult(done.getLabel(), done.getTxnId(), false));
        service.precommit(
                PrecommitRequest.newBuilder()
                        .setTransactionId(transactionId)
                        .setTableId(tableId)
                        .setSchemaVersion(schemaVersion)
                        .build(),
                reply);
        return reply.future();
    }

    CompletableFuture<LoadResult> decide(String database, long txnId, String label, boolean commit) {
        UnaryReply<LoadReply, LoadResult> reply =
                UnaryReply.storing(done -> new LoadResult(done.getLabel(), done.getTxnId(), commit));
        service.decide(
                DecideRequest.newBuilder()
                        .setDatabase(database)
                        .setTxnId(txnId)
                        .setLabel(label)
                        .setCommit(commit)
                        .build(),
                reply);
        return reply.future();
    }

    CompletableFuture<Void> rollback(long transactionId) {
        UnaryReply<RollbackReply, Void> reply = UnaryReply.reading(any -> null);
        service.rollback(
                RollbackRequest.newBuilder().setTransactionId(transactionId).build(), reply);
        return reply.future();
    }

    CompletableFuture<List<TransactionInfo>> find(long txnId, String label, String database) {
        UnaryReply<FindTransactionReply, List<TransactionInfo>> reply =
                UnaryReply.reading(TransactionMapping::fromProto);
        service.find(
                FindTransactionRequest.newBuilder()
                        .setTxnId(txnId)
                        .setLabel(label)
                        .setDatabase(database)
                        .build(),
                reply);
        return reply.future();
    }

    CompletableFuture<List<QuarantineInfo>> quarantined(long tableId, List<Long> ids, int limit) {
        UnaryReply<QuarantinedReply, List<QuarantineInfo>> reply = UnaryReply.reading(QuarantineMapping::fromProto);
        service.quarantined(QuarantineMapping.request(tableId, ids, limit), reply);
        return reply.future();
    }

    CompletableFuture<QuarantineInfo.Outcome> replayQuarantine(long tableId, List<Long> ids) {
        UnaryReply<QuarantineOutcome, QuarantineInfo.Outcome> reply = UnaryReply.storing(QuarantineMapping::fromProto);
        service.replayQuarantine(QuarantineMapping.request(tableId, ids, 0), reply);
        return reply.future();
    }

    CompletableFuture<QuarantineInfo.Outcome> discardQuarantine(long tableId, List<Long> ids) {
        UnaryReply<QuarantineOutcome, QuarantineInfo.Outcome> reply = UnaryReply.storing(QuarantineMapping::fromProto);
        service.discardQuarantine(QuarantineMapping.request(tableId, ids, 0), reply);
        return reply.future();
    }

    private static LoadResult visible(LoadReply reply) {
        return new LoadResult(reply.getLabel(), reply.getTxnId(), true);
    }

    /** A message that is too large would break the call in the transport, with an error nobody understands. */
    private static boolean fits(List<RowBlock> blocks, UnaryReply<?, ?> reply) {
        long bytes = 0;
        for (RowBlock block : blocks) {
            bytes += block.length();
        }
        if (bytes <= GrpcBackendClient.ROW_BYTES_MAX) {
            return true;
        }
        reply.refuse(new TributaryException(
                ErrorCode.LIMIT_OR_LOCK_WAIT,
                "statement of " + bytes + " encoded bytes exceeds the message limit of "
                        + GrpcBackendClient.ROW_BYTES_MAX + "; nothing was stored"));
        return false;
    }
}
