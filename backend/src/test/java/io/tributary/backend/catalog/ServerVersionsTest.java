package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.catalog.turn.OwnDefinitions;
import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.ExistingTable;
import io.tributary.engine.port.ExistingTables;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.FaultyEngine;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What becomes of a table that others define anew, as the versions of a played server tell. */
class ServerVersionsTest {
    private static final TableSchema TABLE = new TableSchema(
            7,
            "d",
            "t",
            1,
            TableSchema.KeyModel.DUPLICATE,
            List.of(Column.of("a", ColumnType.of(ColumnType.Kind.INT), true)),
            TableProperties.defaults().with(AdoptedTable.VERSION, "one"),
            TableSchema.Layout.none());

    private final Map<String, String> there = new TreeMap<>(Map.of("t", "one"));
    private boolean away;
    private Runnable meanwhile = () -> {};
    private final OwnDefinitions own = new OwnDefinitions();
    private final Played played = new Played();
    private final ServerVersions versions = new ServerVersions(played, own);

    private final class Played extends FaultyEngine {
        Played() {
            super(new FakeEngine());
        }

        @Override
        public ExistingTables existingTables() {
            return new ExistingTables() {
                @Override
                public List<ExistingTable> tables(String database, String table, boolean upsert) {
                    return List.of();
                }

                @Override
                public Map<String, String> versions(String database) {
                    if (away) {
                        throw new TributaryException(ErrorCode.ENGINE_DOWN, "away");
                    }
                    meanwhile.run();
                    return there;
                }

                @Override
                public boolean isBeingDefined(String database, String table) {
                    return false;
                }

                @Override
                public ReservedIds reserveIds(TableSchema table, int count, long atLeast) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }

    private void look() {
        versions.look(played.of(TABLE.database()), () -> List.of(TABLE));
    }

    @Test
    void aChangeThatIsFoundTwiceStopsTheTableUntilItIsAsBefore() {
        there.put("t", "two");
        look();
        assertThat(versions.refusal(TABLE)).as("it may be a change of our own").isNull();
        look();
        assertThat(versions.refusal(TABLE))
                .hasMessageContaining("d.t was changed")
                .hasMessageContaining("REFRESH");
        assertThat(versions.hold(TABLE)).isNotNull();

        there.put("t", "one");
        look();
        assertThat(versions.refusal(TABLE)).isNull();
    }

    @Test
    void whatThisProcessIsChangingItselfIsNobodyElses() {
        own.begin(List.of("d"));
        there.put("t", "two");
        look();
        look();
        assertThat(versions.refusal(TABLE)).isNull();
        own.end(List.of("d"));
        look();

        // It was looked at before, and something was changed and is over when the answer comes.
        meanwhile = () -> {
            own.begin(List.of("d"));
            own.end(List.of("d"));
        };
        look();
        assertThat(versions.refusal(TABLE)).isNull();

        meanwhile = () -> {};
        look();
        assertThat(versions.refusal(TABLE)).isNotNull();
    }

    @Test
    void aServerThatDoesNotAnswerTellsNothing() {
        there.put("t", "two");
        look();
        look();
        away = true;
        look();
        assertThat(versions.refusal(TABLE)).isNotNull();
        assertThatThrownBy(() -> versions.verify(TABLE.withTableId(8))).hasMessage("away");
    }

    @Test
    void whatIsReleasedIsStoredAndNothingNewIs() {
        there.remove("t");
        assertThatThrownBy(() -> versions.verify(TABLE)).hasMessageContaining("dropped");

        versions.release(TABLE.tableId());

        assertThat(versions.hold(TABLE)).isNull();
        assertThat(versions.refusal(TABLE)).isNotNull();
        versions.verify(TABLE);
        assertThatThrownBy(() -> versions.refreshing(TABLE, () -> {
                    throw new TributaryException(ErrorCode.ENGINE, "not now");
                }))
                .hasMessage("not now");
        assertThat(versions.hold(TABLE)).isNotNull();
        assertThat(Objects.requireNonNull(versions.refreshing(TABLE, () -> "done")))
                .isEqualTo("done");
        assertThat(versions.refusal(TABLE)).isNull();
    }
}
