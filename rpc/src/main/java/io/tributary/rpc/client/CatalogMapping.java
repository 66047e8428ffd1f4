package io.tributary.rpc.client;

import io.tributary.contract.calls.CatalogChange;
import io.tributary.contract.calls.CatalogOrigin;
import io.tributary.contract.calls.CatalogState;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.calls.UserAccount;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.contract.schema.DatabaseSchema;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.rpc.proto.AlterTable;
import io.tributary.rpc.proto.CatalogReply;
import io.tributary.rpc.proto.ChangeRequest;
import io.tributary.rpc.proto.ColumnOrigin;
import io.tributary.rpc.proto.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Schemas, accounts and changes of the catalog as protobuf and back. */
public final class CatalogMapping {
    /** The engine's default policy travels apart from one that somebody wrote down. */
    private static final String IMPLICIT_POLICY = "implicit group_commit_policy";

    private CatalogMapping() {}

    public static CatalogReply toProto(CatalogState state) {
        CatalogReply.Builder reply = CatalogReply.newBuilder()
                .setEngineId(state.origin().engineId())
                .setRunId(state.origin().runId())
                .setContract(Contract.CURRENT)
                .setOwner(io.tributary.rpc.proto.TableOwner.newBuilder()
                        .setBackend(state.owner().backend())
                        .setGeneration(state.owner().generation()))
                .setVersion(state.version())
                .addAllDatabases(state.databases())
                .putAllGlobalVariables(state.globalVariables());
        state.schemas().forEach(schema -> schema.engine()
                .ifPresent(engine -> reply.putDatabaseEngines(
                        schema.name(),
                        toProto(engine).toBuilder()
                                .addAllLeftOut(schema.refreshed().leftOut())
                                .addAllChanged(schema.refreshed().changed())
                                .build())));
        state.tables().forEach(table -> reply.addTables(toProto(table)));
        state.views().forEach(view -> reply.addViews(toProto(view)));
        state.users().forEach(user -> reply.addUsers(toProto(user)));
        return reply.build();
    }

    static CatalogState fromProto(CatalogReply reply) {
        return new CatalogState(
                new CatalogOrigin(reply.getEngineId(), reply.getRunId()),
                // One that is absent reads as two zeros.
                new TableOwner(reply.getOwner().getBackend(), reply.getOwner().getGeneration()),
                reply.getVersion(),
                schemas(reply),
                new CatalogState.Relations(
                        reply.getTablesList().stream()
                                .map(CatalogMapping::fromProto)
                                .toList(),
                        reply.getViewsList().stream()
                                .map(CatalogMapping::fromProto)
                                .toList()),
                reply.getUsersList().stream().map(CatalogMapping::fromProto).toList(),
                reply.getGlobalVariablesMap());
    }

    private static List<DatabaseSchema> schemas(CatalogReply reply) {
        return reply.getDatabasesList().stream()
                .map(name -> new DatabaseSchema(
                        name,
                        Optional.ofNullable(reply.getDatabaseEnginesMap().get(name))
                                .map(CatalogMapping::fromProto),
                        refreshed(reply.getDatabaseEnginesOrDefault(
                                name, io.tributary.rpc.proto.DatabaseEngine.getDefaultInstance()))))
                .toList();
    }

    private static DatabaseSchema.Refreshed refreshed(io.tributary.rpc.proto.DatabaseEngine engine) {
        return new DatabaseSchema.Refreshed(engine.getLeftOutList(), engine.getChangedList());
    }

    static io.tributary.rpc.proto.DatabaseEngine toProto(DatabaseEngine engine) {
        return io.tributary.rpc.proto.DatabaseEngine.newBuilder()
                .setEngine(engine.engine())
                .setUrl(engine.url())
                .setCredentials(engine.credentials())
                .build();
    }

    private static DatabaseEngine fromProto(io.tributary.rpc.proto.DatabaseEngine engine) {
        return new DatabaseEngine(engine.getEngine(), engine.getUrl(), engine.getCredentials());
    }

