package io.tributary.contract.health;

import io.tributary.contract.calls.BackendStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code GET /api/health} says, of each kind of process alike: 200 while every write finds its way, 503 with the reason
 * where one does not; also 200, as {@code RECOVERING}, while what a start found in the logs is being committed.
 *
 * @param state {@code OK}, or in one word what is wrong
 * @param reason the same for people; of a state that is OK what somebody should see to nevertheless, or empty
 */
public record Health(String state, String reason) {
    private static final String OK = "OK";

    /** It works, and whoever supervises it must not end it: the next start would begin where this one did. */
    private static final String RECOVERING = "RECOVERING";

    /** @param deaths of this process's own threads, as {@link OwnerThreads#deaths} tells them */
    public static Health of(BackendStatus status, List<String> deaths) {
        List<String> threads = new ArrayList<>(deaths);
        threads.addAll(status.deadThreads());
        if (!status.failures().isEmpty()) {
            return new Health("LOG_FAILED", status.failures());
        }
        if (!status.engineFailure().isEmpty()) {
            return new Health("ENGINE_FAILED", status.engineFailure());
        }
        if (!threads.isEmpty()) {
            return new Health("THREAD_DIED", String.join("; ", threads) + "; until a restart its work is not done");
        }
        if (status.logs().stream().anyMatch(BackendStatus.LogState::full)) {
            return new Health("LOG_FULL", status.shortages());
        }
        List<String> told = new ArrayList<>(List.of(status.shortages(), status.warning()));
        BackendStatus.Recovery recovery = status.recovery();
        if (!recovery.isOver()) {
            told.add(
                    0,
                    "loads are taken, and tables with rows in the log wait until they are committed: "
                            + recovery.committedBytes() + " of " + recovery.bytes() + " bytes are");
        }
        told.removeIf(String::isEmpty);
        return new Health(recovery.isOver() ? OK : RECOVERING, String.join("; ", told));
    }

    /** The backend does not answer. */
    public static Health unanswered(String why) {
        return new Health("BACKEND_UNAVAILABLE", "the backend does not answer: " + why);
    }

    /**
     * Returns the health of several backends: the worst state of all, and what is said of each.
     *
     * @param backends by their numbers, at least one
     */
    public static Health together(List<Health> backends) {
        if (backends.size() == 1) {
            return backends.get(0);
        }
        Health worst = backends.get(0);
        List<String> told = new ArrayList<>();
        for (int backend = 0; backend < backends.size(); backend++) {
            Health one = backends.get(backend);
            if (one.badness() > worst.badness()) {
                worst = one;
            }
            if (!one.reason.isEmpty()) {
                told.add("backend " + backend + ": " + one.reason);
            }
        }
        return new Health(worst.state, String.join("; ", told));
    }

    private int badness() {
        return state.equals(OK) ? 0 : state.equals(RECOVERING) ? 1 : 2;
    }

    /** Returns the status of an HTTP answer: 200 or 503. */
    public int status() {
        return state.equals(OK) || state.equals(RECOVERING) ? 200 : 503;
    }

    /** {@code {"status":"OK"}}, with a {@code warning} beside it, or another status with its {@code reason}. */
    public String json() {
        StringBuilder json = new StringBuilder(64).append("{\"status\":").append(quoted(state));
        if (!reason.isEmpty()) {
            json.append(state.equals(OK) ? ",\"warning\":" : ",\"reason\":").append(quoted(reason));
        }
        return json.append('}').toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
