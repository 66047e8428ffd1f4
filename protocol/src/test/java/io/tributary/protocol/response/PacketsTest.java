package io.tributary.protocol.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.protocol.Capability;
import io.tributary.protocol.CharacterSet;
import io.tributary.protocol.ColumnFlag;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.PacketBytes;
import io.tributary.protocol.ServerPacket;
import io.tributary.protocol.ServerStatus;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketsTest {
    private static final int PLAIN = Capability.PROTOCOL_41;
    private static final ColumnDefinition41 ID = new ColumnDefinition41(
            "db",
            "t",
            "t",
            "n",
            "id",
            CharacterSet.BINARY,
            20,
            ColumnTypeCode.LONGLONG,
            ColumnFlag.NOT_NULL | ColumnFlag.BINARY,
            0);

    @Test
    void okWithoutInfoEndsBehindTheWarnings() {
        assertThat(hex(OkPacket.of(ServerStatus.AUTOCOMMIT), PLAIN)).isEqualTo("00000002000000");
        assertThat(hex(new OkPacket(300, -1, ServerStatus.MORE_RESULTS, 70_000, ""), PLAIN))
                .isEqualTo("00" + "fc2c01" + "feffffffffffffffff" + "0800" + "ffff");
    }

    @Test
    void infoIsLengthEncodedWithoutSessionTrack() {
        String info = "{'label':'group_commit_a_b', 'status':'PREPARE', 'txnId':'7'}";

        assertThat(PacketBytes.encoded(new OkPacket(1, 0, ServerStatus.AUTOCOMMIT, 0, info), PLAIN))
                .isEqualTo(PacketBytes.resource("ok-info"));
    }

    @Test
    void emptyInfoIsSentUnderSessionTrackOnly() {
        assertThat(hex(OkPacket.of(2), PLAIN | Capability.SESSION_TRACK)).isEqualTo("0000000200000000");
    }

    @Test
    void changesOfTheSessionStandBehindTheInfoAndInTheStatus() {
        OkPacket ok = new OkPacket(
                0,
                0,
                2,
                0,
                "",
                List.of(SessionChange.ofVariable("a", "on"), SessionChange.ofSchema("db"), SessionChange.ofState()));

        assertThat(hex(ok, PLAIN)).isEqualTo("00000002000000");
        assertThat(hex(ok, PLAIN | Capability.SESSION_TRACK))
                .isEqualTo("0000000240" + "0000" + "00" + "10" + "0005" + "0161" + "026f6e" + "0103" + "026462" + "0202"
                        + "0131");
    }

    @Test
    void whetherDefinitionsFollowIsToldToWhoCanDoWithout() {
        int optional = PLAIN | Capability.OPTIONAL_RESULTSET_METADATA;

        assertThat(hex(new ColumnCount(3, true), optional)).isEqualTo("0103");
        assertThat(hex(new ColumnCount(3, false), optional)).isEqualTo("0003");
        assertThat(hex(new PrepareOk(7, 2, 1, 0, false), optional))
                .isEqualTo("00" + "07000000" + "0200" + "0100" + "00" + "0000" + "00");
    }

    @Test
    void rowsEndWithEofOrWithOk() {
        ResultSetEnd end = new ResultSetEnd(ServerStatus.AUTOCOMMIT | ServerStatus.MORE_RESULTS, 3);

        assertThat(hex(end, PLAIN)).isEqualTo("fe" + "0300" + "0a00");
        assertThat(hex(end, PLAIN | Capability.DEPRECATE_EOF)).isEqualTo("fe" + "00" + "00" + "0a00" + "0300");
        assertThat(hex(new EofPacket(2, 0), PLAIN)).isEqualTo("fe00000200");
    }

    @Test
    void errCarriesNumberAndState() {
        assertThat(hex(new ErrPacket(1064, "42000", "Né"), PLAIN))
                .isEqualTo("ff" + "2804" + "23" + "3432303030" + "4ec3a9");
    }

    @Test
    void errIsCutAndChecked() {
        assertThat(new ErrPacket(1105, "HY000", "x".repeat(10_000)).message()).hasSize(8192);
        assertThatThrownBy(() -> new ErrPacket(0, "HY000", "")).hasMessage("error number 0, allowed: 1 to 65535");
        assertThatThrownBy(() -> new ErrPacket(1, "HY00", "")).hasMessage("SQLSTATE 'HY00', expected five characters");
    }

    @Test
    void columnDefinitionHasTheDocumentedBytes() {
        assertThat(PacketBytes.encoded(ID, PLAIN)).isEqualTo(PacketBytes.resource("column-definition"));
        assertThat(hex(new FieldListColumn(ID), PLAIN)).isEqualTo(hex(ID, PLAIN) + "fb");
        assertThat(hex(new ColumnCount(251, true), PLAIN)).isEqualTo("fcfb00");
    }

    @Test
    void prepareOkCountsColumnsAndParameters() {
        assertThat(hex(new PrepareOk(7, 2, 65_535, 1), PLAIN))
                .isEqualTo("00" + "07000000" + "0200" + "ffff" + "00" + "0100");
        assertThatThrownBy(() -> new PrepareOk(7, 0, 65_536, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void statisticsAreBareText() {
        assertThat(hex(new StatisticsText("Up"), PLAIN)).isEqualTo("5570");
    }

    private static String hex(ServerPacket packet, int capabilities) {
        return HexFormat.of().formatHex(PacketBytes.encoded(packet, capabilities));
    }
}