    static io.tributary.rpc.proto.TableSchema toProto(TableSchema table) {
        io.tributary.rpc.proto.TableSchema.Builder schema = io.tributary.rpc.proto.TableSchema.newBuilder()
                .setTableId(table.tableId())
                .setDatabase(table.database())
                .setName(table.name())
                .setSchemaVersion(table.schemaVersion())
                .setKeyModel(table.keyModel().name())
                .putAllProperties(properties(table.properties()))
                .addAllKeyColumns(table.layout().keyColumns())
                .setKeyName(table.layout().keyName())
                .setComment(table.layout().comment())
                .setPartitioning(PartitionMapping.toProto(table.layout().partitioning()))
                .setDistributionClause(table.layout().distributionClause())
                .addAllClusterColumns(table.layout().clusterColumns())
                .setOptions(table.layout().options());
        table.layout().indexes().forEach(index -> schema.addIndexes(LayoutMapping.toProto(index)));
        table.layout().rollups().forEach(rollup -> schema.addRollups(LayoutMapping.toProto(rollup)));
        table.layout().constraints().foreignKeys().forEach(key -> schema.addForeignKeys(LayoutMapping.toProto(key)));
        table.layout().constraints().checks().forEach(check -> schema.addChecks(LayoutMapping.toProto(check)));
        for (Column column : table.columns()) {
            io.tributary.rpc.proto.Column.Builder sent = schema.addColumnsBuilder()
                    .setName(column.name())
                    .setType(StatementMapping.toProto(column.type()))
                    .setNullable(column.nullable() && !column.isGenerated())
                    .setKey(column.key())
                    .setDefaultKind(column.defaultValue().kind().name())
                    .setDefaultText(column.defaultValue().text())
                    .setAutoIncrement(column.autoIncrement())
                    .setComment(column.comment())
                    .setAggregation(column.aggregation().name())
                    .setCollation(column.collation())
                    .setDeclaredType(column.declared().type());
            if (column.isUpdatedByClock()) {
                sent.setOnUpdateDigits(column.declared().onUpdate().text());
            }
            if (column.isGenerated()) {
                sent.getGeneratedBuilder()
                        .setExpression(column.declared().generated().expression())
                        .setVirtual(column.declared().generated().virtual())
                        .setNullable(column.nullable());
            }
        }
        return schema.build();
    }

