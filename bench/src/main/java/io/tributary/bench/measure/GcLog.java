package io.tributary.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a JVM's log of garbage collections adds up to. It is seen from outside and costs the JVM a line a collection; what
 * was allocated after the last one is not in it.
 *
 * @param allocatedBytes by which the heap had grown from each collection to the next
 * @param pauseSeconds of all pauses
 */
public record GcLog(double allocatedBytes, double pauseSeconds) {
    // [12.345s][info][gc] GC(7) Pause Young (Allocation Failure) 512M->32M(1024M) 4.567ms
    private static final Pattern PAUSE =
            Pattern.compile("GC\\(\\d+\\) Pause .* (\\d+)([KMG])->(\\d+)([KMG])\\(\\d+[KMG]\\) ([0-9.]+)ms");

    /**
     * The flag of a JVM that shall write one.
     *
     * @param file without a colon in its path
     */
    public static String flag(Path file) {
        return "-Xlog:gc:file=" + file + "::filecount=0";
    }

    public static GcLog read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return of(lines);
        }
    }

    static GcLog of(Stream<String> lines) {
        double[] allocatedPausesHeap = new double[3];
        lines.map(PAUSE::matcher).filter(Matcher::find).forEach(pause -> {
            allocatedPausesHeap[0] += bytes(pause, 1) - allocatedPausesHeap[2];
            allocatedPausesHeap[1] += Double.parseDouble(pause.group(5)) / 1e3;
            allocatedPausesHeap[2] = bytes(pause, 3);
        });
        return new GcLog(allocatedPausesHeap[0], allocatedPausesHeap[1]);
    }

    private static double bytes(Matcher pause, int group) {
        double number = Double.parseDouble(pause.group(group));
        return switch (pause.group(group + 1)) {
            case "K" -> number * (1 << 10);
            case "M" -> number * (1 << 20);
            default -> number * (1 << 30);
        };
    }
}
