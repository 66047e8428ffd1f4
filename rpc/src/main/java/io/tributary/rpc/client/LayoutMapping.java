package io.tributary.rpc.client;

import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableIndex;

/** Indexes and rollups of a table as protobuf and back. */
final class LayoutMapping {
    private LayoutMapping() {}

    static io.tributary.rpc.proto.TableIndex toProto(TableIndex index) {
        return io.tributary.rpc.proto.TableIndex.newBuilder()
                .setName(index.name())
                .addAllColumns(index.columns())
                .setType(index.type())
                .putAllProperties(index.properties())
                .setComment(index.comment())
                .setUnique(index.unique())
                .addAllEndings(index.endings())
                .build();
    }

    static TableIndex fromProto(io.tributary.rpc.proto.TableIndex index) {
        return new TableIndex(
                index.getName(),
                index.getUnique(),
                index.getColumnsList(),
                index.getEndingsList(),
                index.getType(),
                index.getPropertiesMap(),
                index.getComment());
    }

    static io.tributary.rpc.proto.Rollup toProto(Rollup rollup) {
        return io.tributary.rpc.proto.Rollup.newBuilder()
                .setName(rollup.name())
                .addAllColumns(rollup.columns())
                .addAllDuplicateKey(rollup.duplicateKey())
                .putAllProperties(rollup.properties())
                .build();
    }

    static Rollup fromProto(io.tributary.rpc.proto.Rollup rollup) {
        return new Rollup(
                rollup.getName(), rollup.getColumnsList(), rollup.getDuplicateKeyList(), rollup.getPropertiesMap());
    }
}
