package io.tributary.engine.duckdb.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.duckdb.RootSession;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.LabelStore.UsedLabel;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelTableTest {
    private static final int LABELS = 400_000;

    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() {
        engine = DuckDbEngine.open(
                DuckDbOptions.defaults(directory.resolve("tributary.duckdb"), directory.resolve("tmp")));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void reopen() {
        engine.close();
        open();
    }

    private void use(String name, long txnId, long millis) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.putLabel(new UsedLabel(name, txnId, millis));
            transaction.commit();
        }
    }

    @Test
    void theLastUseOfALabelIsFoundInItsTimeOnly() {
        use("shop.daily", 5, 1000);
        use("shop.daily", 6, 2000);
        use("shop.hourly", 7, 2000);
        LabelStore store = engine.labelStore();

        assertThat(store.find("shop.daily", 0, 5000)).contains(new UsedLabel("shop.daily", 6, 2000));
        assertThat(store.find("shop.daily", 1000, 1000)).contains(new UsedLabel("shop.daily", 5, 1000));
        assertThat(store.find("shop.daily", 1001, 1999)).isEmpty();
        assertThat(store.find("other.daily", 0, 5000)).isEmpty();
        assertThat(store.count()).isEqualTo(3);
    }

    @Test
    void labelsOutliveARestartAndAreReadByTheirHashes() {
        use("shop.daily", 5, 1000);
        use("shop.hourly", 7, 2000);

        reopen();

        Map<Long, Long> read = new HashMap<>();
        engine.labelStore().read(read::put);
        assertThat(read)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(LabelStore.hash("shop.daily"), 1000L, LabelStore.hash("shop.hourly"), 2000L));
    }

    @Test
    void whatWasUsedUntilATimeIsForgottenButForSome() {
        use("shop.a", 1, 1000);
        use("shop.b", 2, 1000);
        use("shop.c", 3, 1001);

        assertThat(engine.labelStore().removeUntil(1000, Set.of("shop.b", "shop.x")))
                .isEqualTo(1);

        assertThat(engine.labelStore().find("shop.a", 0, 5000)).isEmpty();
        assertThat(engine.labelStore().find("shop.b", 0, 5000)).isPresent();
        assertThat(engine.labelStore().find("shop.c", 0, 5000)).isPresent();
    }

    /** A look-up among hundreds of thousands reads the groups of rows that have this time. */
    @Test
    void aLookUpReadsWhatIsOfItsTime() throws SQLException {
        DuckDbSession session = RootSession.of(engine);
        session.execute(
                "INSERT INTO \"$store\".tributary.labels SELECT CAST('0x' || substr(sha256('shop.' || i), 1, 15)"
                        + " AS BIGINT), 'shop.' || i, i, 10 * i FROM range(" + LABELS + ") r(i)");
        reopen();

        assertThat(engine.labelStore().find("shop.300000", 2_999_000, 3_001_000))
                .contains(new UsedLabel("shop.300000", 300_000, 3_000_000));

        try (PreparedStatement explain = RootSession.of(engine)
                .connection()
                .prepareStatement("EXPLAIN (ANALYZE, FORMAT JSON) " + LabelTable.FIND)) {
            explain.setLong(1, 3_001_000);
            explain.setLong(2, 2_999_000);
            explain.setLong(3, LabelStore.hash("shop.300000"));
            explain.setString(4, "shop.300000");
            try (ResultSet rows = explain.executeQuery()) {
                rows.next();
                Matcher scanned =
                        Pattern.compile("\"total_rows_scanned\": (\\d+)").matcher(rows.getString(2));
                assertThat(scanned.find()).isTrue();
                assertThat(Long.parseLong(scanned.group(1))).isBetween(1L, 2L * DuckDbEngine.ROW_GROUP_ROWS);
            }
        }
    }

    @Test
    void labelsOfFormerVersionsAreMovedPieceByPieceWhateverStopsIt() throws SQLException {
        engine.systemStore().put("counter", "txn_id", "10001");
        DuckDbSession session = RootSession.of(engine);
        session.execute("INSERT INTO \"$store\".tributary.system SELECT 'label', 'shop.' || i, i || ' ' || (1000 + i)"
                + " FROM range(" + (2 * LabelTable.MOVED_AT_ONCE + 500) + ") r(i)");

        // The process ends after the first piece.
        assertThat(((LabelTable) engine.labelStore()).moveSome()).isBetween(1L, (long) LabelTable.MOVED_AT_ONCE);
        assertThat(engine.labelStore().count()
                        + engine.systemStore().list(LabelTable.FORMER_SPACE).size())
                .isEqualTo(2 * LabelTable.MOVED_AT_ONCE + 500);
        reopen();
        engine.labelStore().moveFormer();

        assertThat(engine.systemStore().list(LabelTable.FORMER_SPACE)).isEmpty();
        assertThat(engine.systemStore().get("counter", "txn_id")).contains("10001");
        assertThat(engine.labelStore().count()).isEqualTo(2 * LabelTable.MOVED_AT_ONCE + 500);
        assertThat(engine.labelStore().find("shop.200001", 0, Long.MAX_VALUE))
                .contains(new UsedLabel("shop.200001", 200_001, 201_001));
    }
}
