package io.tributary.engine.duckdb;

import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.TableEngine;

/** One that steps in where a test wants it to is an engine all the same. */
class FaultyEngineRequiredTest extends DuckDbRequiredTest {
    @Override
    protected TableEngine open() throws Exception {
        return new FaultyEngine(super.open());
    }
}
