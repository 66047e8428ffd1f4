package io.tributary.cli.load;

import io.tributary.cli.load.LoadTarget.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Loads files, some pieces at a time. A piece is stored whole or not at all, and sent again under the same idempotency key
 * when its answer does not come, so that its rows are stored once; after a piece that failed no more are begun.
 */
public final class FileLoad {
    private static final long PAUSE_MILLIS_MIN = 200;
    private static final long PAUSE_MILLIS_MAX = 5_000;
    private static final String WITH_NAMES = "csv_with_names";

    private final LoadTarget target;
    private final FileLines lines;
    private final Settings settings;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong knownRows = new AtomicLong();
    private final AtomicLong filtered = new AtomicLong();
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicInteger known = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final Set<String> failures = new LinkedHashSet<>();
    private volatile boolean isRefused;
    private volatile String errorUrl = "";

    /**
     * @param chunkBytesMax of a piece
     * @param parallel pieces under way, each in memory
     * @param retries of a piece whose answer did not come, or that may succeed later
     * @param key begins the idempotency key of each piece
     */
    public record Settings(int chunkBytesMax, int parallel, int retries, String key) {}

    /**
     * How far it is.
     *
     * @param bytes of the files that are stored
     * @param rows that are stored now
     * @param filteredRows of the same loads
     * @param knownLoads of the loads those that an attempt before has stored
     * @param knownRows of these; those of a label are not told
     * @param unanswered loads that were sent, and may be stored by now or not
     */
    public record Progress(
            long bytes, long rows, long filteredRows, int loads, int knownLoads, long knownRows, int unanswered) {}

    /** @param standardInput read where one of the sources is that */
    public FileLoad(LoadTarget target, List<LoadSource> sources, Settings settings, InputStream standardInput) {
        this.target = target;
        this.settings = settings;
        this.lines = new FileLines(sources, settings.chunkBytesMax(), standardInput);
    }

    /** Loads all of them; returns what failed, nothing if all is stored. Blocks. */
    public List<String> run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < settings.parallel(); i++) {
            Thread thread = new Thread(this::work, "load-" + (i + 1));
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (failures) {
            return List.copyOf(failures);
        }
    }

    public Progress progress() {
        // Read before the rows: what is answered meanwhile is counted, or told to be open, or both.
        int open = unanswered.get();
        return new Progress(bytes.get(), rows.get(), filtered.get(), loads.get(), known.get(), knownRows.get(), open);
    }

    /** Whether the server refuses any load like this one, so that the same command can only fail again. */
    public boolean isRefused() {
        return isRefused && loads.get() == 0;
    }

    /** Where the newest list of rows is that were left out, or empty. */
    public String errorUrl() {
        return errorUrl;
    }

    private void work() {
        try {
            for (Chunk chunk = lines.next(); chunk != null; chunk = lines.next()) {
                load(chunk);
            }
        } catch (IOException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            fail("interrupted");
            Thread.currentThread().interrupt();
        }
    }

    private void fail(String why) {
        lines.stop();
        synchronized (failures) {
            failures.add(why);
        }
    }

    private void load(Chunk chunk) throws IOException, InterruptedException {
        HttpRequest.BodyPublisher body = chunk.body();
        unanswered.incrementAndGet();
        if (send(chunk, body)) {
            unanswered.decrementAndGet();
        }
    }

    /** Returns whether it is known what became of it. */
    private boolean send(Chunk chunk, HttpRequest.BodyPublisher body) throws InterruptedException {
        String key = settings.key() + ":" + chunk.source().identity() + ":" + chunk.from();
        Map<String, String> own = headersOf(chunk, key);
        String said = "";
        boolean open = false;
        for (int attempt = 0; attempt <= settings.retries(); attempt++) {
            if (attempt > 0) {
                TimeUnit.MILLISECONDS.sleep(Math.min(PAUSE_MILLIS_MAX, PAUSE_MILLIS_MIN << Math.min(attempt - 1, 10)));
            }
            @Nullable Reply reply = null;
            try {
                reply = target.load(body, own);
                said = reply.told();
                open |= reply.isUnknown();
            } catch (IOException e) {
                said = "no answer: " + e;
                open = true;
            }
            if (reply != null && (reply.isSuccess() || (chunk.source().isLabelled() && reply.isStoredBefore()))) {
                // What an answer that did not come told of was stored now.
                stored(chunk, reply, reply.rows().repeated() && !open);
                return true;
            }
            if (reply != null && reply.refusesAll() && loads.get() == 0 && !said.contains(key)) {
                isRefused = true;
                fail(reply.message());
                return !open;
            }
            if (reply != null && !reply.passing()) {
                break;
            }
        }
        fail(chunk + ": " + said);
        return !open;
    }

    private void stored(Chunk chunk, Reply reply, boolean repeated) {
        bytes.addAndGet(chunk.bytes());
        (repeated ? knownRows : rows).addAndGet(reply.rows().loaded());
        filtered.addAndGet(repeated ? 0 : reply.rows().filtered());
        loads.incrementAndGet();
        known.addAndGet(reply.isSuccess() && !repeated ? 0 : 1);
        if (!reply.errorUrl().isEmpty()) {
            errorUrl = reply.errorUrl();
        }
    }

    private static Map<String, String> headersOf(Chunk chunk, String key) {
        Map<String, String> own = new HashMap<>(chunk.source().headers());
        own.put(chunk.source().isLabelled() ? "label" : "idempotency_key", key);
        if (!chunk.isFirst()) {
            // Names and skipped lines stand at the beginning of a file.
            own.remove("skip_lines");
            if (own.getOrDefault(LoadSource.FORMAT, "").toLowerCase(Locale.ROOT).startsWith(WITH_NAMES)) {
                own.put(LoadSource.FORMAT, "csv");
            }
        }
        return own;
    }
}
