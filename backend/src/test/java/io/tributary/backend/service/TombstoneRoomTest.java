package io.tributary.backend.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TombstoneRoomTest {
    private static final TableSchema SEQUENCED = table(true);
    private static final TableSchema OTHER = table(false);

    private final AtomicLong tombstones = new AtomicLong();
    private final TombstoneRoom room = new TombstoneRoom(tombstones::get, 3, table -> {});

    private static TableSchema table(boolean sequenced) {
        TableProperties properties = TableProperties.defaults();
        return new TableSchema(
                sequenced ? 1 : 2,
                "shop",
                "u",
                1,
                TableSchema.KeyModel.UNIQUE,
                List.of(
                        Column.of("id", ColumnType.of(Kind.BIGINT), false).asKey(),
                        Column.of("seq", ColumnType.of(Kind.BIGINT), true)),
                sequenced ? properties.with(TableSchema.SEQUENCE_COLUMN, "seq") : properties,
                TableSchema.Layout.none());
    }

    private void load(TableSchema table, boolean deletes) {
        RowBlockWriter writer = RowBlockWriter.withDeleteSign(table.columns());
        writer.beginRow();
        writer.putLong(0, 1);
        writer.putLong(1, 1);
        writer.putLong(2, deletes ? 1 : 0);
        writer.endRow();
        RowBlock block = writer.finish();
        new RowCheck(id -> id == 1 ? SEQUENCED : OTHER, room)
                .check(table.tableId(), 1, List.of(ByteString.copyFrom(block.bytes(), block.offset(), block.length())));
    }

    @Test
    void withTooManyTombstonesOnlyLoadsThatMayLeaveMoreAreRefused() {
        tombstones.set(3);
        room.look();

        assertThatThrownBy(() -> load(SEQUENCED, true))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT))
                .hasMessageContaining("tombstones_max = 3")
                .hasMessageContaining("TRUNCATE");
        load(SEQUENCED, false);
        load(OTHER, true);
    }

    @Test
    void belowTheLimitAndWhenThereIsRoomAgainNothingIsRefused() {
        tombstones.set(2);
        room.look();
        load(SEQUENCED, true);

        tombstones.set(3);
        room.look();
        tombstones.set(0);
        room.look();

        load(SEQUENCED, true);
        assertThat(room.count()).isZero();
    }

    @Test
    void thoseOfServersCountTooAsLongAsThereIsTheServer() {
        TableEngine server = new FaultyEngine(new FakeEngine()) {
            @Override
            public long tombstones() {
                return 2;
            }
        };
        tombstones.set(1);
        room.look();
        room.look(server, List.of(server));
        assertThat(room.count()).isEqualTo(3);

        room.look(server, List.of());

        assertThat(room.count()).isEqualTo(1);
    }

    @Test
    void whatAnEngineDoesNotHaveIsRefused() {
        TombstoneRoom refusing = new TombstoneRoom(tombstones::get, 3, table -> {
            throw EngineCapability.HIDDEN_COLUMNS.missing();
        });

        assertThatThrownBy(() -> refusing.require(OTHER)).hasMessageContaining(EngineCapability.HIDDEN_COLUMNS.text());
    }
}
