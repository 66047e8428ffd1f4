package io.tributary.test.client;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The two servers that most tests share, for {@code @ExtendWith}: one is announced as 8.0, as by default, the other as 5.7.
 * Drivers choose their dialect by that.
 */
final class SharedServers implements BeforeAllCallback {
    static final Server NEWER = Server.shared();
    static final Server OLDER = Server.shared57();

    @Override
    public void beforeAll(ExtensionContext context) {
        NEWER.beforeAll(context);
        OLDER.beforeAll(context);
    }

    static Stream<Server> each() {
        return Stream.of(NEWER, OLDER);
    }

    /** Each with every JDBC driver before it. */
    static Stream<Arguments> withJdbcDrivers() {
        return JdbcDriver.onEach(NEWER, OLDER);
    }
}
