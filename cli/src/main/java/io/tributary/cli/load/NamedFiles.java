package io.tributary.cli.load;

import io.tributary.cli.options.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which files a command line means. One thread. */
public final class NamedFiles {
    /** Names that are told one by one. */
    private static final int TOLD_MAX = 10;

    private final Map<String, String> headers;
    private final Set<Path> seen = new HashSet<>();
    private final List<LoadSource> sources = new ArrayList<>();
    private final List<String> directories = new ArrayList<>();

    private NamedFiles(Map<String, String> headers) {
        this.headers = headers;
    }

    /**
     * Reads names of files, of directories and {@code -}.
     *
     * @param headers of all Stream Loads, by name in small letters
     * @throws CommandFailure for what cannot be loaded, or is named twice
     */
    public static NamedFiles of(List<Path> names, Map<String, String> headers) throws IOException, CommandFailure {
        NamedFiles files = new NamedFiles(headers);
        for (Path name : names) {
            if (Files.isDirectory(name)) {
                files.addDirectory(name);
            } else {
                files.add(name);
            }
        }
        return files;
    }

    public List<LoadSource> sources() {
        return List.copyOf(sources);
    }

    /** Which files each directory stands for, a line each. */
    public List<String> directories() {
        return List.copyOf(directories);
    }

    /** Its files in the order of their names. One with a dot before its name is hidden, or is being written. */
    private void addDirectory(Path directory) throws IOException, CommandFailure {
        List<Path> found;
        try (Stream<Path> all = Files.list(directory)) {
            found = all.filter(file -> Files.isRegularFile(file) && !name(file).startsWith("."))
                    .sorted(Comparator.comparing(NamedFiles::name))
                    .toList();
        }
        if (found.isEmpty()) {
            throw new CommandFailure(directory + " has no file to load");
        }
        for (Path file : found) {
            add(file);
        }
        String more = found.size() <= TOLD_MAX ? "" : " and " + (found.size() - TOLD_MAX) + " more";
        directories.add(found.stream()
                .limit(TOLD_MAX)
                .map(NamedFiles::name)
                .collect(Collectors.joining(", ", directory + " is " + found.size() + " files: ", more)));
    }

    private void add(Path file) throws CommandFailure {
        if (!seen.add(file.toAbsolutePath().normalize())) {
            throw new CommandFailure(file + " is given twice, and would be loaded once");
        }
        String shown = file.toString();
        if (shown.equals(LoadSource.STANDARD_INPUT)) {
            sources.add(LoadSource.of(shown, null, headers));
            return;
        }
        if (!Files.isReadable(file)) {
            throw new CommandFailure(file + " cannot be read");
        }
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(file + " is no file; what comes through a pipe is loaded as -");
        }
        sources.add(LoadSource.of(shown, file, headers));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
