package io.tributary.rpc.client;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.OnDuplicateKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.rpc.proto.DescribeReply;
import io.tributary.rpc.proto.ExecuteReply;
import io.tributary.rpc.proto.InsertQueryRequest;
import io.tributary.rpc.proto.InsertSource;
import io.tributary.rpc.proto.LoadKey;
import io.tributary.rpc.proto.RowTargets;
import io.tributary.rpc.proto.ShownColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows, result columns and query contexts as protobuf and back; row bytes are shared, not copied. */
public final class StatementMapping {
    /** The mode of the context that was read last: the next one mostly has the same, and it is not read again. */
    private static volatile SqlMode lastMode = SqlMode.NONE;

    private StatementMapping() {}

    public static ByteString toProto(RowBlock block) {
        return UnsafeByteOperations.unsafeWrap(block.bytes(), block.offset(), block.length());
    }

    public static List<ByteString> toProto(List<RowBlock> blocks) {
        List<ByteString> strings = new ArrayList<>(blocks.size());
        for (RowBlock block : blocks) {
            strings.add(toProto(block));
        }
        return strings;
    }

    /**
     * The block in the string's own array where it has a single one (every string that was parsed or wrapped has).
     *
     * @throws IllegalArgumentException if no block of this format is in it
     */
    public static RowBlock toBlock(ByteString string) {
        ArrayView view = new ArrayView();
        try {
            UnsafeByteOperations.unsafeWriteTo(string, view);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return view.array != null && view.pieces == 1
                ? new RowBlock(view.array, view.offset, view.length)
                : RowBlock.of(string.toByteArray());
    }

    /** @throws IllegalArgumentException if one of them is no block of this format */
    public static List<RowBlock> toBlocks(List<ByteString> strings) {
        List<RowBlock> blocks = new ArrayList<>(strings.size());
        for (ByteString string : strings) {
            blocks.add(toBlock(string));
        }
        return blocks;
    }

    public static LoadKey toProto(IdempotencyKey key) {
        return LoadKey.newBuilder()
                .setText(key.text())
                .setRowsDigest(key.rowsDigest())
                .setFirstId(key.firstId())
                .build();
    }

    /** @throws io.tributary.contract.error.TributaryException if it can be no key */
    public static IdempotencyKey toKey(LoadKey key) {
        return new IdempotencyKey(key.getText(), key.getRowsDigest(), key.getFirstId());
    }

    public static io.tributary.rpc.proto.QueryContext toProto(QueryContext context) {
        return io.tributary.rpc.proto.QueryContext.newBuilder()
                .setDatabase(context.database())
                .setSqlMode(context.sqlMode().text())
                .setCollation(context.meaning().collation())
                .setTimeZone(context.timeZone())
                .setTransactionId(context.transactionId())
                .setStartMicros(context.startMicros())
                .setTimeMaxMillis(context.timeMaxMillis())
                .setRecursionStepsMax(context.meaning().recursionStepsMax())
                .setConcatenatedBytesMax(context.meaning().concatenatedBytesMax())
                .setVisibleMillis(context.visibleMillis())
                .setShowsHidden(context.meaning().showsHidden())
                .setCountsChanged(!context.meaning().countsFound())
                .build();
    }

    private static SqlMode sqlMode(String text) {
        SqlMode last = lastMode;
        if (!last.text().equals(text)) {
            last = SqlMode.known(text);
            lastMode = last;
        }
        return last;
    }

    public static QueryContext fromProto(io.tributary.rpc.proto.QueryContext context) {
        QueryContext.Meaning meaning = new QueryContext.Meaning(
                context.getDatabase(),
                sqlMode(context.getSqlMode()),
                context.getCollation(),
                context.getTimeZone(),
                new QueryContext.Limits(context.getRecursionStepsMax(), context.getConcatenatedBytesMax()),
                context.getShowsHidden(),
                !context.getCountsChanged());
        return new QueryContext(
                meaning,
                context.getTransactionId(),
                context.getStartMicros(),
                context.getTimeMaxMillis(),
                context.getVisibleMillis() == 0 ? QueryContext.VISIBLE_MILLIS_DEFAULT : context.getVisibleMillis());
    }

    static InsertQueryRequest toProto(InsertQuery insert) {
        InsertQueryRequest.Builder request = InsertQueryRequest.newBuilder()
                .setTableId(insert.tableId())
                .setSchemaVersion(insert.schemaVersion())
                .setLabel(insert.label())
                .setContext(toProto(insert.context()))
                .addAllPartitions(insert.partitions())
                .setOverwrites(insert.overwrites())
                .setTimeoutSeconds(insert.timeoutSeconds())
                .addAllRows(toProto(insert.rows()));
        for (InsertQuery.Source source : insert.sources()) {
            InsertSource.Builder to = request.addSourcesBuilder().setSql(source.sql());
            for (List<Integer> row : source.rows()) {
                to.addRowsBuilder().addAllColumns(row);
            }
        }
        FilterLimits filter = insert.filter();
        if (filter != null) {
            request.getFilterBuilder().setRatioMax(filter.ratioMax()).setWarningsMax(filter.warningsMax());
        }
        OnDuplicateKey rule = insert.onDuplicateKey();
        if (rule != null) {
            var to = request.getOnDuplicateKeyBuilder()
                    .setAction(io.tributary.rpc.proto.OnDuplicateKey.Action.valueOf(
                            "ACTION_" + rule.action().name()));
            rule.assignments().forEach(each -> to.addAssignmentsBuilder()
                    .setColumn(each.position())
                    .setExpression(each.expression()));
        }
        return request.build();
    }

    private static OnDuplicateKey fromProto(io.tributary.rpc.proto.OnDuplicateKey rule) {
        OnDuplicateKey.Action action =
                switch (rule.getAction()) {
                    case ACTION_UPDATE -> OnDuplicateKey.Action.UPDATE;
                    case ACTION_IGNORE -> OnDuplicateKey.Action.IGNORE;
                    case ACTION_PARTIAL -> OnDuplicateKey.Action.PARTIAL;
                    case ACTION_PARTIAL_EXISTING -> OnDuplicateKey.Action.PARTIAL_EXISTING;
                    case ACTION_UNSPECIFIED, UNRECOGNIZED ->
                        throw new IllegalArgumentException("unknown action on a duplicate key");
                };
        return new OnDuplicateKey(
                action,
                rule.getAssignmentsList().stream()
                        .map(each -> new OnDuplicateKey.Assignment(each.getColumn(), each.getExpression()))
                        .toList());
    }

    /** @throws IllegalArgumentException if it has neither queries nor rows, or one of its queries makes no rows */
    public static InsertQuery fromProto(InsertQueryRequest request) {
        List<InsertQuery.Source> sources = new ArrayList<>(request.getSourcesCount());
        for (InsertSource source : request.getSourcesList()) {
            List<List<Integer>> rows = new ArrayList<>(source.getRowsCount());
            for (RowTargets row : source.getRowsList()) {
                rows.add(row.getColumnsList());
            }
            sources.add(new InsertQuery.Source(source.getSql(), rows));
        }
        return new InsertQuery(
                request.getTableId(),
                request.getSchemaVersion(),
                sources,
                request.hasOnDuplicateKey() ? fromProto(request.getOnDuplicateKey()) : null,
                request.getLabel(),
                fromProto(request.getContext()),
                request.hasFilter()
                        ? new FilterLimits(
                                request.getFilter().getRatioMax(),
                                request.getFilter().getWarningsMax())
                        : null,
                request.getPartitionsList(),
                request.getOverwrites(),
                request.getTimeoutSeconds(),
                toBlocks(request.getRowsList()));
    }

    public static ExecuteReply toProto(StatementResult result) {
        ExecuteReply.Builder reply = ExecuteReply.newBuilder()
                .setAffectedRows(result.affectedRows())
                .setLabel(result.label())
                .setTxnId(result.txnId())
                .setLastInsertId(result.lastInsertId())
                .setLargestGiven(result.largestGiven())
                .setFilteredRows(result.filtered().count());
        for (TributaryException refusal : result.filtered().refusals()) {
            reply.addRefusals(StatusMapping.toProto(refusal));
        }
        return reply.build();
    }

    static StatementResult fromProto(ExecuteReply reply) {
        return new StatementResult(
                reply.getAffectedRows(),
                reply.getLabel(),
                reply.getTxnId(),
                reply.getLastInsertId(),
                reply.getLargestGiven(),
                reply.getFilteredRows() == 0
                        ? FilteredRows.NONE
                        : new FilteredRows(
                                reply.getFilteredRows(),
                                reply.getRefusalsList().stream()
                                        .map(StatusMapping::fromProto)
                                        .toList()));
    }

    public static DescribeReply toDescribeReply(List<ResultColumn> columns) {
        DescribeReply.Builder reply = DescribeReply.newBuilder();
        for (ResultColumn column : columns) {
            io.tributary.rpc.proto.ResultColumn.Builder sent = reply.addColumnsBuilder()
                    .setName(column.name())
                    .setType(toProto(column.type()))
                    .setNullable(column.nullable())
                    .setCollation(column.collation());
            if (!column.origin().equals(ColumnOrigin.COMPUTED)) {
                sent.setOrigin(toProto(column.origin()));
            }
        }
        return reply.build();
    }

    private static ShownColumn toProto(ColumnOrigin origin) {
        return ShownColumn.newBuilder()
                .setDatabase(origin.database())
                .setTable(origin.table())
                .setOriginalTable(origin.originalTable())
                .setOriginalName(origin.originalName())
                .setType(toProto(origin.type()))
                .setNullable(origin.nullable())
                .setKey(origin.key())
                .setAutoIncrement(origin.autoIncrement())
                .setDeclared(origin.declared())
                .build();
    }

    private static ColumnOrigin fromProto(ShownColumn origin) {
        return new ColumnOrigin(
                origin.getDatabase(),
                origin.getTable(),
                origin.getOriginalTable(),
                origin.getOriginalName(),
                fromProto(origin.getType()),
                origin.getDeclared(),
                origin.getNullable(),
                origin.getKey(),
                origin.getAutoIncrement());
    }

    static List<ResultColumn> fromProto(DescribeReply reply) {
        List<ResultColumn> columns = new ArrayList<>(reply.getColumnsCount());
        for (io.tributary.rpc.proto.ResultColumn column : reply.getColumnsList()) {
            ColumnOrigin origin = column.hasOrigin() ? fromProto(column.getOrigin()) : ColumnOrigin.COMPUTED;
            columns.add(new ResultColumn(
                    column.getName(),
                    fromProto(column.getType()),
                    column.getNullable(),
                    origin,
                    column.getCollation()));
        }
        return columns;
    }

    static io.tributary.rpc.proto.ColumnType toProto(ColumnType type) {
        ColumnType.Kind element = type.elementKind();
        return io.tributary.rpc.proto.ColumnType.newBuilder()
                .setKind(type.kind().name())
                .setLength(type.length())
                .setScale(type.scale())
                .setElement(element == null ? "" : element.name())
                .build();
    }

    static ColumnType fromProto(io.tributary.rpc.proto.ColumnType type) {
        return new ColumnType(
                ColumnType.Kind.valueOf(type.getKind()),
                type.getLength(),
                type.getScale(),
                type.getElement().isEmpty() ? null : ColumnType.Kind.valueOf(type.getElement()));
    }

    /** Sees where a string's bytes are, without taking them. */
    private static final class ArrayView extends ByteOutput {
        private byte @Nullable [] array;
        private int offset;
        private int length;
        private int pieces;

        @Override
        public void writeLazy(byte[] value, int from, int count) {
            array = value;
            offset = from;
            length = count;
            pieces++;
        }

        @Override
        public void writeLazy(ByteBuffer value) {
            pieces += 2;
        }

        @Override
        public void write(byte value) {
            pieces += 2;
        }

        @Override
        public void write(byte[] value, int from, int count) {
            pieces += 2;
        }

        @Override
        public void write(ByteBuffer value) {
            pieces += 2;
        }
    }
}
