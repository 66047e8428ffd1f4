package io.tributary.cli.load;

import io.tributary.cli.load.LoadTarget.Reply;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashMap;
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
    private static final String FORMAT = "format";
    private static final String WITH_NAMES = "csv_with_names";
    private static final Set<String> FILE_FORMATS = Set.of("parquet", "arrow");
    /** The headers with any of which a line end may stand within a row, or is none. */
    private static final Set<String> OF_WHOLE_FILES =
            Set.of("enclose", "strip_outer_array", "json_root", "compress_type", "content-encoding", "line_delimiter");

    private final LoadTarget target;
    private final FileLines lines;
    private final Map<String, String> headers;
    private final Settings settings;
    /** Files that are sent as they are, each as one load, since lines are not known in them. */
    private final boolean isWhole;
    /** Outside of group commit a load is known again by its label. */
    private final boolean isLabelled;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong filtered = new AtomicLong();
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicInteger known = new AtomicInteger();
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
     * @param knownLoads of the loads those that an attempt before has stored, whose rows nobody counts
     */
    public record Progress(long bytes, long rows, long filteredRows, int loads, int knownLoads) {}

    /** @param headers of each Stream Load, by name in small letters */
    public FileLoad(LoadTarget target, List<java.nio.file.Path> files, Map<String, String> headers, Settings settings) {
        this.target = target;
        this.headers = Map.copyOf(headers);
        this.settings = settings;
        this.isWhole = isOfWholeFiles(headers);
        // A key is for what fits into group commit.
        this.isLabelled = isWhole || headers.getOrDefault("group_commit", "").equalsIgnoreCase("off_mode");
        this.lines = new FileLines(files, isWhole ? FileLines.WHOLE_FILES : settings.chunkBytesMax());
    }

    /** @param headers by name in small letters */
    private static boolean isOfWholeFiles(Map<String, String> headers) {
        return FILE_FORMATS.contains(headers.getOrDefault(FORMAT, "").toLowerCase(Locale.ROOT))
                || OF_WHOLE_FILES.stream().anyMatch(headers::containsKey)
                || headers.getOrDefault("read_json_by_line", "").equalsIgnoreCase("false");
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
        return new Progress(bytes.get(), rows.get(), filtered.get(), loads.get(), known.get());
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
        HttpRequest.BodyPublisher body = isWhole
                ? HttpRequest.BodyPublishers.ofFile(chunk.file())
                : HttpRequest.BodyPublishers.ofByteArray(FileLines.read(chunk));
        Map<String, String> own = headersOf(chunk);
        String said = "";
        for (int attempt = 0; attempt <= settings.retries(); attempt++) {
            if (attempt > 0) {
                TimeUnit.MILLISECONDS.sleep(Math.min(PAUSE_MILLIS_MAX, PAUSE_MILLIS_MIN << Math.min(attempt - 1, 10)));
            }
            @Nullable Reply reply = null;
            try {
                reply = target.load(body, own);
                said = reply.status() + ": " + reply.message()
                        + (reply.errorUrl().isEmpty() ? "" : ", see " + reply.errorUrl());
            } catch (IOException e) {
                said = "no answer: " + e;
            }
            if (reply != null && (reply.isSuccess() || (isLabelled && reply.isStoredBefore()))) {
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
        known.addAndGet(reply.isSuccess() ? 0 : 1);
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
