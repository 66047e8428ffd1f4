package io.tributary.rpc.client;

import io.tributary.contract.calls.QuarantineInfo;
import io.tributary.rpc.proto.QuarantineOutcome;
import io.tributary.rpc.proto.QuarantineRequest;
import io.tributary.rpc.proto.Quarantined;
import io.tributary.rpc.proto.QuarantinedReply;
import java.util.ArrayList;
import java.util.List;

/** Rows of the quarantine as protobuf and back. */
public final class QuarantineMapping {
    private QuarantineMapping() {}

    static QuarantineRequest request(long tableId, List<Long> ids, int limit) {
        return QuarantineRequest.newBuilder()
                .setTableId(tableId)
                .addAllIds(ids)
                .setLimit(limit)
                .build();
    }

    public static QuarantinedReply toProto(List<QuarantineInfo> rows) {
        QuarantinedReply.Builder reply = QuarantinedReply.newBuilder();
        for (QuarantineInfo row : rows) {
            reply.addRowsBuilder()
                    .setId(row.id())
                    .setDatabase(row.database())
                    .setTable(row.table())
                    .setLabel(row.label())
                    .setRow(row.row())
                    .setReason(row.reason())
                    .setMillis(row.millis());
        }
        return reply.build();
    }

    static List<QuarantineInfo> fromProto(QuarantinedReply reply) {
        List<QuarantineInfo> rows = new ArrayList<>(reply.getRowsCount());
        for (Quarantined row : reply.getRowsList()) {
            rows.add(new QuarantineInfo(
                    row.getId(),
                    row.getDatabase(),
                    row.getTable(),
                    row.getLabel(),
                    row.getRow(),
                    row.getReason(),
                    row.getMillis()));
        }
        return rows;
    }

    public static QuarantineOutcome toProto(QuarantineInfo.Outcome outcome) {
        return QuarantineOutcome.newBuilder()
                .setRemoved(outcome.removed())
                .setRefused(outcome.refused())
                .build();
    }

    static QuarantineInfo.Outcome fromProto(QuarantineOutcome outcome) {
        return new QuarantineInfo.Outcome(outcome.getRemoved(), outcome.getRefused());
    }
}
