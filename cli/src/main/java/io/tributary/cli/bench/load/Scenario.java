package io.tributary.cli.bench.load;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the clients of a run do. */
public enum Scenario {
    /** Prepared, rewritten batches of a hundred rows. */
    JDBC_100("jdbc-100", 100, "async_mode", Form.PREPARED),
    /** Prepared, one row a statement, each visible before its OK. */
    JDBC_1_SYNC("jdbc-1-sync", 1, "sync_mode", Form.PREPARED),
    /** Prepared, rewritten batches of a thousand rows, each visible before its OK. */
    JDBC_1000_SYNC("jdbc-1000-sync", 1_000, "sync_mode", Form.PREPARED),
    /** Literal INSERTs of a hundred rows. */
    TEXT_100("text-100", 100, "async_mode", Form.LITERALS),
    /** Literal INSERTs of a thousand rows as DataX writes them: columns by name, every value in quotes. */
    TEXT_1000("text-1000", 1_000, "async_mode", Form.QUOTED_LITERALS),
    /** Prepared, one row a statement. */
    ONE_ROW_ASYNC("one-row-async", 1, "async_mode", Form.PREPARED),
    /** Prepared, one row a statement, each an engine commit of its own: what group commit saves. */
    ONE_ROW_OFF("one-row-off", 1, "off_mode", Form.PREPARED);

    /** How rows travel. */
    public enum Form {
        PREPARED,
        LITERALS,
        QUOTED_LITERALS
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

    public Form form() {
        return form;
    }
}
