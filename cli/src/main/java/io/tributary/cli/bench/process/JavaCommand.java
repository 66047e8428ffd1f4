package io.tributary.cli.bench.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A Java and its flags, to start a class of this process's class path.
 *
 * @param java the executable
 */
public record JavaCommand(Path java, List<String> flags) {
    private static final String COLLECTOR = "-XX:\\+Use\\w+GC";

    public JavaCommand {
        flags = List.copyOf(flags);
    }

    /** This process's Java and flags, but those that only one process can have. */
    public static JavaCommand ofThisProcess() {
        List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-Djava.io.tmpdir") && !flag.startsWith("-agentlib"))
                .toList();
        return new JavaCommand(Path.of(System.getProperty("java.home"), "bin", "java"), flags);
    }

    /**
     * Another Java.
     *
     * @throws IllegalArgumentException if there is none
     */
    public JavaCommand withJava(Path other) {
        if (!Files.isExecutable(other) || Files.isDirectory(other)) {
            throw new IllegalArgumentException("java " + other + ": it must be an executable file");
        }
        return new JavaCommand(other, flags);
    }

    /** More flags behind these; a collector among them takes the place of the one before. */
    public JavaCommand withFlags(List<String> more) {
        boolean chooses = more.stream().anyMatch(flag -> flag.matches(COLLECTOR));
        List<String> all = new ArrayList<>(flags);
        all.removeIf(flag -> chooses && flag.matches(COLLECTOR));
        all.addAll(more);
        return new JavaCommand(java, all);
    }

    /** The flags that make a difference to what is measured: neither properties nor what opens packages. */
    public String choices() {
        return flags.stream()
                .filter(flag -> !flag.startsWith("-D") && !flag.startsWith("--add-opens"))
                .collect(Collectors.joining(" "));
    }

    /**
     * The command line.
     *
     * @param temporary where it may put files that nobody needs any more when it ends
     */
    public List<String> line(Path temporary, String mainClass, List<String> arguments) {
        List<String> line = new ArrayList<>();
        line.add(java.toString());
        line.addAll(flags);
        line.add("-Djava.io.tmpdir=" + temporary);
        line.add("-cp");
        line.add(System.getProperty("java.class.path"));
        line.add(mainClass);
        line.addAll(arguments);
        return line;
    }
}
