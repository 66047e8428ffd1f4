package io.tributary.rpc.client;

import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableIndex;

/** Indexes, rollups and constraints of a table as protobuf and back. */
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

    static io.tributary.rpc.proto.ForeignKey toProto(ForeignKey key) {
        return io.tributary.rpc.proto.ForeignKey.newBuilder()
                .setName(key.name())
                .addAllColumns(key.columns())
                .setDatabase(key.database())
                .setTable(key.table())
                .addAllReferenced(key.referenced())
                .setOnDelete(key.rules().onDelete().name())
                .setOnUpdate(key.rules().onUpdate().name())
                .build();
    }

    private static ForeignKey fromProto(io.tributary.rpc.proto.ForeignKey key) {
        return new ForeignKey(
                key.getName(),
                key.getColumnsList(),
                key.getDatabase(),
                key.getTable(),
                key.getReferencedList(),
                new ForeignKey.Rules(
                        ForeignKey.Action.valueOf(key.getOnDelete()), ForeignKey.Action.valueOf(key.getOnUpdate())));
    }

    static io.tributary.rpc.proto.Check toProto(Check check) {
        return io.tributary.rpc.proto.Check.newBuilder()
                .setName(check.name())
                .addAllSteps(check.steps())
                .build();
    }

    static Constraints constraints(io.tributary.rpc.proto.TableSchema table) {
        return new Constraints(
                table.getForeignKeysList().stream()
                        .map(LayoutMapping::fromProto)
                        .toList(),
                table.getChecksList().stream()
                        .map(check -> new Check(check.getName(), check.getStepsList()))
                        .toList());
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
