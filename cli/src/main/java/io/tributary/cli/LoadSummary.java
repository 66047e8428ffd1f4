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
     * @param bytesMax of all files, or -1 where nobody knows
     * @param key under which the load can be gone on with
     */
    LoadSummary(FileLoad load, long bytesMax, String key) {
        this.load = load;
        this.bytesMax = bytesMax;
        this.key = key;
    }

    String text() {
        return text(load.progress(), (System.nanoTime() - begunNanos) / 1e9);
    }

    private String text(FileLoad.Progress done, double seconds) {
        return String.format(
                Locale.ROOT,
                "%s%s in %,d loads: %s%,d rows stored, %,d left out, %.1f s, %,.0f rows/s%s",
                ProgressLine.size(done.bytes()),
                bytesMax < 0 ? "" : " of " + ProgressLine.size(bytesMax),
                done.loads(),
                done.unanswered() == 0 ? "" : "at least ",
                done.rows(),
                done.filteredRows(),
                seconds,
                done.rows() / seconds,
                before(done));
    }

    /** What an attempt before has stored: a key tells its rows, a label does not. */
    private static String before(FileLoad.Progress done) {
        return done.knownLoads() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; %,d loads were there before%s, %,d are new, whose rows alone are counted",
                        done.knownLoads(),
                        done.knownRows() == 0 ? "" : String.format(Locale.ROOT, " (%,d rows)", done.knownRows()),
                        done.loads() - done.knownLoads());
    }

    String howToGoOn() {
        return "the same command with --key " + key + " loads what is missing";
    }
}
