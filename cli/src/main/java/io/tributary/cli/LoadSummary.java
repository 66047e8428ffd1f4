package io.tributary.cli;

import io.tributary.cli.load.FileLoad;
import io.tributary.cli.load.ProgressLine;
import java.util.Locale;

/** What a load of files has come to, for people; may be asked at any time, by any thread. */
final class LoadSummary {
    private final FileLoad load;
    private final long bytesMax;
    private final String key;
    private final long begunNanos = System.nanoTime();

    /**
     * @param bytesMax of all files
     * @param key under which the load can be gone on with
     */
    LoadSummary(FileLoad load, long bytesMax, String key) {
        this.load = load;
        this.bytesMax = bytesMax;
        this.key = key;
    }

    String text() {
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        FileLoad.Progress done = load.progress();
        String known = done.knownLoads() == 0
                ? ""
                : String.format(Locale.ROOT, "; %,d loads were there, their rows are not counted", done.knownLoads());
        return String.format(
                Locale.ROOT,
                "%s of %s in %,d loads: %,d rows stored, %,d left out, %.1f s, %,.0f rows/s%s",
                ProgressLine.size(done.bytes()),
                ProgressLine.size(bytesMax),
                done.loads(),
                done.rows(),
                done.filteredRows(),
                seconds,
                done.rows() / seconds,
                known);
    }

    String howToGoOn() {
        return "the same command with --key " + key + " loads what is missing";
    }
}
