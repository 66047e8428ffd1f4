package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogJsonTest {
    private static final TableSchema TABLE = new TableSchema(
            7,
            "db",
            "t",
            1,
            TableSchema.KeyModel.DUPLICATE,
            List.of(
                    Column.of("id", ColumnType.of(ColumnType.Kind.INT), true),
                    Column.of("name", ColumnType.varchar(9), true).collatedBy("utf8mb4_general_ci")),
            TableProperties.defaults(),
            TableSchema.Layout.none());

    @Test
    void aTableIsReadAsItWasWritten() {
        assertThat(CatalogJson.readTable(CatalogJson.write(TABLE))).isEqualTo(TABLE);
    }

    @Test
    void aColumnOfBeforeComparesByBytesWhateverItsCollationWas() {
        String former = CatalogJson.write(TABLE)
                .replace(
                        "\"compared_by\":\"COLLATE `utf8mb4_general_ci`\"",
                        "\"collation\":\"CHARACTER SET `utf8mb4` COLLATE `utf8mb4_general_ci`\"");

        Column name = CatalogJson.readTable(former).columns().get(1);

        assertThat(name.collation()).isEqualTo("CHARACTER SET `utf8mb4`");
        assertThat(name.collationName()).isEmpty();
    }
}
