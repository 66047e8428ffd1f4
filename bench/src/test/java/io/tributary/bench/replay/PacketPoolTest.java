package io.tributary.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tributary.bench.lineitem.LineItemTables;
import io.tributary.cli.lineitem.LineItemRow;
import io.tributary.cli.lineitem.LineItems;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.codec.Packet;
import io.tributary.protocol.codec.PacketDecoder;
import io.tributary.protocol.codec.PacketWriter;
import io.tributary.protocol.command.Command;
import io.tributary.protocol.command.CommandDecoder;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.protocol.command.ParameterReader;
import io.tributary.protocol.command.ParameterReader.Kind;
import io.tributary.protocol.command.Query;
import io.tributary.protocol.command.StmtExecute;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What this client encodes is decoded by the server's own decoder. */
final class PacketPoolTest {
    private static final int ROWS = 3;

    private final List<LineItemRow> rows = new LineItems(100).next(100);

    @Test
    void everyParameterOfAnExecuteIsTheRowsValueWithTheTypeThatConnectorJBinds() {
        try (PacketPool pool = PacketPool.prepared(rows, ROWS)) {
            StatementHead head = StatementHead.execute(7);
            for (int i = 0; i < pool.size(); i++) {
                StmtExecute execute = (StmtExecute) received(head, pool.body(i));

                assertThat(execute.statementId()).isEqualTo(7);
                assertThat(execute.flags()).isZero();
                ExecuteBody body = ExecuteBody.parse(execute.body(), ROWS * LineItemTables.COLUMNS, null);
                ParameterReader reader = new ParameterReader(body);
                for (LineItemRow row : rows.subList(i * ROWS, (i + 1) * ROWS)) {
                    assertRow(reader, row);
                }
                assertThat(reader.next()).isFalse();
            }
            head.release();
        }
    }

    private static void assertRow(ParameterReader reader, LineItemRow row) {
        assertInteger(reader, row.orderKey());
        assertInteger(reader, row.partKey());
        assertInteger(reader, row.supplierKey());
        assertInteger(reader, row.lineNumber());
        assertDecimal(reader, row.quantity());
        assertDecimal(reader, row.extendedPrice());
        assertDecimal(reader, row.discount());
        assertDecimal(reader, row.tax());
        assertText(reader, row.returnFlag());
        assertText(reader, row.lineStatus());
        assertDate(reader, row.shipDate());
        assertDate(reader, row.commitDate());
        assertDate(reader, row.receiptDate());
        assertText(reader, row.shipInstructions());
        assertText(reader, row.shipMode());
        assertText(reader, row.comment());
    }

    private static void assertInteger(ParameterReader reader, int value) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.typeCode()).isEqualTo(ColumnTypeCode.LONG);
        assertThat(reader.kind()).isEqualTo(Kind.LONG);
        assertThat(reader.longValue()).isEqualTo(value);
    }

    private static void assertDecimal(ParameterReader reader, BigDecimal value) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.typeCode()).isEqualTo(ColumnTypeCode.NEWDECIMAL);
        assertThat(text(reader)).isEqualTo(value.toPlainString());
    }

    private static void assertText(ParameterReader reader, String value) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.typeCode()).isEqualTo(ColumnTypeCode.VAR_STRING);
        assertThat(text(reader)).isEqualTo(value);
    }

    private static void assertDate(ParameterReader reader, Date value) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.typeCode()).isEqualTo(ColumnTypeCode.DATE);
        assertThat(LocalDate.of(reader.year(), reader.month(), reader.day())).isEqualTo(value.toLocalDate());
    }

    private static String text(ParameterReader reader) {
        return new String(reader.bytes(), reader.bytesOffset(), reader.bytesLength(), StandardCharsets.UTF_8);
    }

    @Test
    void aTextIsTheHeadAndItsRowsWithCommasBetween() {
        try (PacketPool pool = PacketPool.text(rows.subList(0, 4), 2, LineItemRow::appendQuotedLiterals)) {
            StatementHead head = StatementHead.query("INSERT INTO lineitem_3 VALUES ");

            Query query = (Query) received(head, pool.body(1));

            StringBuilder expected = new StringBuilder("INSERT INTO lineitem_3 VALUES ");
            rows.get(2).appendQuotedLiterals(expected);
            rows.get(3).appendQuotedLiterals(expected.append(','));
            assertThat(new String(query.text(), StandardCharsets.UTF_8)).isEqualTo(expected.toString());
            assertThat(pool.size()).isEqualTo(2);
            head.release();
        }
    }

    @Test
    void rowsThatFillNoWholeStatementAreLeftOut() {
        try (PacketPool pool = PacketPool.prepared(rows.subList(0, 5), 2)) {
            assertThat(pool.size()).isEqualTo(2);
        }
    }

    @Test
    void aPoolWithoutAStatementIsRefused() {
        assertThatThrownBy(() -> PacketPool.prepared(rows.subList(0, 1), 2))
                .hasMessage("1 rows make no statement of 2 rows");
    }

    @Test
    void moreParametersThanTheProtocolCountsAreRefused() {
        List<LineItemRow> many = new LineItems(4_096).next(4_096);

        assertThatThrownBy(() -> PacketPool.prepared(many, 4_096))
                .hasMessage("4096 rows have 65536 parameters, allowed: 65535");
    }

    @Test
    void aStatementThatNeedsASecondFrameIsRefused() {
        StatementHead head = StatementHead.execute(1);
        ByteBuf body = Unpooled.buffer().writeZero(StatementHead.PAYLOAD_BYTES_MAX);
        EmbeddedChannel channel = new EmbeddedChannel();

        assertThatThrownBy(() -> head.send(channel, body))
                .hasMessageStartingWith("a statement of 16777224 bytes, allowed for the replaying client: 16777214");

        channel.finishAndReleaseAll();
        head.release();
        body.release();
    }

    /** What the server makes of it. */
    private static Command received(StatementHead head, ByteBuf body) {
        EmbeddedChannel client = new EmbeddedChannel();
        head.send(client, body);
        CompositeByteBuf bytes = Unpooled.compositeBuffer();
        for (ByteBuf part = client.readOutbound(); part != null; part = client.readOutbound()) {
            bytes.addComponent(true, part);
        }
        PacketDecoder decoder = new PacketDecoder(new PacketWriter());
        decoder.startCommands(1 << 26);
        EmbeddedChannel server = new EmbeddedChannel(decoder);
        server.writeInbound(bytes);
        Packet packet = server.readInbound();
        try {
            return CommandDecoder.decode(packet.content(), 0, StandardCharsets.UTF_8);
        } finally {
            packet.release();
            client.finishAndReleaseAll();
            server.finishAndReleaseAll();
        }
    }
}
