package io.tributary.session;

/** How long, how large and how many, as the variables of a session say it at the moment. Event loop of the connection. */
public final class SessionLimits {
    private static final long RECURSION_STEPS_DEFAULT = 1_000;

    /** Digits of which any number is a long. */
    private static final int DIGITS_MAX = 18;

    private final VariableTexts values;

    SessionLimits(VariableTexts values) {
        this.values = values;
    }

    /** How long a wait for rows to become visible may take. */
    public int insertVisibleTimeoutMillis() {
        return values.number("insert_visible_timeout_ms");
    }

    /** How long an INSERT may run whose rows the engine computes. */
    public int insertTimeoutSeconds() {
        return values.number("insert_timeout");
    }

    /** How long a statement may run that the engine carries out: {@code query_timeout}. */
    public long queryTimeMaxMillis() {
        return 1_000L * values.number("query_timeout");
    }

    /** How long a SELECT may run: also {@code max_execution_time}, unless that is 0. */
    public long selectTimeMaxMillis() {
        int millis = values.number("max_execution_time");
        long all = queryTimeMaxMillis();
        return millis == 0 ? all : Math.min(millis, all);
    }

    /** How many steps a recursive query may take; versions below 8.0 have no variable for it. */
    public long recursionStepsMax() {
        String name = "cte_max_recursion_depth";
        return values.knows(name) ? Long.parseLong(values.get(name)) : RECURSION_STEPS_DEFAULT;
    }

    /** {@code group_concat_max_len}: no value is as long as a BIGINT says. */
    public long concatenatedBytesMax() {
        String text = values.get("group_concat_max_len");
        return text.length() > DIGITS_MAX ? Long.MAX_VALUE : Long.parseLong(text);
    }

    /** How long a transaction may be open. */
    public int transactionTimeoutSeconds() {
        return Math.max(insertTimeoutSeconds(), values.number("query_timeout"));
    }

    /** The largest share of rows, 0 to 1, that an INSERT may leave out where it is not strict. */
    public double insertMaxFilterRatio() {
        return Double.parseDouble(values.get("insert_max_filter_ratio"));
    }

    /** {@code max_error_count}: conditions that are listed. */
    public int maxErrorCount() {
        return values.number("max_error_count");
    }

    /** How long a connection may be idle. */
    public int waitTimeoutSeconds() {
        return values.number("wait_timeout");
    }

    /** How long a client may be silent that is to send a file. */
    public int netReadTimeoutSeconds() {
        return values.number("net_read_timeout");
    }

    /** The longest packet, and statement, that is taken. */
    public int maxAllowedPacketBytes() {
        return values.number("max_allowed_packet");
    }
}
