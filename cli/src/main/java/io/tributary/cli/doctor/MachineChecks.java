package io.tributary.cli.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import io.tributary.engine.port.EngineFactory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Java, its limits, the clock, the ports and the engine's native library. */
public final class MachineChecks {
    private static final int JAVA_MIN = 17;
    private static final long MEMORY_BYTES_MIN = 1L << 30;
    /** The files beside those of connections: engine, log, jars. */
    private static final long FILES_BESIDE = 1_000;

    private static final int CLOCK_LOOKS = 100_000;
    private static final long CLOCK_SKEW_MILLIS_MAX = 50;
    /** No machine with a set clock is older. */
    private static final Instant EARLIEST = Instant.parse("2025-01-01T00:00:00Z");

    private MachineChecks() {}

    public static Finding java() {
        String what = Runtime.version() + " on " + System.getProperty("os.name") + " " + System.getProperty("os.arch");
        return Runtime.version().feature() < JAVA_MIN
                ? Finding.fail("java", what, "install Java " + JAVA_MIN + " or newer")
                : Finding.ok("java", what);
    }

    /** @param connections {@code max_connections} */
    public static Finding openFiles(long connections) {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) {
            return Finding.ok("open files", "no limit on this system");
        }
        long limit = system.getMaxFileDescriptorCount();
        String what = "limit " + limit + ", max_connections is " + connections;
        return limit < connections + FILES_BESIDE
                ? Finding.warn(
                        "open files", what, "raise it (ulimit -n) to " + (connections + FILES_BESIDE) + " or more")
                : Finding.ok("open files", what);
    }

    public static Finding memory() {
        long heap = Runtime.getRuntime().maxMemory();
        long machine = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : heap;
        String what = "heap " + (heap >> 20) + " MiB of " + (machine >> 20) + " MiB";
        if (machine < MEMORY_BYTES_MIN) {
            return Finding.warn("memory", what, "the engine wants " + (MEMORY_BYTES_MIN >> 20) + " MiB at least");
        }
        return heap > machine / 10 * 7
                ? Finding.warn("memory", what, "little is left to the engine and the page cache: lower -Xmx")
                : Finding.ok("memory", what);
    }

    /** The nano clock never goes back, and the wall clock goes as fast as it and tells a plausible time. */
    public static Finding clock() {
        long wall = System.currentTimeMillis();
        long begun = System.nanoTime();
        long last = begun;
        for (int i = 0; i < CLOCK_LOOKS; i++) {
            long now = System.nanoTime();
            if (now < last) {
                return Finding.fail(
                        "clock",
                        "the monotonic clock went back by " + (last - now) + " ns",
                        "change the system's clock source");
            }
            last = now;
        }
        long skew = System.currentTimeMillis() - wall - TimeUnit.NANOSECONDS.toMillis(last - begun);
        String what = Instant.ofEpochMilli(wall) + ", " + skew + " ms apart from the monotonic clock";
        if (Instant.ofEpochMilli(wall).isBefore(EARLIEST)) {
            return Finding.warn("clock", what, "set the clock: labels and keys are kept by it");
        }
        return Math.abs(skew) > CLOCK_SKEW_MILLIS_MAX
                ? Finding.warn("clock", what, "the wall clock jumped while it was looked at")
                : Finding.ok("clock", what);
    }

    /** @param key of the setting; port 0 is always free */
    public static Finding port(String key, String host, int port) {
        String what = key + " " + host + ":" + port;
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            return Finding.ok("port", what + " is free");
        } catch (IOException e) {
            return Finding.fail("port", what + ": " + e.getMessage(), "end who listens there, or set " + key);
        }
    }

    /** What the engine says of this machine. */
    public static List<Finding> engine(EngineFactory engine) {
        return engine.checks().stream()
                .map(check -> check.isWell()
                        ? Finding.ok(check.check(), check.what())
                        : Finding.fail(check.check(), check.what(), check.advice()))
                .toList();
    }
}
