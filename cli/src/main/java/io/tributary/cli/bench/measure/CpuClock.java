package io.tributary.cli.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of processes, user and system, as Linux counts it. */
public final class CpuClock {
    /** Of /proc; the kernel's USER_HZ is 100 on every platform this runs on. */
    private static final double TICKS_PER_SECOND = 100;

    private CpuClock() {}

    /** In seconds since the process began. */
    public static double seconds(long pid) throws IOException {
        return seconds(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
    }

    /** @param stat "pid (name) state …": the name may hold anything, so fields count from the last parenthesis */
    static double seconds(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        int user = 11;
        int system = 12;
        return (Long.parseLong(fields[user]) + Long.parseLong(fields[system])) / TICKS_PER_SECOND;
    }
}
