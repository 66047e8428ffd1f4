package io.tributary.engine.mysql;

import io.tributary.contract.schema.DatabaseEngine;
import io.tributary.engine.mysql.session.Credentials;
import io.tributary.engine.mysql.session.ServerAddresses;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.ServerEngineFactory;
import io.tributary.engine.port.TableEngine;

/** Servers that speak MySQL's protocol. */
public final class MySqlFactory implements ServerEngineFactory {
    @Override
    public EngineTraits traits() {
        return MySqlEngine.TRAITS;
    }

    @Override
    public void check(DatabaseEngine engine) {
        var unusedAddress = ServerAddresses.parse(engine.url());
        var unusedCredentials = new Credentials(engine.credentials());
    }

    @Override
    public TableEngine open(DatabaseEngine engine) {
        return MySqlEngine.open(ServerAddresses.parse(engine.url()), new Credentials(engine.credentials()));
    }
}
