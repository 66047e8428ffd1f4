package io.tributary.rpc.client;

import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.rpc.proto.PartitionBound;
import java.util.List;

/** Partitions as protobuf and back. */
final class PartitionMapping {
    private PartitionMapping() {}

    static io.tributary.rpc.proto.Partitioning toProto(Partitioning partitioning) {
        io.tributary.rpc.proto.Partitioning.Builder message = io.tributary.rpc.proto.Partitioning.newBuilder()
                .setKind(partitioning.kind().name())
                .setAutomatic(partitioning.automatic())
                .setExpression(partitioning.expression())
                .addAllColumns(partitioning.columns())
                .setByClock(partitioning.byClock());
        for (Partition partition : partitioning.partitions()) {
            io.tributary.rpc.proto.Partition.Builder to =
                    message.addPartitionsBuilder().setName(partition.name());
            for (List<PartitionValue> bound : partition.bounds()) {
                PartitionBound.Builder values = to.addBoundsBuilder();
                for (PartitionValue value : bound) {
                    values.addValuesBuilder().setKind(value.kind().name()).setText(value.text());
                }
            }
        }
        return message.build();
    }

    static Partitioning fromProto(io.tributary.rpc.proto.Partitioning message) {
        if (message.getKind().isEmpty()) {
            return Partitioning.NONE;
        }
        return new Partitioning(
                Partitioning.Kind.valueOf(message.getKind()),
                message.getAutomatic(),
                message.getExpression(),
                message.getColumnsList(),
                message.getPartitionsList().stream()
                        .map(partition -> new Partition(
                                partition.getName(),
                                partition.getBoundsList().stream()
                                        .map(PartitionMapping::bound)
                                        .toList()))
                        .toList(),
                message.getByClock());
    }

    private static List<PartitionValue> bound(PartitionBound bound) {
        return bound.getValuesList().stream()
                .map(value -> new PartitionValue(PartitionValue.Kind.valueOf(value.getKind()), value.getText()))
                .toList();
    }
}
