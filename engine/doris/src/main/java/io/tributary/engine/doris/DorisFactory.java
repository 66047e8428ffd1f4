package io.tributary.engine.doris;

import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.engine.mysql.session.Credentials;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.ServerEngineFactory;
import io.tributary.engine.port.TableEngine;

/** Apache Doris, and StarRocks, which loads and speaks alike. */
public final class DorisFactory implements ServerEngineFactory {
    @Override
    public EngineTraits traits() {
        return DorisEngine.TRAITS;
    }

    @Override
    public void check(DatabaseEngine engine) {
        var unusedAddress = DorisAddress.parse(engine.url());
        var unusedCredentials = new Credentials(engine.credentials());
    }

    @Override
    public TableEngine open(DatabaseEngine engine) {
        return DorisEngine.open(DorisAddress.parse(engine.url()), new Credentials(engine.credentials()), new NoStore());
    }
}
