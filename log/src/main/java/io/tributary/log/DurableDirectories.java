package io.tributary.log;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Directories that are still there after a loss of power: each new name is synced in the directory that holds it. */
public final class DurableDirectories {
    private static final Logger log = LoggerFactory.getLogger(DurableDirectories.class);

    private DurableDirectories() {}

    /** Makes the directory and its missing parents; returns those whose content changed and was synced, innermost first. */
    public static List<Path> make(Path path) throws IOException {
        List<Path> changed = new ArrayList<>();
        Path missing = path.toAbsolutePath();
        while (!Files.isDirectory(missing)) {
            @Nullable Path parent = missing.getParent();
            if (parent == null) {
                break;
            }
            changed.add(parent);
            missing = parent;
        }
        Files.createDirectories(path);
        for (Path parent : changed) {
            sync(parent);
        }
        return changed;
    }

    /**
     * Makes the names of a directory and of its parents durable, whoever made them: {@code mkdir -p} syncs nothing. Parents
     * that cannot be synced are another's, and left out.
     */
    public static void syncNames(Path path) {
        for (@Nullable Path parent = path.toAbsolutePath().getParent(); parent != null; parent = parent.getParent()) {
            try {
                sync(parent);
            } catch (IOException e) {
                log.debug("directory of the data directory not synced: {}", parent, e);
            }
        }
    }

    /** Makes the names in this directory durable. */
    public static void sync(Path path) throws IOException {
        try (FileChannel directory = FileChannel.open(path, READ)) {
            directory.force(true);
        }
    }
}
