package io.tributary.test.engine;

import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableEngineContract;
import io.tributary.test.process.ChosenServer;
import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an engine does that has all capabilities, of the engine {@code mysql} on a MariaDB. */
@Tag("clients")
final class MariaDbEngineIT extends TableEngineContract {
    /** Digits of a FLOAT in a server's text. */
    private static final MathContext SIX = new MathContext(6);

    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @Override
    protected TableEngine open() {
        return SERVER.open();
    }

    @Override
    protected String fieldList() {
        return ChosenServer.either("SELECT", "field list");
    }

    @Override
    protected float shown(float value) {
        return new BigDecimal(Float.toString(value)).round(SIX).floatValue();
    }
}
