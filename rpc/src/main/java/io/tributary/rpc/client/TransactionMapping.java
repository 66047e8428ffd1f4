package io.tributary.rpc.client;

import io.tributary.contract.calls.TransactionInfo;
import io.tributary.rpc.proto.FindTransactionReply;
import io.tributary.rpc.proto.Transaction;
import java.util.ArrayList;
import java.util.List;

/** What is told of transactions as protobuf and back. */
public final class TransactionMapping {
    private TransactionMapping() {}

    public static FindTransactionReply toProto(List<TransactionInfo> found) {
        FindTransactionReply.Builder reply = FindTransactionReply.newBuilder();
        for (TransactionInfo one : found) {
            reply.addFoundBuilder()
                    .setTxnId(one.txnId())
                    .setLabel(one.label())
                    .setDatabase(one.database())
                    .setTable(one.table())
                    .setGroupCommit(one.groupCommit())
                    .setStatus(one.status().name())
                    .setRows(one.rows())
                    .setBeganMillis(one.beganMillis())
                    .setEndedMillis(one.endedMillis())
                    .setReason(one.reason());
        }
        return reply.build();
    }

    static List<TransactionInfo> fromProto(FindTransactionReply reply) {
        List<TransactionInfo> found = new ArrayList<>(reply.getFoundCount());
        for (Transaction one : reply.getFoundList()) {
            found.add(new TransactionInfo(
                    one.getTxnId(),
                    one.getLabel(),
                    one.getDatabase(),
                    one.getTable(),
                    one.getGroupCommit(),
                    status(one.getStatus()),
                    one.getRows(),
                    one.getBeganMillis(),
                    one.getEndedMillis(),
                    one.getReason()));
        }
        return found;
    }

    /** One that only a newer backend has tells nothing here. */
    private static TransactionInfo.Status status(String name) {
        for (TransactionInfo.Status status : TransactionInfo.Status.values()) {
            if (status.name().equals(name)) {
                return status;
            }
        }
        return TransactionInfo.Status.UNKNOWN;
    }
}
