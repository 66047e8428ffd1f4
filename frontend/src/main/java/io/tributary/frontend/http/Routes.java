package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.tributary.frontend.http.question.NodeQuestion;
import io.tributary.frontend.http.question.NodeQuestion.Form;
import io.tributary.frontend.http.question.PlanQuestion;
import io.tributary.frontend.http.question.Question;
import io.tributary.frontend.http.question.RequestSession;
import io.tributary.frontend.http.question.RestAnswer;
import io.tributary.frontend.http.question.SchemaQuestion;
import io.tributary.frontend.http.question.StatementQuestion;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
    private final List<Endpoint> endpoints;
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
        endpoints = table();
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
        Asked asked = new Asked(request, uri, path, context, connection, reply);
        Set<HttpMethod> taken = new LinkedHashSet<>();
        for (Endpoint endpoint : endpoints) {
            if (endpoint.isAt(path)) {
                if (endpoint.methods().contains(request.method())) {
                    return endpoint.opening().open(asked);
                }
                taken.addAll(endpoint.methods());
            }
        }
        return taken.isEmpty() ? notFound(reply) : notAllowed(asked, taken);
    }

    private List<Endpoint> table() {
        return List.of(
                Endpoint.put(
                        "/api/{}/{}/_stream_load",
                        asked -> load(asked, asked.path().get(1), asked.path().get(2))),
                Endpoint.put(
                        "/api/internal/{}/{}/_stream_load",
                        asked -> load(asked, asked.path().get(2), asked.path().get(3))),
                Endpoint.put("/api/_http_stream", asked -> load(asked, HttpStreamHeaders::request)),
                Endpoint.put("/api/{}/_stream_load_2pc", this::secondPhase),
                Endpoint.put("/api/{}/{}/_stream_load_2pc", this::secondPhase),
                Endpoint.get(
                        "/api/{}/get_load_state",
                        asked -> question(
                                asked, user -> new LoadState(asked.path().get(1), asked.parameter("label")))),
                Endpoint.get(
                        "/api/get_wal_size",
                        asked -> question(
                                asked,
                                user -> new WalSize(
                                        asked.parameter("host_ports"),
                                        asked.parameter("detail").equalsIgnoreCase("true")))),
                Endpoint.get("/api/health", asked -> health(asked.context(), asked.reply())),
                Endpoint.get("/api/bootstrap", asked -> bootstrap(asked.reply())),
                Endpoint.get(
                        "/metrics",
                        asked -> new FixedAnswer(asked.reply(), HttpResponseStatus.OK, METRICS, metrics.get())),
                Endpoint.get("/api/_load_error_log", asked -> rejectedRows(asked.parameter("file"), asked.reply())),
                Endpoint.get(
                        "/api/{}/{}/_schema",
                        asked -> ofSession(
                                asked,
                                session -> new SchemaQuestion(
                                        session,
                                        asked.path().get(1),
                                        asked.path().get(2)))),
                Endpoint.get(
                        "/api/{}/{}/_count",
                        asked -> ofSession(
                                asked,
                                session -> StatementQuestion.count(
                                        session,
                                        asked.path().get(1),
                                        asked.path().get(2)))),
                Endpoint.get("/api/{}/{}/_query_plan", asked -> question(asked, user -> new PlanQuestion())),
                Endpoint.post("/api/{}/{}/_query_plan", asked -> question(asked, user -> new PlanQuestion())),
                Endpoint.get(
                        "/api/rowcount",
                        asked -> ofSession(
                                asked,
                                session -> StatementQuestion.rowCount(
                                        session, asked.parameter("db"), asked.parameter("table")))),
                Endpoint.get(
                        "/api/_get_ddl",
                        asked -> ofSession(
                                asked,
                                session -> StatementQuestion.ddl(
                                        session, asked.parameter("db"), asked.parameter("table")))),
                Endpoint.get("/api/backends", asked -> question(asked, user -> NodeQuestion.loads(asked.address()))),
                Endpoint.get("/api/show_proc", asked -> nodes(asked, asked.parameter("path"), Form.ARRAYS)),
                Endpoint.get("/rest/v1/system", asked -> nodes(asked, asked.parameter("path"), Form.OBJECTS)),
                Endpoint.get("/rest/v2/manager/node/frontends", asked -> nodes(asked, "frontends", Form.TABLE)),
                Endpoint.get("/rest/v2/manager/node/backends", asked -> nodes(asked, "backends", Form.TABLE)),
                Endpoint.post("/api/query/{}/{}", this::query));
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

    private Exchange load(Asked asked, String database, String table) {
        return load(asked, headers -> headers.request(database, table));
    }

    private Exchange load(Asked asked, StreamLoadExchange.Wanted kind) {
        LoadServices services = loads;
        return services == null
                ? startingLoad(asked.request(), asked.reply())
                : new StreamLoadExchange(
                        services, asked.connection(), asked.context(), asked.request(), kind, asked.reply());
    }

    private Exchange secondPhase(Asked asked) {
        return question(
                asked,
                user -> new SecondPhase(asked.path().get(1), asked.request().headers()));
    }

    private Exchange question(Asked asked, BackendExchange.Asking asking) {
        LoadServices services = loads;
        return services == null
                ? starting(asked.reply())
                : new BackendExchange(services, asked.context(), asked.request(), asked.reply(), asking);
    }

    /** A question for which a session of the user is needed. */
    private Exchange ofSession(Asked asked, Function<RequestSession, Question<?>> made) {
        LoadServices services = loads;
        return services == null
                ? starting(asked.reply())
                : question(asked, user -> made.apply(services.session(user, asked.context())));
    }

    private Exchange nodes(Asked asked, String path, Form form) {
        return ofSession(asked, session -> NodeQuestion.of(path, session, asked.address(), form));
    }

    private Exchange query(Asked asked) {
        LoadServices services = loads;
        if (services == null) {
            return starting(asked.reply());
        }
        String catalog = asked.path().get(2);
        String database = asked.path().get(3);
        return new StatedExchange(
                services,
                asked.context(),
                asked.request(),
                asked.reply(),
                (user, stated) ->
                        StatementQuestion.query(services.session(user, asked.context()), catalog, database, stated));
    }

    private Exchange health(ChannelHandlerContext context, HttpReply reply) {
        LoadServices services = loads;
        return services == null || !ready.getAsBoolean()
                ? starting(reply)
                : new HealthExchange(services.execution().router(), deaths, context, reply);
    }

    /** Whether statements are taken, for who asks as Doris' programs do. */
    private Exchange bootstrap(HttpReply reply) {
        return loads == null || !ready.getAsBoolean()
                ? starting(reply)
                : new FixedAnswer(
                        reply,
                        HttpResponseStatus.OK,
                        JSON,
                        LoadAnswer.written(json -> RestAnswer.success(json, JsonGenerator::writeNull)));
    }

    private Exchange rejectedRows(String file, HttpReply reply) {
        LoadServices services = loads;
        Optional<String> text =
                services == null ? Optional.empty() : services.rejections().find(file);
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

    private static Exchange notAllowed(Asked asked, Set<HttpMethod> taken) {
        String allowed = taken.stream().map(HttpMethod::name).collect(Collectors.joining(", "));
        return new FixedAnswer(
                asked.reply(),
                HttpResponseStatus.METHOD_NOT_ALLOWED,
                JSON,
                LoadAnswer.written(json -> {
                    json.writeStringField("status", "method not allowed");
                    json.writeStringField(
                            "msg",
                            asked.request().method() + " is not taken at "
                                    + asked.uri().path() + ", only " + allowed);
                }),
                Map.of(HttpHeaderNames.ALLOW.toString(), allowed));
    }

    private static Exchange notFound(HttpReply reply) {
        return new FixedAnswer(reply, HttpResponseStatus.NOT_FOUND, JSON, "{\"status\":\"not found\"}");
    }
}
