package io.tributary.frontend.mysql;

import io.tributary.contract.schema.Durability;
import io.tributary.frontend.execution.Answer;
import org.jspecify.annotations.Nullable;

/** The info text of an OK packet that answers a load: what the {@code mysql} client prints under "Query OK". */
final class LoadInfo {
    private static final String GROUP_LABEL = "group_commit_";

    private LoadInfo() {}

    /**
     * {@code {'label':'…', 'status':'PREPARE', 'txnId':'…'}}, or nothing for a statement that was no load. One that the log
     * did not take says why: {@code 'reason':'TOO_LARGE'}; one that is not on the disk yet: {@code 'durability':'os'}.
     */
    static String text(Answer.@Nullable Load load) {
        return load == null ? "" : begin(load).append('}').toString();
    }

    /**
     * The same for EXECUTE; a grouped load also names its query and, from the second execution of a handle on, says that
     * the plan was there already.
     */
    static String executed(Answer.@Nullable Load load, long sessionId, long queryNumber, boolean reused) {
        if (load == null) {
            return "";
        }
        StringBuilder info = begin(load);
        if (load.label().startsWith(GROUP_LABEL)) {
            info.append(", 'query_id':'");
            hex16(info, sessionId);
            hex16(info.append('-'), queryNumber);
            info.append('\'');
            if (reused) {
                info.append(", 'reuse_group_commit_plan':'true'");
            }
        }
        return info.append('}').toString();
    }

    private static StringBuilder begin(Answer.Load load) {
        StringBuilder info = new StringBuilder(200)
                .append("{'label':'")
                .append(load.label())
                .append("', 'status':'")
                .append(load.status().name())
                .append("', 'txnId':'");
        if (load.txnId() != 0) {
            info.append(load.txnId());
        }
        info.append('\'');
        if (load.fellBackBy() != null) {
            info.append(", 'reason':'").append(load.fellBackBy().name()).append('\'');
        }
        if (load.durability() != Durability.FSYNC) {
            info.append(", 'durability':'").append(load.durability().text()).append('\'');
        }
        return info;
    }

    private static void hex16(StringBuilder out, long value) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            out.append(Character.forDigit((int) (value >>> shift) & 0xf, 16));
        }
    }
}
