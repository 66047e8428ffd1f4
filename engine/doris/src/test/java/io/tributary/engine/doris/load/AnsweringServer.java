package io.tributary.engine.doris.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** Gives the answers that it was told, one a request, and keeps what it was asked. */
final class AnsweringServer implements AutoCloseable {
    private final HttpServer server;
    private final Deque<Answer> answers = new ArrayDeque<>();
    final List<Request> requests = new CopyOnWriteArrayList<>();

    /** @param location where to go on, or empty */
    private record Answer(int status, String location, String body) {}

    record Request(String method, String path, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return headers.entrySet().stream()
                    .filter(each -> each.getKey().equalsIgnoreCase(name))
                    .map(each -> each.getValue().get(0))
                    .findFirst()
                    .orElse("");
        }
    }

    AnsweringServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    LoadConnection.Frontend frontend() {
        return new LoadConnection.Frontend("127.0.0.1", port());
    }

    synchronized AnsweringServer then(int status, String body) {
        answers.add(new Answer(status, "", body));
        return this;
    }

    /** The answer to a load. */
    AnsweringServer then(String status, String further) {
        return then(200, "{\"TxnId\": 7, \"Status\": \"" + status + "\"" + further + "}");
    }

    synchronized AnsweringServer thenSendOn(String location) {
        answers.add(new Answer(307, location, ""));
        return this;
    }

    private synchronized Answer next() {
        return answers.isEmpty() ? new Answer(500, "", "nothing was expected") : answers.remove();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        boolean isCompressed = exchange.getRequestHeaders().containsKey("compress_type")
                || exchange.getRequestHeaders().containsKey("compression");
        try (InputStream bytes = new ByteArrayInputStream(body);
                InputStream plain = isCompressed ? new GZIPInputStream(bytes) : bytes) {
            requests.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    new String(plain.readAllBytes(), StandardCharsets.UTF_8)));
        }
        Answer answer = next();
        if (!answer.location().isEmpty()) {
            exchange.getResponseHeaders().add("Location", answer.location());
        }
        byte[] text = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), text.length == 0 ? -1 : text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
