package io.tributary.engine.doris.load;

import java.util.List;

/**
 * What kinds of servers call differently.
 *
 * @see <a href="https://docs.starrocks.io/docs/sql-reference/sql-statements/loading_unloading/STREAM_LOAD/">STREAM LOAD</a>
 */
public enum LoadWords {
    /** Its loads have two phases by a header. */
    DORIS,
    /** Its loads in two phases are transactions with requests of their own; it commits one that only has the other's header. */
    STARROCKS;

    /** Names and values of headers of a body that is compressed. */
    List<String> compressed() {
        return switch (this) {
            case DORIS -> List.of("compress_type", "gz");
            case STARROCKS -> List.of("compression", "gzip");
        };
    }

    /** Names and values of headers of a JSON object a line. */
    List<String> lines() {
        return switch (this) {
            case DORIS -> List.of("read_json_by_line", "true");
            case STARROCKS -> List.of();
        };
    }
}
