package io.tributary.bench.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A Java, its flags and its class path.
 *
 * @param java the executable
 */
public record JavaCommand(Path java, List<String> flags, String classPath) {
    private static final String COLLECTOR = "-XX:\\+Use\\w+GC";
    private static final String LARGE_PAGES = "-XX:+UseTransparentHugePages";

    public JavaCommand {
        flags = List.copyOf(flags);
    }

    /** A command with this process's class path. */
    public JavaCommand(Path java, List<String> flags) {
        this(java, flags, System.getProperty("java.class.path"));
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
        return new JavaCommand(other, flags, classPath);
    }

    /**
     * Returns the command for another build: the flags that it brings itself, and large pages if this has them.
     *
     * @param home with lib and jvm.options in it
     */
    public JavaCommand ofInstallation(Path home) {
        List<String> own = new ArrayList<>(List.of("@" + home.resolve("jvm.options")));
        flags.stream().filter(LARGE_PAGES::equals).forEach(own::add);
        return new JavaCommand(java, own, home.resolve("lib") + "/*");
    }

    /** Whether its heap gets large pages. */
    public boolean hasLargePages() {
        return flags.contains(LARGE_PAGES);
    }

    /** More flags behind these; a collector among them takes the place of the one before. */
    public JavaCommand withFlags(List<String> more) {
        boolean chooses = more.stream().anyMatch(flag -> flag.matches(COLLECTOR));
        List<String> all = new ArrayList<>(flags);
        all.removeIf(flag -> chooses && flag.matches(COLLECTOR));
        all.addAll(more);
        return new JavaCommand(java, all, classPath);
    }

    /** The flags that make a difference to what is measured: neither properties nor what opens packages or serves a start. */
    public String choices() {
        return flags.stream()
                .filter(flag -> !flag.startsWith("-D") && !flag.startsWith("--add-opens"))
                .filter(flag -> !flag.startsWith("-XX:SharedArchiveFile") && !flag.startsWith("-Xlog:cds"))
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
        line.add(classPath);
        line.add(mainClass);
        line.addAll(arguments);
        return line;
    }
}
