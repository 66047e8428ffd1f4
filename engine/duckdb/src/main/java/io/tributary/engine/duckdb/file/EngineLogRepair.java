package io.tributary.engine.duckdb.file;

import io.tributary.engine.duckdb.session.DurableNames;
import io.tributary.engine.duckdb.session.EngineFailures;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes away what DuckDB cannot read at the end of its own log. A loss of power may leave of the last commit, which was not
 * synced and nobody was told of, a later sector without an earlier one. DuckDB (2.0.0.1, each case tried) reads over a log that
 * is too short or zero where an entry should begin, but refuses the whole of it for
 *
 * <ul>
 *   <li>an entry with a wrong checksum: the log is cut off there, which is what DuckDB does of a short one;
 *   <li>a log of a checkpoint ({@code .wal.checkpoint}, for what is committed beside one) without a whole header: it is set aside.
 * </ul>
 *
 * <p>And where a checkpoint's log comes behind a log that ends before the checkpoint, DuckDB leaves it out, but also where it
 * lies, in the next checkpoint's way: it is set aside as well.
 *
 * <p>Whether anything acknowledged was in what went is told by the applied positions and by the count of unlogged commits, as for
 * every engine that has gone back. What went stays beside the log, as {@code .from-POSITION}: behind the first bytes it is the log
 * as it was. Before anything is committed; the thread that opens the engine.
 */
public final class EngineLogRepair {
    /** Pieces that are kept; the oldest go. */
    static final int KEPT_MAX = 8;

    private static final Logger log = LoggerFactory.getLogger(EngineLogRepair.class);

    /** The position is that of the entry's content, behind its length and checksum. Quotes may be escaped, in JSON. */
    private static final Pattern WRONG_CHECKSUM =
            Pattern.compile("Failure while replaying WAL file .*\\.wal\\\\?\": Corrupt WAL file: entry at byte position"
                    + " (\\d+) computed checksum \\d+ does not match stored checksum");

    private static final String KEPT = ".from-";

    private final Path engineLog;
    private final Path logOfCheckpoint;

    public EngineLogRepair(Path file) {
        engineLog = EngineFiles.log(file);
        logOfCheckpoint = EngineFiles.logOfCheckpoint(file);
    }

    /**
     * Takes away what opening failed for, if it is that. Nobody may have the files open.
     *
     * @return whether something went, so that opening again has a point
     * @throws IOException if it cannot be kept, or not be taken away
     */
    public boolean repair(SQLException opening) throws IOException {
        String text = String.valueOf(opening.getMessage());
        Matcher wrongChecksum = WRONG_CHECKSUM.matcher(text);
        if (wrongChecksum.find()) {
            return Files.exists(engineLog) && cut(Long.parseLong(wrongChecksum.group(1)));
        }
        return EngineFailures.type(text).equals("Serialization") && setAside("it has no whole header");
    }

    /**
     * Sets aside a checkpoint's log that opening has left where it is: it does not follow on the log that DuckDB has read.
     */
    public void setAsideUnread() throws IOException {
        boolean unused = setAside("the log before it ends before the checkpoint");
    }

    private boolean cut(long position) throws IOException {
        Path kept = Path.of(engineLog + KEPT + position);
        try (FileChannel channel = FileChannel.open(engineLog, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long bytes = channel.size() - position;
            if (bytes <= 0) {
                return false;
            }
            copy(channel.position(position), bytes, kept);
            added();
            channel.truncate(position);
            channel.force(true);
            log.warn(
                    "event=engine_log_cut file={} at={} bytes={} kept={} reason=\"an entry has a wrong checksum\"; if"
                            + " it held anything acknowledged, the counts of the log tell",
                    engineLog,
                    position,
                    bytes,
                    kept);
        } catch (IOException e) {
            throw new IOException(
                    engineLog + " cannot be read from byte " + position + " on, and that not be kept as " + kept
                            + " and cut off: " + e,
                    e);
        }
        return true;
    }

    private boolean setAside(String reason) throws IOException {
        if (!Files.exists(logOfCheckpoint)) {
            return false;
        }
        long bytes = Files.size(logOfCheckpoint);
        Path kept = Path.of(logOfCheckpoint + KEPT + 0);
        try {
            Files.move(logOfCheckpoint, kept, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            added();
        } catch (IOException e) {
            throw new IOException(logOfCheckpoint + " cannot be used, and not be kept as " + kept + ": " + e, e);
        }
        log.warn(
                "event=engine_log_cut file={} at=0 bytes={} kept={} reason=\"{}\"; if it held anything acknowledged,"
                        + " the counts of the log tell",
                logOfCheckpoint,
                bytes,
                kept,
                reason);
        return true;
    }

    private static void copy(FileChannel from, long bytes, Path kept) throws IOException {
        try (FileChannel to = FileChannel.open(
                kept, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (long done = 0; done < bytes; ) {
                long copied = to.transferFrom(from, done, bytes - done);
                if (copied == 0) {
                    throw new IOException("the file ended while it was copied");
                }
                done += copied;
            }
            to.force(true);
        }
    }

    /** One more piece is there: its name is durable after this, and the oldest are gone. */
    private void added() throws IOException {
        Path directory = Objects.requireNonNull(engineLog.toAbsolutePath().getParent());
        dropOldest(directory);
        DurableNames.force(directory);
    }

    private static void dropOldest(Path directory) throws IOException {
        List<Path> kept = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.wal*" + KEPT + "*")) {
            found.forEach(kept::add);
        }
        while (kept.size() > KEPT_MAX) {
            Path oldest = kept.get(0);
            for (Path piece : kept) {
                if (Files.getLastModifiedTime(piece).compareTo(Files.getLastModifiedTime(oldest)) < 0) {
                    oldest = piece;
                }
            }
            Files.delete(oldest);
            kept.remove(oldest);
        }
    }
}
