package io.tributary.frontend.http.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestAddressTest {
    @ParameterizedTest
    @CsvSource({
        "fe.example.com:18030,fe.example.com,18030",
        " fe ,fe,80",
        "[::1]:8030,::1,8030",
        "'',127.0.0.1,9",
        "fe:99999,127.0.0.1,9",
        "fe:,127.0.0.1,9",
        "http://fe:8030,127.0.0.1,9",
    })
    void itIsWhatTheClientCalledOrElseWhereItArrived(String header, String host, int port) {
        assertThat(RequestAddress.of(header, new InetSocketAddress(InetAddress.getLoopbackAddress(), 9)))
                .isEqualTo(new RequestAddress(host, port));
    }
}
