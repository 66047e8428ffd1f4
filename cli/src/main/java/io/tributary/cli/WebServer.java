package io.tributary.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tributary.backend.BackendStartException;
import io.tributary.contract.health.Health;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The HTTP port of a backend that runs apart: {@code GET /api/health} and {@code GET /metrics}, as a frontend answers
 * them, and a JSON 404 for everything else. It opens when the backend is ready. {@link #THREADS} threads,
 * and {@link #QUEUE_MAX} requests that wait for one; more are hung up on, and so is who takes longer than {@link
 * #SECONDS_MAX} to send a request or to take its answer.
 */
final class WebServer implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int QUEUE_MAX = 64;
    private static final int SECONDS_MAX = 5;
    private static final String JSON = "application/json";

    private final HttpServer server;
    private final ThreadPoolExecutor executor =
            new ThreadPoolExecutor(THREADS, THREADS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE_MAX), task -> {
                Thread thread = new Thread(task, "backend-web");
                thread.setDaemon(true);
                return thread;
            });

    private WebServer(HttpServer server) {
        this.server = server;
    }

    /**
     * @param health asked at each request; must not block
     * @param metrics in Prometheus' text format
     */
    static WebServer open(String host, int port, Supplier<Health> health, Supplier<String> metrics)
            throws BackendStartException {
        // The JDK's server knows these limits by property only.
        System.setProperty("sun.net.httpserver.maxReqTime", Integer.toString(SECONDS_MAX));
        System.setProperty("sun.net.httpserver.maxRspTime", Integer.toString(SECONDS_MAX));
        HttpServer made;
        try {
            made = HttpServer.create(new InetSocketAddress(host, port), QUEUE_MAX);
        } catch (IOException e) {
            throw new BackendStartException(
                    "cannot listen on " + host + ":" + port + " (webserver_port): " + e.getMessage(), e);
        }
        WebServer opened = new WebServer(made);
        made.setExecutor(opened.executor);
        made.createContext("/", exchange -> answer(exchange, health, metrics));
        made.start();
        return opened;
    }

    int port() {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Supplier<Health> health, Supplier<String> metrics)
            throws IOException {
        String method = exchange.getRequestMethod();
        boolean get = method.equals("GET") || method.equals("HEAD");
        String path = exchange.getRequestURI().getPath();
        if (get && path.equals("/api/health")) {
            Health now = health.get();
            send(exchange, now.status(), JSON, now.json());
        } else if (get && path.equals("/metrics")) {
            send(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", metrics.get());
        } else {
            send(exchange, 404, JSON, "{\"status\":\"not found\"}");
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, head ? -1 : body.length);
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
