package io.tributary.rpc.client;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.rpc.proto.EvaluateReply;
import io.tributary.rpc.proto.EvaluateRequest;
import io.tributary.rpc.proto.ResultColumn;

/** Evaluations and what comes of them as protobuf and back. */
public final class EvaluationMapping {
    private EvaluationMapping() {}

    static EvaluateRequest toProto(Evaluation evaluation) {
        EvaluateRequest.Builder request = EvaluateRequest.newBuilder()
                .addAllRows(StatementMapping.toProto(evaluation.rows()))
                .addAllValues(evaluation.values())
                .setCondition(evaluation.condition())
                .setQuery(evaluation.query())
                .setContext(StatementMapping.toProto(evaluation.context()));
        for (Column column : evaluation.columns()) {
            request.addColumnsBuilder()
                    .setName(column.name())
                    .setType(StatementMapping.toProto(column.type()))
                    .setNullable(column.nullable())
                    .setCollation(column.collation())
                    .setDeclaredType(column.declared().type());
        }
        return request.build();
    }

    /** @throws IllegalArgumentException if there is no block of rows in it */
    public static Evaluation fromProto(EvaluateRequest request) {
        return new Evaluation(
                request.getColumnsList().stream().map(EvaluationMapping::column).toList(),
                StatementMapping.toBlocks(request.getRowsList()),
                request.getValuesList(),
                request.getCondition(),
                request.getQuery(),
                StatementMapping.fromProto(request.getContext()));
    }

    private static Column column(ResultColumn column) {
        return new Column(
                column.getName(),
                StatementMapping.fromProto(column.getType()),
                column.getNullable(),
                false,
                DefaultValue.none(),
                false,
                "",
                Aggregation.NONE,
                column.getCollation(),
                Column.Declared.ofType(column.getDeclaredType()));
    }

    public static EvaluateReply toProto(EvaluatedRows rows) {
        EvaluateReply.Builder reply = EvaluateReply.newBuilder()
                .setColumns(StatementMapping.toDescribeReply(rows.columns()))
                .addAllBlocks(StatementMapping.toProto(rows.blocks()));
        for (EvaluatedRows.Refused refused : rows.refused()) {
            reply.addRefusedBuilder().setRow(refused.row()).setReason(StatusMapping.toProto(refused.reason()));
        }
        return reply.build();
    }

    static EvaluatedRows fromProto(EvaluateReply reply) {
        return new EvaluatedRows(
                StatementMapping.fromProto(reply.getColumns()),
                StatementMapping.toBlocks(reply.getBlocksList()),
                reply.getRefusedList().stream()
                        .map(refused -> new EvaluatedRows.Refused(
                                refused.getRow(), StatusMapping.fromProto(refused.getReason())))
                        .toList());
    }
}
