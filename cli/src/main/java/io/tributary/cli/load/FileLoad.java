package io.tributary.cli.load;

import io.tributary.cli.load.LoadTarget.Reply;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    private static final String FORMAT = "format";
    private static final String WITH_NAMES = "csv_with_names";

    private final LoadTarget target;
    private final FileLines lines;
    private final Map<String, String> headers;
    private final Settings settings;
    /** Outside of group commit a load is known again by its label. */
    private final boolean isLabelled;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong filtered = new AtomicLong();
    private final AtomicInteger loads = new AtomicInteger();
    private final List<String> failures = new ArrayList<>();
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
     */
    public record Progress(long bytes, long rows, long filteredRows, int loads) {}

    /** @param headers of each Stream Load, by name in small letters */
    public FileLoad(LoadTarget target, List<java.nio.file.Path> files, Map<String, String> headers, Settings settings) {
        this.target = target;
        this.lines = new FileLines(files, settings.chunkBytesMax());
        this.headers = Map.copyOf(headers);
        this.settings = settings;
        this.isLabelled = headers.getOrDefault("group_commit", "").equalsIgnoreCase("off_mode");
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
        return new Progress(bytes.get(), rows.get(), filtered.get(), loads.get());
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
        byte[] content = FileLines.read(chunk);
        Map<String, String> own = headersOf(chunk);
        String said = "";
        for (int attempt = 0; attempt <= settings.retries(); attempt++) {
            if (attempt > 0) {
                TimeUnit.MILLISECONDS.sleep(Math.min(PAUSE_MILLIS_MAX, PAUSE_MILLIS_MIN << Math.min(attempt - 1, 10)));
            }
            @Nullable Reply reply = null;
            try {
                reply = target.load(HttpRequest.BodyPublishers.ofByteArray(content), own);
                said = reply.status() + ": " + reply.message()
                        + (reply.errorUrl().isEmpty() ? "" : ", see " + reply.errorUrl());
            } catch (IOException e) {
                said = "no answer: " + e;
            }
            if (reply != null && (reply.isSuccess() || (isLabelled && reply.isKnownLabel()))) {
                stored(chunk, reply);
                return;
            }
            if (reply != null && !reply.passing()) {
                break;
            }
        }
        fail(chunk + ": " + said);
    }

    private void stored(Chunk chunk, Reply reply) {
        bytes.addAndGet(chunk.bytes());
        rows.addAndGet(reply.loadedRows());
        filtered.addAndGet(reply.filteredRows());
        loads.incrementAndGet();
        if (!reply.errorUrl().isEmpty()) {
            errorUrl = reply.errorUrl();
        }
    }

    private Map<String, String> headersOf(Chunk chunk) {
        Map<String, String> own = new HashMap<>(headers);
        String key = settings.key() + ":"
                + Integer.toHexString(chunk.file().toAbsolutePath().hashCode()) + ":" + chunk.from();
        if (isLabelled) {
            own.put("label", key);
        } else {
            own.put("idempotency_key", key);
        }
        if (!chunk.first()) {
            // Names and skipped lines stand at the beginning of a file.
            own.remove("skip_lines");
            if (own.getOrDefault(FORMAT, "").toLowerCase(Locale.ROOT).startsWith(WITH_NAMES)) {
                own.put(FORMAT, "csv");
            }
        }
        return own;
    }
}
