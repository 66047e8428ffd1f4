package io.tributary.test.engine;

import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.PositionedEngineContract;
import io.tributary.engine.port.TableEngine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What every engine must do, of the engine {@code mysql} on a MariaDB. */
@Tag("clients")
final class MariaDbContractIT extends PositionedEngineContract {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @Override
    protected TableEngine open() {
        return SERVER.open();
    }

    /** Asked of the server, not of the engine. */
    @Override
    protected List<Long> rows(TableSchema table) throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT v FROM `" + table.database() + "`.`" + table.name() + "`")) {
            List<Long> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getLong(1));
            }
            return values;
        }
    }
}
