package io.tributary.frontend.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which path is answered by whom: health and metrics from the start, loads as soon as the frontend knows its backend. Any
 * thread.
 */
public final class Routes {
    static final String JSON = "application/json";
    static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";

    private final BooleanSupplier ready;
    private final Supplier<List<String>> deaths;
    private final Supplier<String> metrics;
    private volatile @Nullable LoadServices loads;

    /**
     * @param ready whether statements are taken
     * @param deaths of this process's threads, for health
     * @param metrics in Prometheus' text format
     */
    public Routes(BooleanSupplier ready, Supplier<List<String>> deaths, Supplier<String> metrics) {
        this.ready = ready;
        this.deaths = deaths;
        this.metrics = metrics;
    }

    /** Lets loads be taken from now on. */
    public void open(LoadServices services) {
        loads = services;
    }

    /** @param connection what the loads of this connection share; made when it is needed first */
    Exchange open(HttpRequest request, ChannelHandlerContext context, HttpLoads connection, HttpReply reply) {
        QueryStringDecoder uri = new QueryStringDecoder(pathOf(request.uri()));
        List<String> path;
        try {
            path = Arrays.stream(uri.path().split("/", -1)).skip(1).toList();
            // Decoded now, so that nobody meets there what is none.
            var unused = uri.parameters();
        } catch (IllegalArgumentException e) {
            return new FixedAnswer(
                    reply,
                    HttpResponseStatus.BAD_REQUEST,
                    JSON,
                    "{\"status\":\"the path, or a parameter, is no UTF-8 after its %\"}");
        }
        HttpMethod method = request.method();
        if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
            return asked(uri, path, request, context, reply);
        }
        if (method.equals(HttpMethod.PUT) && isSecondPhase(path)) {
            return question(request, context, reply, new SecondPhase(path.get(1), request.headers()));
        }
        if (method.equals(HttpMethod.PUT) && isStreamLoad(path)) {
            String database = path.get(path.size() - 3);
            String table = path.get(path.size() - 2);
            return load(request, context, connection, reply, headers -> headers.request(database, table));
        }
        if (method.equals(HttpMethod.PUT) && path.equals(List.of("api", "_http_stream"))) {
            return load(request, context, connection, reply, HttpStreamHeaders::request);
        }
        return notFound(reply);
    }

    /** A proxy may name the server before the path. */
    private static String pathOf(String uri) {
        if (uri.startsWith("/")) {
            return uri;
        }
        int host = uri.indexOf("://");
        int path = host < 0 ? -1 : uri.indexOf('/', host + 3);
        return path < 0 ? uri : uri.substring(path);
    }

    private Exchange load(
            HttpRequest request,
            ChannelHandlerContext context,
            HttpLoads connection,
            HttpReply reply,
            StreamLoadExchange.Wanted kind) {
        LoadServices services = loads;
        return services == null
                ? startingLoad(request, reply)
                : new StreamLoadExchange(services, connection, context, request, kind, reply);
    }

    /** {@code api/{db}/{table}/_stream_load}, or the same with the one catalog that there is. */
    private static boolean isStreamLoad(List<String> path) {
        return (path.size() == 4 || (path.size() == 5 && path.get(1).equals("internal")))
                && path.get(0).equals("api")
                && path.get(path.size() - 1).equals("_stream_load");
    }

    /** {@code api/{db}/_stream_load_2pc}, with or without a table. */
    private static boolean isSecondPhase(List<String> path) {
        return (path.size() == 3 || path.size() == 4)
                && path.get(0).equals("api")
                && path.get(path.size() - 1).equals("_stream_load_2pc");
    }

    private Exchange question(
            HttpRequest request, ChannelHandlerContext context, HttpReply reply, BackendExchange.Question<?> question) {
        LoadServices services = loads;
        return services == null ? starting(reply) : new BackendExchange<>(services, context, request, reply, question);
    }

    private Exchange asked(
            QueryStringDecoder uri,
            List<String> path,
            HttpRequest request,
            ChannelHandlerContext context,
            HttpReply reply) {
        if (path.size() == 3 && path.get(0).equals("api") && path.get(2).equals("get_load_state")) {
            return question(request, context, reply, new LoadState(path.get(1), parameter(uri, "label")));
        }
        return switch (uri.path()) {
            case "/api/get_wal_size" ->
                question(
                        request,
                        context,
                        reply,
                        new WalSize(
                                parameter(uri, "host_ports"),
                                parameter(uri, "detail").equalsIgnoreCase("true")));
            case "/api/health" -> health(context, reply);
            case "/metrics" -> new FixedAnswer(reply, HttpResponseStatus.OK, METRICS, metrics.get());
            case "/api/_load_error_log" -> rejectedRows(uri, reply);
            default -> notFound(reply);
        };
    }

    private Exchange health(ChannelHandlerContext context, HttpReply reply) {
        LoadServices services = loads;
        return services == null || !ready.getAsBoolean()
                ? starting(reply)
                : new HealthExchange(services.execution().router(), deaths, context, reply);
    }

    /** The first of this name, or empty. */
    private static String parameter(QueryStringDecoder uri, String name) {
        return uri.parameters().getOrDefault(name, List.of("")).get(0);
    }

    private Exchange rejectedRows(QueryStringDecoder uri, HttpReply reply) {
        LoadServices services = loads;
        Optional<String> text =
                services == null ? Optional.empty() : services.rejections().find(parameter(uri, "file"));
        return text.<Exchange>map(found -> new FixedAnswer(reply, HttpResponseStatus.OK, TEXT, found))
                .orElseGet(() -> new FixedAnswer(
                        reply,
                        HttpResponseStatus.NOT_FOUND,
                        TEXT,
                        "no such list of rejected rows, or it is older than what is kept\n"));
    }

    private static Exchange starting(HttpReply reply) {
        return new FixedAnswer(reply, HttpResponseStatus.SERVICE_UNAVAILABLE, JSON, "{\"status\":\"STARTING\"}");
    }

    /** Answers like a load, of which programs read {@code Status}. */
    private static Exchange startingLoad(HttpRequest request, HttpReply reply) {
        String label = request.headers().get("label", "");
        return new FixedAnswer(
                reply,
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                JSON,
                LoadAnswer.failed(label, "[SERVICE_UNAVAILABLE]the server is starting; nothing was stored, try again"));
    }

    private static Exchange notFound(HttpReply reply) {
        return new FixedAnswer(reply, HttpResponseStatus.NOT_FOUND, JSON, "{\"status\":\"not found\"}");
    }
}
