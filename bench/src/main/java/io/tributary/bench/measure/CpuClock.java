package io.tributary.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** CPU time of processes, user and system, as Linux counts it. */
public final class CpuClock {
    /** The unit of /proc; the kernel's USER_HZ is 100 on every platform this runs on. */
    private static final double TICKS_PER_SECOND = 100;

    /** "tid (C2 CompilerThre) …": the kernel keeps 15 characters of a name. */
    private static final Pattern COMPILER = Pattern.compile("\\d+ \\(C[12] CompilerThre");

    private CpuClock() {}

    /** Returns the seconds of CPU time since the process began. */
    public static double seconds(long pid) throws IOException {
        return seconds(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
    }

    /**
     * Returns what the compilers of a JVM took of that. They are told by the names of their threads, so one that has ended
     * is not in it.
     */
    public static double compilerSeconds(long pid) throws IOException {
        double seconds = 0;
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : (Iterable<Path>) threads::iterator) {
                seconds += compilerSeconds(thread);
            }
        }
        return seconds;
    }

    private static double compilerSeconds(Path thread) throws IOException {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return COMPILER.matcher(stat).lookingAt() ? seconds(stat) : 0;
        } catch (NoSuchFileException e) {
            return 0; // ended between the listing and now
        }
    }

    /** @param stat "pid (name) state …": the name may hold anything, so fields count from the last parenthesis */
    static double seconds(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        int user = 11;
        int system = 12;
        return (Long.parseLong(fields[user]) + Long.parseLong(fields[system])) / TICKS_PER_SECOND;
    }
}
