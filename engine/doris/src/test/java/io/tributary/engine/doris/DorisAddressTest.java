package io.tributary.engine.doris;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import org.junit.jupiter.api.Test;

class DorisAddressTest {
    @Test
    void bothPortsAndTheTimeOfLabelsAreRead() {
        assertThat(DorisAddress.parse("doris://fe1"))
                .isEqualTo(new DorisAddress(DorisAddress.Kind.DORIS, "fe1", 9030, 8030, 43_200));
        assertThat(DorisAddress.parse("doris://fe1:1?http_port=2&label_keep_seconds=3"))
                .isEqualTo(new DorisAddress(DorisAddress.Kind.DORIS, "fe1", 1, 2, 3));
    }

    @Test
    void aStarRocksIsToldByItsScheme() {
        assertThat(DorisAddress.parse("starrocks://fe1").kind()).isEqualTo(DorisAddress.Kind.STARROCKS);
    }

    @Test
    void whatIsNoAddressIsRefusedWithoutItsPassword() {
        for (String url : new String[] {
            "mysql://fe1:9030",
            "doris://fe1:9030/db",
            "doris://fe1:0",
            "doris://fe1?http_port=99999999999",
            "doris://fe1?http_port=x",
            "doris://fe1?port=1",
            "doris://u:secret@fe1:9030",
            "doris:// fe1"
        }) {
            assertThatThrownBy(() -> DorisAddress.parse(url))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("engine.url")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void typesAreReadAsTheServerWritesThem() {
        assertThat(StoredColumns.type("DECIMALV3(10, 2)")).isEqualTo(ColumnType.decimal(10, 2));
        assertThat(StoredColumns.type("largeint")).isEqualTo(ColumnType.of(Kind.LARGEINT));
        assertThat(StoredColumns.type("decimal(39,0)")).isEqualTo(ColumnType.of(Kind.LARGEINT));
        assertThat(StoredColumns.type("varchar(65533)")).isEqualTo(ColumnType.of(Kind.STRING));
        assertThat(StoredColumns.type("datetime(3)")).isEqualTo(ColumnType.datetime(3));
        assertThat(StoredColumns.type("int(11)")).isEqualTo(ColumnType.of(Kind.INT));
        assertThat(StoredColumns.type("array<int(11)>")).isEqualTo(ColumnType.of(Kind.STRING));
    }
}