    static TableSchema fromProto(io.tributary.rpc.proto.TableSchema schema) {
        List<Column> columns = new ArrayList<>(schema.getColumnsCount());
        for (io.tributary.rpc.proto.Column column : schema.getColumnsList()) {
            columns.add(new Column(
                    column.getName(),
                    StatementMapping.fromProto(column.getType()),
                    column.hasGenerated() ? column.getGenerated().getNullable() : column.getNullable(),
                    column.getKey(),
                    new DefaultValue(DefaultValue.Kind.valueOf(column.getDefaultKind()), column.getDefaultText()),
                    column.getAutoIncrement(),
                    column.getComment(),
                    Aggregation.named(column.getAggregation()).orElse(Aggregation.NONE),
                    column.getCollation(),
                    new Column.Declared(
                            column.getDeclaredType(),
                            column.hasOnUpdateDigits()
                                    ? new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, column.getOnUpdateDigits())
                                    : DefaultValue.none(),
                            new Column.Generated(
                                    column.getGenerated().getExpression(),
                                    column.getGenerated().getVirtual()))));
        }
        return new TableSchema(
                schema.getTableId(),
                schema.getDatabase(),
                schema.getName(),
                schema.getSchemaVersion(),
                TableSchema.KeyModel.valueOf(schema.getKeyModel()),
                columns,
                properties(schema.getPropertiesMap()),
                new TableSchema.Layout(
                        schema.getKeyColumnsList(),
                        schema.getKeyName(),
                        schema.getComment(),
                        PartitionMapping.fromProto(schema.getPartitioning()),
                        schema.getDistributionClause(),
                        schema.getIndexesList().stream()
                                .map(LayoutMapping::fromProto)
                                .toList(),
                        schema.getRollupsList().stream()
                                .map(LayoutMapping::fromProto)
                                .toList(),
                        schema.getClusterColumnsList(),
                        schema.getOptions(),
                        LayoutMapping.constraints(schema)));
    }

    static View toProto(ViewSchema view) {
        return View.newBuilder()
                .setTable(toProto(view.table()))
                .setQuery(view.query())
                .setSqlMode(view.sqlMode().toString())
                .setDefiner(view.definer())
                .build();
    }

    private static ViewSchema fromProto(View view) {
        return new ViewSchema(
                fromProto(view.getTable()), view.getQuery(), SqlMode.known(view.getSqlMode()), view.getDefiner());
    }

    static AlterTable toProto(TableChange change) {
        AlterTable.Builder message = AlterTable.newBuilder().setTable(toProto(change.table()));
        for (TableChange.Origin origin : change.origins()) {
            ColumnOrigin.Builder of = message.addOriginsBuilder();
            if (origin instanceof TableChange.Kept kept) {
                of.setKept(kept.position());
                continue;
            }
            String fill = ((TableChange.Filled) origin).text();
            if (fill != null) {
                of.setFill(fill);
            }
        }
        return message.build();
    }

    private static TableChange fromProto(AlterTable message) {
        List<TableChange.Origin> origins = new ArrayList<>(message.getOriginsCount());
        for (ColumnOrigin of : message.getOriginsList()) {
            origins.add(
                    of.hasKept()
                            ? new TableChange.Kept(of.getKept())
                            : new TableChange.Filled(of.hasFill() ? of.getFill() : null));
        }
        return new TableChange(fromProto(message.getTable()), origins);
    }

    private static Map<String, String> properties(TableProperties properties) {
        Map<String, String> map = new TreeMap<>(properties.other());
        map.put("group_commit_mode", properties.groupCommitMode().text());
        map.put("group_commit_interval_ms", Integer.toString(properties.groupCommitIntervalMillis()));
        map.put("group_commit_data_bytes", Integer.toString(properties.groupCommitDataBytes()));
        map.put(
                properties.policyExplicit() ? "group_commit_policy" : IMPLICIT_POLICY,
                properties.groupCommitPolicy().text());
        return map;
    }

    private static TableProperties properties(Map<String, String> map) {
        TableProperties properties = TableProperties.defaults();
        for (Map.Entry<String, String> entry : map.entrySet()) {
            if (!entry.getKey().equals(IMPLICIT_POLICY)) {
                properties = properties.with(entry.getKey(), entry.getValue());
            }
        }
        String implicit = map.get(IMPLICIT_POLICY);
        return implicit == null
                ? properties
                : new TableProperties(
                        properties.groupCommitMode(),
                        properties.groupCommitIntervalMillis(),
                        properties.groupCommitDataBytes(),
                        GroupCommitPolicy.parse(implicit).orElse(GroupCommitPolicy.ADAPTIVE),
                        false,
                        properties.other());
    }

    static io.tributary.rpc.proto.UserAccount toProto(UserAccount account) {
        return io.tributary.rpc.proto.UserAccount.newBuilder()
                .setName(account.name())
                .setPlugin(account.plugin())
                .setNativeVerifier(account.nativeVerifier())
                .setSha2Verifier(account.sha2Verifier())
                .build();
    }

    private static UserAccount fromProto(io.tributary.rpc.proto.UserAccount account) {
        return new UserAccount(
                account.getName(), account.getPlugin(), account.getNativeVerifier(), account.getSha2Verifier());
    }

    static ChangeRequest toProto(CatalogChange change) {
        return change.accept(new ChangeMessages());
    }

    /** @throws IllegalArgumentException if the request names no change that this version knows */
    public static CatalogChange fromProto(ChangeRequest request) {
        return switch (request.getChangeCase()) {
            case CREATE_DATABASE ->
                new CatalogChange.CreateDatabase(
                        request.getCreateDatabase().getDatabase(),
                        request.getCreateDatabase().getIfNotExists(),
                        request.getCreateDatabase().hasEngine()
                                ? fromProto(request.getCreateDatabase().getEngine())
                                : null);
            case DROP_DATABASE ->
                new CatalogChange.DropDatabase(
                        request.getDropDatabase().getDatabase(),
                        request.getDropDatabase().getIfExists());
            case CREATE_TABLE ->
                new CatalogChange.CreateTable(
                        fromProto(request.getCreateTable().getTable()),
                        request.getCreateTable().getIfNotExists());
            case DROP_TABLE ->
                new CatalogChange.DropTable(
                        request.getDropTable().getDatabase(),
                        request.getDropTable().getTable(),
                        request.getDropTable().getIfExists());
            case TRUNCATE_TABLE ->
                new CatalogChange.TruncateTable(
                        request.getTruncateTable().getDatabase(),
                        request.getTruncateTable().getTable(),
                        request.getTruncateTable().getPartitionsList());
            case ALTER_PROPERTIES ->
                new CatalogChange.AlterProperties(
                        request.getAlterProperties().getDatabase(),
                        request.getAlterProperties().getTable(),
                        request.getAlterProperties().getChangesMap());
            case ALTER_TABLE -> new CatalogChange.AlterTable(fromProto(request.getAlterTable()));
            case REFRESH_DATABASE ->
                new CatalogChange.RefreshDatabase(request.getRefreshDatabase().getDatabase());
            case REFRESH_TABLE ->
                new CatalogChange.RefreshTable(
                        request.getRefreshTable().getDatabase(),
                        request.getRefreshTable().getTable());
            case CREATE_VIEW ->
                new CatalogChange.CreateView(
                        fromProto(request.getCreateView().getView()),
                        request.getCreateView().getCurrentDatabase(),
                        ViewSchema.Existing.valueOf(request.getCreateView().getExisting()));
            case DROP_VIEW ->
                new CatalogChange.DropView(
                        request.getDropView().getDatabase(),
                        request.getDropView().getView(),
                        request.getDropView().getIfExists());
            case PUT_USER ->
                new CatalogChange.PutUser(
                        fromProto(request.getPutUser().getAccount()),
                        request.getPutUser().getMustExist(),
                        request.getPutUser().getIfNotExists());
            case DROP_USER ->
                new CatalogChange.DropUser(
                        request.getDropUser().getUser(), request.getDropUser().getIfExists());
            case SET_GLOBAL_VARIABLE ->
                new CatalogChange.SetGlobalVariable(
                        request.getSetGlobalVariable().getName(),
                        request.getSetGlobalVariable().hasValue()
                                ? request.getSetGlobalVariable().getValue()
                                : null);
            case CHANGE_NOT_SET -> throw new IllegalArgumentException("a change of the catalog without a change");
        };
    }
}
