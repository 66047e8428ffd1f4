package io.tributary.engine.doris.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.mysql.session.Credentials;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends loads to a cluster: to its frontend, which sends on to one of its backends, and from then on to that. The credentials go only
 * to hosts that the cluster names as its own. Any thread; blocks.
 */
public final class LoadConnection {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration PING = Duration.ofSeconds(5);
    private static final int REDIRECT = 307;
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int BODY_SHOWN_MAX = 200;
    private static final int REFUSALS_CHARS_MAX = 400;

    private final Frontend frontend;
    private final Credentials credentials;
    private final Supplier<Set<String>> backendHosts;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .build();
    /** Where a path was sent on to the last time. */
    private final Map<String, URI> backends = new ConcurrentHashMap<>();

    /** Where the frontend takes loads. */
    public record Frontend(String host, int port) {
        /** @param path from the root */
        URI uri(String path) {
            return URI.create("http://" + host + ":" + port + path);
        }
    }

    /** @param backendHosts asks the cluster where its backends are */
    public LoadConnection(Frontend frontend, Credentials credentials, Supplier<Set<String>> backendHosts) {
        this.frontend = frontend;
        this.credentials = credentials;
        this.backendHosts = backendHosts;
    }

    /**
     * Sends a request, and once more where it is told to go.
     *
     * @param path from the root, with what of it are names escaped
     * @param headers names and values
     * @param timeout of one request, until its answer is there
     * @throws TributaryException ENGINE_DOWN where no answer came, ENGINE where it is none of a load: in both cases it may have been carried out
     */
    LoadReply put(String path, List<String> headers, byte[] body, Duration timeout) {
        URI known = backends.get(path);
        if (known != null) {
            try {
                return reply(send("PUT", known, headers, body, timeout));
            } catch (TributaryException e) {
                backends.remove(path);
                if (!(e.getCause() instanceof ConnectException)) {
                    throw e;
                }
            }
        }
        HttpResponse<String> first = send("PUT", frontend.uri(path), headers, body, timeout);
        if (first.statusCode() != REDIRECT) {
            return reply(first);
        }
        URI next = target(first);
        LoadReply reply = reply(send("PUT", next, headers, body, timeout));
        backends.put(path, next);
        return reply;
    }

    /** Sends a request that goes where the frontend says each time; else like {@link #put}. */
    LoadReply ask(String method, String path, List<String> headers, byte[] body, Duration timeout) {
        HttpResponse<String> first = send(method, frontend.uri(path), headers, body, timeout);
        return reply(first.statusCode() == REDIRECT ? send(method, target(first), headers, body, timeout) : first);
    }

    private URI target(HttpResponse<String> response) {
        return target(response.headers().firstValue("Location").orElse(""));
    }

    /** Leaves out the user that a server may write into it. */
    private URI target(String location) {
        URI uri;
        try {
            URI told = URI.create(location);
            String query = told.getRawQuery() == null ? "" : "?" + told.getRawQuery();
            uri = URI.create("http://" + told.getHost() + ":" + told.getPort() + told.getRawPath() + query);
        } catch (IllegalArgumentException e) {
            throw new TributaryException(ErrorCode.ENGINE, "the server sends a load on to what is no address", e);
        }
        if (!uri.getHost().equals(frontend.host()) && !backendHosts.get().contains(uri.getHost())) {
            throw new TributaryException(
                    ErrorCode.ENGINE,
                    "the server sends a load on to " + uri.getHost() + ", which SHOW BACKENDS does not name");
        }
        return uri;
    }

    private HttpResponse<String> send(String method, URI uri, List<String> headers, byte[] body, Duration timeout) {
        Credentials.Login login = credentials.read();
        String pair = login.user() + ":" + login.password();
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(timeout)
                .expectContinue(body.length > 0)
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        return exchange(request.build());
    }

    private HttpResponse<String> exchange(HttpRequest request) {
        String where = request.uri().getHost() + ":" + request.uri().getPort();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException | HttpConnectTimeoutException e) {
            ConnectException cause = new ConnectException(String.valueOf(e.getMessage()));
            cause.initCause(e);
            throw new TributaryException(ErrorCode.ENGINE_DOWN, "no connection to " + where, cause);
        } catch (IOException e) {
            throw new TributaryException(
                    ErrorCode.ENGINE_DOWN, "no answer from " + where + ": " + TributaryException.reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TributaryException(ErrorCode.SERVER_SHUTDOWN, "a load was interrupted", e);
        }
    }

    private static LoadReply reply(HttpResponse<String> response) {
        int status = response.statusCode();
        if (status == UNAUTHORIZED || status == FORBIDDEN) {
            throw new TributaryException(
                    ErrorCode.ENGINE, "the server does not take engine.credentials for loads (HTTP " + status + ")");
        }
        try {
            if (status == OK) {
                return LoadReply.read(response.body());
            }
        } catch (JsonProcessingException e) {
            throw unexpected(response, e);
        }
        throw unexpected(response, null);
    }

    private static TributaryException unexpected(HttpResponse<String> response, @Nullable Exception cause) {
        String body = response.body();
        return new TributaryException(
                ErrorCode.ENGINE,
                "the server answers a load with HTTP " + response.statusCode() + ": "
                        + body.substring(0, Math.min(BODY_SHOWN_MAX, body.length())),
                cause);
    }

    /**
     * What the cluster tells of rows that it has refused, its beginning; empty where it does not.
     *
     * @param errorUrl as the answer to a load names it
     */
    String refusals(String errorUrl) {
        if (errorUrl.isEmpty()) {
            return "";
        }
        try {
            HttpResponse<String> response = exchange(
                    HttpRequest.newBuilder(target(errorUrl)).timeout(PING).GET().build());
            String text = response.statusCode() == OK ? response.body().strip() : "";
            return text.substring(0, Math.min(REFUSALS_CHARS_MAX, text.length()));
        } catch (TributaryException e) {
            return "";
        }
    }

    /** @throws TributaryException ENGINE_DOWN where the frontend does not answer at all */
    void ping() {
        var unused = exchange(HttpRequest.newBuilder(frontend.uri("/api/health"))
                .timeout(PING)
                .GET()
                .build());
    }
}
