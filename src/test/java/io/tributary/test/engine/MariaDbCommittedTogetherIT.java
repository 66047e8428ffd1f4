package io.tributary.test.engine;

import io.tributary.contract.row.RowBlock;
import io.tributary.engine.port.CommittedTogetherContract;
import io.tributary.engine.port.Rows;
import io.tributary.engine.port.TableEngine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a transaction of the engine {@code mysql} brings comes and goes together, on a MariaDB. */
@Tag("clients")
final class MariaDbCommittedTogetherIT extends CommittedTogetherContract {
    private static final long REFUSED = -1;

    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @Override
    protected TableEngine open() {
        return SERVER.open();
    }

    @Override
    protected List<Long> rows() {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT v FROM d.t")) {
            List<Long> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getLong(1));
            }
            return values;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A constraint that somebody else has added. */
    @Override
    protected RowBlock refused() throws SQLException {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE d.t ADD CHECK (v <> " + REFUSED + ")");
        }
        return Rows.block(REFUSED);
    }
}
