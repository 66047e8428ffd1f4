package io.tributary.backend.record;

import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which logs may hold rows that the engine does not have: kept in the engine, so that a directory that was left out of the
 * configuration, or whose disk is not mounted, stops the start instead of being forgotten with its rows. The keys are the
 * logs' epochs behind the number of their backend, which backend 0 leaves out; each backend asks for its own logs only.
 * Start-up and shut-down thread.
 */
public final class LogRegistry {
    public static final String SPACE = "log";

    private static final String OPEN = "open";
    private static final String EMPTY = "empty";

    /** Given up. Kept for ever: its files may turn up at any time, and there are as many as commands that somebody gave. */
    private static final String FORGOTTEN = "forgotten";

    /** Stands in no epoch, so that no key without a backend reads as one that has one. */
    private static final char BEHIND_BACKEND = '/';

    private final SystemStore store;
    private final String prefix;

    /** Registers the logs of the only backend. */
    public LogRegistry(SystemStore store) {
        this(store, TableOwner.ONLY_BACKEND);
    }

    /** @param backend the number of the one whose logs these are */
    public LogRegistry(SystemStore store, int backend) {
        this.store = store;
        this.prefix = prefix(backend);
    }

    /** What stands before a backend's own keys in a store that several may have; nothing for the only one. */
    public static String prefix(int backend) {
        return backend == TableOwner.ONLY_BACKEND ? "" : backend + String.valueOf(BEHIND_BACKEND);
    }

    /**
     * Checks these logs against those that the last run used, and notes that they are in use; before any of them takes a
     * load.
     *
     * @param directories of the logs that were opened, by epoch
     * @throws TributaryException SERVER_ERROR_READING_LOG naming each directory whose log is missing
     */
    public void open(Map<Long, String> directories) {
        Map<String, String> before = own();
        Map<String, String> missing = new HashMap<>();
        before.forEach((key, text) -> {
            boolean isHere = directories.keySet().stream().anyMatch(one -> key.equals(key(one)));
            if (!isHere && stateOf(text).equals(OPEN)) {
                missing.put(epochOf(key), directoryOf(text));
            }
        });
        if (!missing.isEmpty()) {
            throw new TributaryException(ErrorCode.SERVER_ERROR_READING_LOG, explain(missing, directories.values()));
        }
        directories.forEach((epoch, directory) -> put(before, epoch, OPEN, directory));
        before.forEach((key, text) -> {
            if (!stateOf(text).equals(FORGOTTEN)
                    && directories.keySet().stream().noneMatch(one -> key.equals(key(one)))) {
                store.remove(SPACE, key);
            }
        });
    }

    private Map<String, String> own() {
        Map<String, String> own = new TreeMap<>(store.list(SPACE));
        own.keySet().removeIf(key -> !key.equals(prefix + epochOf(key)));
        return own;
    }

    /**
     * Refuses a log that was given up, by whichever backend, before anything of it is read: what has been written, deleted
     * and altered since then is newer than its rows.
     *
     * @throws TributaryException SERVER_ERROR_READING_LOG naming the log
     */
    public void refuseForgotten(long epoch, String directory) {
        boolean isForgotten = store.list(SPACE).entrySet().stream()
                .anyMatch(entry -> epochOf(entry.getKey()).equals(text(epoch))
                        && stateOf(entry.getValue()).equals(FORGOTTEN));
        if (isForgotten) {
            throw new TributaryException(
                    ErrorCode.SERVER_ERROR_READING_LOG,
                    "log " + text(epoch) + " in " + directory
                            + " was given up with 'tributary wal forget', and its rows are older than what was written"
                            + " since: let group_commit_wal_path name another directory, or move its files away;"
                            + " 'tributary wal dump --rows' shows what it holds");
        }
    }

    /** Notes that everything of these logs is in the engine, so that the next start may do without them. */
    public void emptied(Map<Long, String> directories) {
        Map<String, String> before = own();
        directories.forEach((epoch, directory) -> put(before, epoch, EMPTY, directory));
    }

    /**
     * Forgets a log that may hold rows: they are given up, and the log is refused from then on.
     *
     * @return the epochs forgotten; empty if none was kept in this directory
     */
    public List<String> forget(String directory) {
        List<String> forgotten = own().entrySet().stream()
                .filter(entry -> directoryOf(entry.getValue()).equals(directory))
                .filter(entry -> !stateOf(entry.getValue()).equals(FORGOTTEN))
                .map(Map.Entry::getKey)
                .toList();
        forgotten.forEach(key -> store.put(SPACE, key, FORGOTTEN + " " + directory));
        return forgotten.stream().map(LogRegistry::epochOf).toList();
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

    private String key(long epoch) {
        return prefix + text(epoch);
    }

    private static String text(long epoch) {
        return String.format("%016x", epoch);
    }

    private static String epochOf(String key) {
        return key.substring(key.indexOf(BEHIND_BACKEND) + 1);
    }

    private static String stateOf(String text) {
        return text.substring(0, text.indexOf(' '));
    }

    private static String directoryOf(String text) {
        return text.substring(text.indexOf(' ') + 1);
    }
}
