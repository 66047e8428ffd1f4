package io.tributary.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** This machine in one line, as a measured number needs it. */
public final class Machine {
    private Machine() {}

    public static String describe() {
        return Runtime.getRuntime().availableProcessors() + " cpu, "
                + valueOf(Path.of("/proc/cpuinfo"), "model name") + ", "
                + valueOf(Path.of("/proc/meminfo"), "MemTotal") + ", "
                + System.getProperty("os.name") + " " + System.getProperty("os.version") + ", Java "
                + System.getProperty("java.vendor") + " " + System.getProperty("java.version");
    }

    /** Returns the value of the first line {@code name : value}. */
    private static String valueOf(Path file, String name) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown " + name);
        } catch (IOException e) {
            return "unknown " + name;
        }
    }
}
