package io.tributary.backend.engine;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;

/** What stands in the place of an engine that could not be opened yet: nothing reaches it while its health says that it is down. */
final class AbsentEngine implements TableEngine {
    private final EngineTraits traits;

    AbsentEngine(EngineTraits traits) {
        this.traits = traits;
    }

    @Override
    public EngineTraits traits() {
        return traits;
    }

    @Override
    public SystemStore systemStore() {
        throw new TributaryException(ErrorCode.ENGINE_DOWN, "the engine " + traits.name() + " was not opened yet");
    }

    @Override
    public void close() {}
}
