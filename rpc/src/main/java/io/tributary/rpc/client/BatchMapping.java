package io.tributary.rpc.client;

import io.tributary.contract.calls.BatchInfo;
import io.tributary.rpc.proto.BatchesReply;
import io.tributary.rpc.proto.UncommittedBatch;
import java.util.ArrayList;
import java.util.List;

/** Uncommitted batches as protobuf and back. */
public final class BatchMapping {
    private BatchMapping() {}

    public static BatchesReply toProto(List<BatchInfo> batches) {
        BatchesReply.Builder reply = BatchesReply.newBuilder();
        for (BatchInfo batch : batches) {
            reply.addBatchesBuilder()
                    .setDatabase(batch.database())
                    .setTable(batch.table())
                    .setLabel(batch.label())
                    .setTxnId(batch.txnId())
                    .setState(batch.state().name())
                    .setLoads(batch.loads())
                    .setRows(batch.rows())
                    .setBytes(batch.bytes())
                    .setAgeMillis(batch.ageMillis())
                    .setWriters(batch.writers())
                    .setFailedCommits(batch.failedCommits())
                    .setLastError(batch.lastError());
        }
        return reply.build();
    }

    static List<BatchInfo> fromProto(BatchesReply reply) {
        List<BatchInfo> batches = new ArrayList<>(reply.getBatchesCount());
        for (UncommittedBatch batch : reply.getBatchesList()) {
            batches.add(new BatchInfo(
                    batch.getDatabase(),
                    batch.getTable(),
                    batch.getLabel(),
                    batch.getTxnId(),
                    BatchInfo.State.valueOf(batch.getState()),
                    batch.getLoads(),
                    batch.getRows(),
                    batch.getBytes(),
                    batch.getAgeMillis(),
                    batch.getWriters(),
                    batch.getFailedCommits(),
                    batch.getLastError()));
        }
        return batches;
    }
}
