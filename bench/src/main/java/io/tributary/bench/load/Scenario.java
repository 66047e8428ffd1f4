package io.tributary.bench.load;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the clients of a run do. */
public enum Scenario {
    /** Prepared, rewritten batches of a hundred rows. */
    JDBC_100("jdbc-100", 100, "async_mode", Form.PREPARED),
    /** Prepared, one row a statement, each visible before its OK. */
    JDBC_1_SYNC("jdbc-1-sync", 1, "sync_mode", Form.PREPARED),
    /** The same, each followed by a SELECT of the row by its key. */
    JDBC_1_SYNC_READ("jdbc-1-sync-read", 1, "sync_mode", Form.PREPARED) {
        @Override
        public boolean readsBack() {
            return true;
        }
    },
    /** Prepared, rewritten batches of a thousand rows, each visible before its OK. */
    JDBC_1000_SYNC("jdbc-1000-sync", 1_000, "sync_mode", Form.PREPARED),
    /** Literal INSERTs of a hundred rows. */
    TEXT_100("text-100", 100, "async_mode", Form.LITERALS),
    /** Literal INSERTs of a thousand rows as DataX writes them: columns by name, every value in quotes. */
    TEXT_1000("text-1000", 1_000, "async_mode", Form.QUOTED_LITERALS),
    /** Prepared, one row a statement. */
    ONE_ROW_ASYNC("one-row-async", 1, "async_mode", Form.PREPARED),
    /** The same, acknowledged once written and not yet forced: what the fsync of {@link #ONE_ROW_ASYNC} costs. */
    ONE_ROW_OS("one-row-os", 1, "async_mode", Form.PREPARED) {
        @Override
        public String sessionSettings() {
            return super.sessionSettings() + ", group_commit_durability = os";
        }

        @Override
        public String promise() {
            return "written, not yet durable";
        }
    },
    /** Prepared, one row a statement, each an engine commit of its own: what group commit saves. */
    ONE_ROW_OFF("one-row-off", 1, "off_mode", Form.PREPARED),
    /** Stream Loads of CSV, a line of which has 125 bytes in the mean. */
    STREAM_LOAD_10KB("stream-load-10KB", 80, "async_mode", Form.CSV),
    STREAM_LOAD_100KB("stream-load-100KB", 800, "async_mode", Form.CSV),
    STREAM_LOAD_500KB("stream-load-500KB", 4_000, "async_mode", Form.CSV),
    STREAM_LOAD_1MB("stream-load-1MB", 8_000, "async_mode", Form.CSV),
    STREAM_LOAD_10MB("stream-load-10MB", 80_000, "async_mode", Form.CSV),
    /** The same, each an engine commit of its own. */
    STREAM_LOAD_OFF_1MB("stream-load-off-1MB", 8_000, "off_mode", Form.CSV),
    STREAM_LOAD_OFF_10MB("stream-load-off-10MB", 80_000, "off_mode", Form.CSV);

    /** How rows travel. */
    public enum Form {
        PREPARED,
        LITERALS,
        QUOTED_LITERALS,
        /** Lines of CSV over HTTP. */
        CSV
    }

    private final String label;
    private final int rowsPerStatement;
    private final String groupCommitMode;
    private final Form form;

    Scenario(String label, int rowsPerStatement, String groupCommitMode, Form form) {
        this.label = label;
        this.rowsPerStatement = rowsPerStatement;
        this.groupCommitMode = groupCommitMode;
        this.form = form;
    }

    public static Optional<Scenario> of(String label) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.label.equals(label))
                .findFirst();
    }

    public static String labels() {
        return Arrays.stream(values()).map(Scenario::label).collect(Collectors.joining(", "));
    }

    public String label() {
        return label;
    }

    public int rowsPerStatement() {
        return rowsPerStatement;
    }

    public String groupCommitMode() {
        return groupCommitMode;
    }

    /** What Tributary's OK says of a statement's rows, for people. */
    public String promise() {
        return groupCommitMode.equals("async_mode") ? "durable" : "durable and visible";
    }

    /** What a connection sets first, as SET takes it. */
    public String sessionSettings() {
        return "group_commit = " + groupCommitMode;
    }

    /** Whether each statement's row is looked up after it, which must find it; by the driver only. */
    public boolean readsBack() {
        return false;
    }

    public Dataset dataset() {
        return form == Form.CSV ? Dataset.HTTPLOGS : Dataset.LINEITEM;
    }

    public Form form() {
        return form;
    }
}
