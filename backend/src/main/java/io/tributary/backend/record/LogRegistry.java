package io.tributary.backend.record;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which logs may hold rows that the engine does not have: kept in the engine, so that a directory that was left out of the
 * configuration, or whose disk is not mounted, stops the start instead of being forgotten with its rows. Start-up and
 * shut-down thread.
 */
public final class LogRegistry {
    public static final String SPACE = "log";

    private static final String OPEN = "open";
    private static final String EMPTY = "empty";

    /** Given up. Kept for ever: its files may turn up at any time, and there are as many as commands that somebody gave. */
    private static final String FORGOTTEN = "forgotten";

    private final SystemStore store;

    public LogRegistry(SystemStore store) {
        this.store = store;
    }

    /**
     * Checks these logs against those that the last run used, and notes that they are in use; before any of them takes a
     * load.
     *
     * @param directories of the logs that were opened, by epoch
     * @throws TributaryException SERVER_ERROR_READING_LOG naming each directory whose log is missing
     */
    public void open(Map<Long, String> directories) {
        Map<String, String> before = store.list(SPACE);
        Map<String, String> missing = new HashMap<>();
        before.forEach((epoch, text) -> {
            boolean isHere = directories.keySet().stream().anyMatch(one -> epoch.equals(key(one)));
            if (!isHere && stateOf(text).equals(OPEN)) {
                missing.put(epoch, directoryOf(text));
            }
        });
        if (!missing.isEmpty()) {
            throw new TributaryException(ErrorCode.SERVER_ERROR_READING_LOG, explain(missing, directories.values()));
        }
        directories.forEach((epoch, directory) -> put(before, epoch, OPEN, directory));
        before.forEach((epoch, text) -> {
            if (!stateOf(text).equals(FORGOTTEN)
                    && directories.keySet().stream().noneMatch(one -> epoch.equals(key(one)))) {
                store.remove(SPACE, epoch);
            }
        });
    }

    /**
     * Refuses a log that was given up, before anything of it is read: what has been written, deleted and altered since then
     * is newer than its rows.
     *
     * @throws TributaryException SERVER_ERROR_READING_LOG naming the log
     */
    public void refuseForgotten(long epoch, String directory) {
        if (store.get(SPACE, key(epoch))
                .filter(text -> stateOf(text).equals(FORGOTTEN))
                .isPresent()) {
            throw new TributaryException(
                    ErrorCode.SERVER_ERROR_READING_LOG,
                    "log " + key(epoch) + " in " + directory
                            + " was given up with 'tributary wal forget', and its rows are older than what was written"
                            + " since: let group_commit_wal_path name another directory, or move its files away;"
                            + " 'tributary wal dump --rows' shows what it holds");
        }
    }

    /** Notes that everything of these logs is in the engine, so that the next start may do without them. */
    public void emptied(Map<Long, String> directories) {
        Map<String, String> before = store.list(SPACE);
        directories.forEach((epoch, directory) -> put(before, epoch, EMPTY, directory));
    }

    /**
     * Forgets a log that may hold rows: they are given up, and the log is refused from then on.
     *
     * @return the epochs forgotten; empty if none was kept in this directory
     */
    public List<String> forget(String directory) {
        List<String> forgotten = store.list(SPACE).entrySet().stream()
                .filter(entry -> directoryOf(entry.getValue()).equals(directory))
                .filter(entry -> !stateOf(entry.getValue()).equals(FORGOTTEN))
                .map(Map.Entry::getKey)
                .toList();
        forgotten.forEach(epoch -> store.put(SPACE, epoch, FORGOTTEN + " " + directory));
        return forgotten;
    }

    private void put(Map<String, String> before, long epoch, String state, String directory) {
        String text = state + " " + directory;
        if (!text.equals(before.get(key(epoch)))) {
            store.put(SPACE, key(epoch), text);
        }
    }

    private static String explain(Map<String, String> missing, Collection<String> directories) {
        StringBuilder text = new StringBuilder();
        missing.forEach((epoch, directory) -> {
            text.append(text.isEmpty() ? "" : "; ").append("log ").append(epoch);
            text.append(" in ")
                    .append(directory)
                    .append(" may hold rows that were acknowledged and are not committed, ");
            text.append(
                    directories.contains(directory)
                            ? "but that directory holds another log now (is its disk mounted?)"
                            : "but group_commit_wal_path does not name that directory");
        });
        return text.append(": bring it back for one start, or give those rows up with 'tributary wal forget'")
                .toString();
    }

    private static String key(long epoch) {
        return String.format("%016x", epoch);
    }

    private static String stateOf(String text) {
        return text.substring(0, text.indexOf(' '));
    }

    private static String directoryOf(String text) {
        return text.substring(text.indexOf(' ') + 1);
    }
}
