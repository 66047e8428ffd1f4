package io.tributary.cli.bench;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the clients of a run do. */
public enum Scenario {
    /** Prepared, rewritten batches of a hundred rows. */
    JDBC_100("jdbc-100", 100, "async_mode", false),
    /** Prepared, one row a statement, each visible before its OK. */
    JDBC_1_SYNC("jdbc-1-sync", 1, "sync_mode", false),
    /** Literal INSERTs of a hundred rows. */
    TEXT_100("text-100", 100, "async_mode", true),
    /** Prepared, one row a statement. */
    ONE_ROW_ASYNC("one-row-async", 1, "async_mode", false);

    private final String label;
    private final int rowsPerStatement;
    private final String groupCommitMode;
    private final boolean text;

    Scenario(String label, int rowsPerStatement, String groupCommitMode, boolean text) {
        this.label = label;
        this.rowsPerStatement = rowsPerStatement;
        this.groupCommitMode = groupCommitMode;
        this.text = text;
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

    public boolean isText() {
        return text;
    }
}
