package io.tributary.cli.load;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One line of a terminal that tells how far a load is: share and bytes, rows a second, how long it will take. */
public final class ProgressLine {
    private static final long MILLIS = 200;
    private static final String CLEARED = "\r\u001b[K";

    private final FileLoad load;
    private final long bytesMax;
    private final PrintStream out;
    private final long begunNanos = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    });

    /** @param bytesMax of all files, or -1 where nobody knows */
    public ProgressLine(FileLoad load, long bytesMax, PrintStream out) {
        this.load = load;
        this.bytesMax = bytesMax;
        this.out = out;
        var unused = timer.scheduleWithFixedDelay(this::print, MILLIS, MILLIS, TimeUnit.MILLISECONDS);
    }

    private void print() {
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        out.print(CLEARED + text(load.progress(), bytesMax, seconds));
        out.flush();
    }

    static String text(FileLoad.Progress progress, long bytesMax, double seconds) {
        double rate = progress.rows() / Math.max(seconds, 0.001);
        if (bytesMax < 0) {
            return String.format(Locale.ROOT, "%s  %,.0f rows/s", size(progress.bytes()), rate);
        }
        double share = bytesMax == 0 ? 1 : (double) progress.bytes() / bytesMax;
        String left = progress.bytes() == 0 ? "?" : duration(seconds / share - seconds);
        return String.format(
                Locale.ROOT,
                "%3.0f %%  %s of %s  %,.0f rows/s  %s left",
                share * 100,
                size(progress.bytes()),
                size(bytesMax),
                rate,
                left);
    }

    private static String duration(double seconds) {
        long whole = Math.max(0, Math.round(seconds));
        return whole / 60 + ":" + String.format(Locale.ROOT, "%02d", whole % 60);
    }

    /** Returns a number of bytes for people. */
    public static String size(long bytes) {
        String[] units = {"B", "KB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1000 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
    }

    /** Takes the line away. */
    public void close() {
        timer.shutdownNow();
        out.print(CLEARED);
        out.flush();
    }
}
