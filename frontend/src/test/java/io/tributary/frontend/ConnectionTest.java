package io.tributary.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mysql.cj.jdbc.JdbcConnection;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.Channel;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ConnectionTest {
    private FrontendFixture frontend;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture(FrontendFixture.limits(3, 1 << 20, 1 << 20));
    }

    @AfterEach
    void stop() {
        frontend.close();
    }

    @Test
    void connectorJStartsUpWithItsDefaultsAndWithTheManualsUrl() throws Exception {
        try (Connection plain = frontend.connect("");
                Connection manual =
                        frontend.connect(FrontendFixture.MANUAL + "&sessionVariables=group_commit=async_mode")) {
            assertThat(plain.isValid(1)).isTrue();
            assertThat(FrontendFixture.rows(plain, "SELECT @@group_commit, @@autocommit"))
                    .containsExactly("off_mode|1");
            assertThat(FrontendFixture.rows(manual, "SELECT @@group_commit")).containsExactly("async_mode");
        }
    }

    @Test
    void aWrongPasswordAndAnUnknownUserGetTheSame1045() throws Exception {
        try (Connection root = frontend.connect("")) {
            FrontendFixture.run(root, "CREATE USER 'ada' IDENTIFIED BY 'secret'");
        }

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> frontend.connect("ada", "wrong", "", ""))
                .withMessageContaining("Access denied for user 'ada'@'127.0.0.1' (using password: YES)")
                .matches(e -> e.getErrorCode() == 1045 && e.getSQLState().equals("28000"));
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> frontend.connect("nobody", "wrong", "", ""))
                .withMessageContaining("Access denied for user 'nobody'@'127.0.0.1' (using password: YES)");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> frontend.connect("nobody", "", "", ""))
                .withMessageContaining("(using password: NO)");
        frontend.connect("ada", "secret", "", "").close();
    }

    @Test
    void anAccountWithCachingSha2LogsInByTheFullPathAndThenByTheFastOne() throws Exception {
        try (Connection root = frontend.connect("")) {
            FrontendFixture.run(root, "CREATE USER 'ada' IDENTIFIED WITH caching_sha2_password BY 'secret'");
        }

        for (int i = 0; i < 2; i++) {
            try (Connection ada = frontend.connect("ada", "secret", "", "allowPublicKeyRetrieval=true")) {
                assertThat(FrontendFixture.rows(ada, "SELECT CURRENT_USER()")).containsExactly("ada@%");
            }
        }
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> frontend.connect("ada", "wrong", "", "allowPublicKeyRetrieval=true"))
                .matches(e -> e.getErrorCode() == 1045);
    }

    @Test
    void aChangedPasswordCountsAtOnce() throws Exception {
        try (Connection root = frontend.connect("")) {
            FrontendFixture.run(root, "CREATE USER 'ada' IDENTIFIED BY 'one'");
            FrontendFixture.run(root, "ALTER USER 'ada' IDENTIFIED BY 'two'");
        }

        frontend.connect("ada", "two", "", "").close();
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> frontend.connect("ada", "one", "", ""));
    }

    @Test
    void changeUserBecomesSomebodyElseWithAFreshSession() throws Exception {
        try (Connection connection = frontend.connect("")) {
            FrontendFixture.run(connection, "CREATE USER 'ada' IDENTIFIED BY 'secret'");
            FrontendFixture.run(connection, "SET @x = 1");
            connection.unwrap(JdbcConnection.class).changeUser("ada", "secret");

            assertThat(FrontendFixture.rows(connection, "SELECT CURRENT_USER(), @x"))
                    .containsExactly("ada@%|null");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> connection.unwrap(JdbcConnection.class).changeUser("ada", "wrong"))
                    .matches(e -> e.getErrorCode() == 1045);
        }
    }

    @Test
    void anUnknownDatabaseIs1049AtTheHandshake() {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> frontend.connect("root", "", "nowhere", ""))
                .matches(e -> e.getErrorCode() == 1049)
                .withMessageContaining("Unknown database 'nowhere'");
    }

    @Test
    void aDatabaseThatCannotBeAskedForIsTheBackendsErrorAndNot1049() {
        frontend.backend.failNext("catalog", new TributaryException(ErrorCode.BACKEND_UNAVAILABLE, "no backend"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> frontend.connect("root", "", "nowhere", ""))
                .matches(e -> e.getErrorCode() == ErrorCode.BACKEND_UNAVAILABLE.number())
                .withMessageContaining("no backend");
    }

    @Test
    void oneConnectionTooManyIs1040AndAPlaceThatIsGivenBackIsTakenAgain() throws Exception {
        try (Connection one = frontend.connect("");
                Connection two = frontend.connect("")) {
            try (Connection three = frontend.connect("")) {
                assertThat(three.isValid(1)).isTrue();
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> frontend.connect(""))
                        .matches(e -> e.getErrorCode() == 1040)
                        .withMessageContaining("max_connections is 3");
            }
            assertThat(one.isValid(1) && two.isValid(1)).isTrue();
        }
    }

    @Test
    void aPublicAddressIsRefusedWhileRootHasNoPassword() {
        FrontendConfig config = FrontendConfig.defaults().withListen(new FrontendConfig.Listen("0.0.0.0", 0, 0, false));
        MemoryBackend backend = new MemoryBackend();

        assertThatExceptionOfType(FrontendServer.StartException.class)
                .isThrownBy(() -> FrontendServer.start(config, loop -> backend, new SimpleMeterRegistry(), () -> ""))
                .withMessageContaining("will not listen on 0.0.0.0 while root has no password")
                .withMessageContaining("SET PASSWORD")
                .withMessageNotContaining("initial_root_password");
    }

    @Test
    void aPortInUseIsOneClearLine() {
        FrontendConfig config = FrontendConfig.defaults()
                .withListen(new FrontendConfig.Listen("127.0.0.1", frontend.server.mysqlPort(), 0, false));
        MemoryBackend backend = new MemoryBackend();

        assertThatExceptionOfType(FrontendServer.StartException.class)
                .isThrownBy(() -> FrontendServer.start(config, loop -> backend, new SimpleMeterRegistry(), () -> ""))
                .withMessageContaining("cannot listen on 127.0.0.1:" + frontend.server.mysqlPort() + " (query_port)");
    }

    @Test
    void healthAndMetricsAreServedAndAnythingElseIs404() throws Exception {
        assertThat(get("/api/health").statusCode()).isEqualTo(200);
        assertThat(get("/api/health").body()).isEqualTo("{\"status\":\"OK\"}");
        frontend.backend.warning = "the quarantine is full";
        assertThat(get("/api/health").statusCode()).isEqualTo(200);
        assertThat(get("/api/health").body()).contains("\"OK\"", "\"warning\"", "the quarantine is full");
        frontend.backend.deadThreads = List.of("thread backend-timer-1 died of java.lang.Error");
        assertThat(get("/api/health").statusCode()).isEqualTo(503);
        assertThat(get("/api/health").body()).contains("THREAD_DIED", "backend-timer-1 died of java.lang.Error");
        assertThat(get("/metrics").body()).isEqualTo("up 1\n");
        assertThat(get("/other").statusCode()).isEqualTo(404);
    }

    @Test
    void anEventLoopOfTheFrontendThatHasEndedIs503() throws Exception {
        try (Connection connection = frontend.connect("")) {
            assertThat(connection.isValid(1)).isTrue();
            Channel channel = frontend.server.mysqlConnections.iterator().next();
            channel.eventLoop().shutdownGracefully(0, 0, TimeUnit.SECONDS).await(30, TimeUnit.SECONDS);
        }

        HttpResponse<String> health = healthOverTheOtherLoop();

        assertThat(health.statusCode()).isEqualTo(503);
        assertThat(health.body()).contains("THREAD_DIED", "thread tributary-loop-", "has ended");
    }

    /** Every other connection is given to the loop that has ended, and breaks. */
    private HttpResponse<String> healthOverTheOtherLoop() throws Exception {
        try {
            return get("/api/health");
        } catch (IOException e) {
            return get("/api/health");
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + frontend.server.httpPort() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
