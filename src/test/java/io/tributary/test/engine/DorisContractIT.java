package io.tributary.test.engine;

import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.LabelledEngineContract;
import io.tributary.engine.port.TableEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every engine must do, of the engine {@code doris} on a Tributary that plays one, with a store beside it. Each test has a server
 * of its own: labels outlive their tables.
 */
@Tag("clients")
final class DorisContractIT extends LabelledEngineContract {
    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final FakeEngine home = new FakeEngine();
    private @Nullable PlayedDoris server;

    @Override
    protected TableEngine open() throws IOException {
        return server().open(home.systemStore());
    }

    private PlayedDoris server() throws IOException {
        PlayedDoris running = server;
        if (running == null) {
            running = new PlayedDoris(directory);
            server = running;
        }
        return running;
    }

    @AfterEach
    void stop() throws IOException {
        server().close();
    }

    @Override
    protected List<Long> rows(TableSchema table) throws IOException, SQLException {
        return server().query("SELECT v FROM `" + table.database() + "`.`" + table.name() + "`").stream()
                .map(Long::valueOf)
                .toList();
    }
}
