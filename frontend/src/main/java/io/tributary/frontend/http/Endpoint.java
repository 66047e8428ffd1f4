package io.tributary.frontend.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.Arrays;
import java.util.List;

/**
 * A path that is known, and who answers there.
 *
 * @param pattern the members of the path; {@code {}} is any
 */
record Endpoint(List<HttpMethod> methods, List<String> pattern, Opening opening) {
    private static final String ANY = "{}";

    /** Makes who answers one request. */
    interface Opening {
        Exchange open(Asked asked);
    }

    static Endpoint get(String pattern, Opening opening) {
        return new Endpoint(List.of(HttpMethod.GET, HttpMethod.HEAD), members(pattern), opening);
    }

    static Endpoint put(String pattern, Opening opening) {
        return new Endpoint(List.of(HttpMethod.PUT), members(pattern), opening);
    }

    static Endpoint post(String pattern, Opening opening) {
        return new Endpoint(List.of(HttpMethod.POST), members(pattern), opening);
    }

    private static List<String> members(String pattern) {
        return Arrays.stream(pattern.split("/", -1)).skip(1).toList();
    }

    /** @param path members of a request's */
    boolean isAt(List<String> path) {
        if (path.size() != pattern.size()) {
            return false;
        }
        for (int i = 0; i < path.size(); i++) {
            if (!pattern.get(i).equals(ANY) && !pattern.get(i).equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }
}
