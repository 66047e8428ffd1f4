package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.Ports;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableRewrite;
import org.junit.jupiter.api.Test;

/** The faulty engine is the engine behind it as long as nobody steps in. */
class FaultyEngineTest extends DuckDbCommittedTogetherTest {
    @Override
    protected TableEngine open() {
        return new FaultyEngine(super.open());
    }

    @Test
    void everyMethodOfThePortsIsPassedOn() {
        assertThat(Ports.missing(EngineTransaction.class, FaultyEngine.Transaction.class))
                .isEmpty();
        assertThat(Ports.missing(SystemStore.class, engine.systemStore().getClass()))
                .isEmpty();
        assertThat(Ports.missing(TableRewrite.class, FaultyEngine.Rewrite.class))
                .isEmpty();
        assertThat(Ports.missing(TableEngine.class, FaultyEngine.class))
                .as("by a transaction, which passes it on")
                .containsExactlyInAnyOrder(
                        "createDatabase",
                        "dropDatabase",
                        "createTable",
                        "dropTable",
                        "alterTable",
                        "ping",
                        "pingGeneration",
                        "of",
                        "of",
                        "others",
                        "all",
                        "keepsLoads",
                        "keeperOf",
                        "keeperOf",
                        "keepers",
                        "ofStatement",
                        "databasesOf");
    }
}
