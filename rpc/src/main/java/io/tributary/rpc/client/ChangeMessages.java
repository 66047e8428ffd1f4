package io.tributary.rpc.client;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.rpc.proto.ChangeRequest;

/** The message that asks for a change of the catalog; one for each change. */
final class ChangeMessages implements CatalogChange.Visitor<ChangeRequest> {
    private final ChangeRequest.Builder request = ChangeRequest.newBuilder();

    @Override
    public ChangeRequest visitCreateDatabase(CatalogChange.CreateDatabase create) {
        request.getCreateDatabaseBuilder().setDatabase(create.database()).setIfNotExists(create.ifNotExists());
        DatabaseEngine engine = create.engine();
        if (engine != null) {
            request.getCreateDatabaseBuilder().setEngine(CatalogMapping.toProto(engine));
        }
        return request.build();
    }

    @Override
    public ChangeRequest visitDropDatabase(CatalogChange.DropDatabase drop) {
        request.getDropDatabaseBuilder().setDatabase(drop.database()).setIfExists(drop.ifExists());
        return request.build();
    }

    @Override
    public ChangeRequest visitCreateTable(CatalogChange.CreateTable create) {
        request.getCreateTableBuilder()
                .setTable(CatalogMapping.toProto(create.table()))
                .setIfNotExists(create.ifNotExists());
        return request.build();
    }

    @Override
    public ChangeRequest visitDropTable(CatalogChange.DropTable drop) {
        request.getDropTableBuilder()
                .setDatabase(drop.database())
                .setTable(drop.table())
                .setIfExists(drop.ifExists());
        return request.build();
    }

    @Override
    public ChangeRequest visitTruncateTable(CatalogChange.TruncateTable truncate) {
        request.getTruncateTableBuilder()
                .setDatabase(truncate.database())
                .setTable(truncate.table())
                .addAllPartitions(truncate.partitions());
        return request.build();
    }

    @Override
    public ChangeRequest visitAlterProperties(CatalogChange.AlterProperties alter) {
        request.getAlterPropertiesBuilder()
                .setDatabase(alter.database())
                .setTable(alter.table())
                .putAllChanges(alter.changes());
        return request.build();
    }

    @Override
    public ChangeRequest visitAlterTable(CatalogChange.AlterTable alter) {
        return request.setAlterTable(CatalogMapping.toProto(alter.change())).build();
    }

    @Override
    public ChangeRequest visitRefreshDatabase(CatalogChange.RefreshDatabase refresh) {
        request.getRefreshDatabaseBuilder().setDatabase(refresh.database());
        return request.build();
    }

    @Override
    public ChangeRequest visitRefreshTable(CatalogChange.RefreshTable refresh) {
        request.getRefreshTableBuilder().setDatabase(refresh.database()).setTable(refresh.table());
        return request.build();
    }

    @Override
    public ChangeRequest visitCreateView(CatalogChange.CreateView create) {
        request.getCreateViewBuilder()
                .setView(CatalogMapping.toProto(create.view()))
                .setCurrentDatabase(create.currentDatabase())
                .setExisting(create.existing().name());
        return request.build();
    }

    @Override
    public ChangeRequest visitDropView(CatalogChange.DropView drop) {
        request.getDropViewBuilder()
                .setDatabase(drop.database())
                .setView(drop.view())
                .setIfExists(drop.ifExists());
        return request.build();
    }

    @Override
    public ChangeRequest visitPutUser(CatalogChange.PutUser put) {
        request.getPutUserBuilder()
                .setAccount(CatalogMapping.toProto(put.account()))
                .setMustExist(put.mustExist())
                .setIfNotExists(put.ifNotExists());
        return request.build();
    }

    @Override
    public ChangeRequest visitDropUser(CatalogChange.DropUser drop) {
        request.getDropUserBuilder().setUser(drop.user()).setIfExists(drop.ifExists());
        return request.build();
    }

    @Override
    public ChangeRequest visitSetGlobalVariable(CatalogChange.SetGlobalVariable set) {
        request.getSetGlobalVariableBuilder().setName(set.name());
        if (set.value() != null) {
            request.getSetGlobalVariableBuilder().setValue(set.value());
        }
        return request.build();
    }
}
