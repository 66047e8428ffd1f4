package io.tributary.engine.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.engine.mysql.session.ServerTls.Mode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerAddressesTest {
    private static List<ServerAddress> nodes(String url) {
        return ServerAddresses.parse(url).nodes();
    }

    @Test
    void nodesAreReadInTheirOrder() {
        assertThat(nodes("mysql://db1, db2:3307/"))
                .containsExactly(new ServerAddress("db1", 3306), new ServerAddress("db2", 3307));
    }

    @Test
    void howConnectionsAreProtectedIsSaidBehindThem() {
        Path authority = Path.of("/etc/ca.pem");
        assertThat(nodes("mysql://db")).extracting(ServerAddress::tls).containsExactly(ServerTls.PREFERRED);
        assertThat(nodes("mysql://db?tls=off")).containsExactly(node("db", new ServerTls(Mode.OFF, null)));
        assertThat(nodes("mysql://db/?tls=required")).containsExactly(node("db", new ServerTls(Mode.REQUIRED, null)));
        assertThat(nodes("mysql://db1,db2?tls=verify_ca&tls_ca=/etc/ca.pem"))
                .containsExactly(
                        node("db1", new ServerTls(Mode.VERIFY_CA, authority)),
                        node("db2", new ServerTls(Mode.VERIFY_CA, authority)));
        assertThat(nodes("mysql://db?tls=verify_identity"))
                .containsExactly(node("db", new ServerTls(Mode.VERIFY_IDENTITY, null)));
    }

    private static ServerAddress node(String host, ServerTls tls) {
        return new ServerAddress(host, 3306, tls);
    }

    @Test
    void whatIsNoneIsRefusedByName() {
        refused("mysql://u:secret@db", "user and password belong to engine.credentials");
        refused("doris://db", "mysql://HOST:PORT");
        refused("mysql://db/shop", "mysql://HOST:PORT");
        refused("mysql://db:0", "a port of 1 to 65535");
        refused("mysql://db,db", "1 to 16 different addresses");
        refused("mysql://db?ssl=true", "ssl is not known, tls and tls_ca are");
        refused(
                "mysql://db?tls=yes",
                "tls = yes, one of off, preferred, required, verify_ca, verify_identity is meant");
        refused("mysql://db?tls=off&tls=required", "tls is there twice");
        refused("mysql://db?tls=verify_ca", "tls = verify_ca needs tls_ca = /PATH");
        refused("mysql://db?tls=required&tls_ca=/etc/ca.pem", "not for required");
        refused("mysql://db?tls=verify_ca&tls_ca=ca.pem", "an absolute path is meant");
    }

    private static void refused(String url, String words) {
        assertThatThrownBy(() -> ServerAddresses.parse(url))
                .as(url)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("secret");
    }
}
