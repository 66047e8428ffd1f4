package io.tributary.bench;

import io.tributary.bench.load.LoadProcess;
import io.tributary.bench.measure.RowSums;
import io.tributary.bench.server.MeasuredServer;
import io.tributary.bench.server.Usage;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What goes before the measured time, in slices: each does all that is measured, SYNC included, so that nothing in it is new
 * to the server. After the seconds that were asked for it goes on while the server's compilers are at work, at most
 * {@link #SECONDS_MORE_MAX}: what they do once in the life of a process is no cost of a row.
 */
final class WarmUp {
    /** The most seconds beyond what was asked for. */
    static final int SECONDS_MORE_MAX = 90;

    private static final int SLICE_SECONDS_MAX = 10;
    /** CPU-seconds of all compilers in a second: they are done when they take less. */
    private static final double COMPILING = 0.05;

    private final int seconds;

    /** @param seconds at least; with 0 there is none */
    WarmUp(int seconds) {
        this.seconds = seconds;
    }

    /** @return what was acknowledged meanwhile */
    RowSums run(LoadProcess client, BenchTables tables, MeasuredServer server) throws SQLException, IOException {
        RowSums acknowledged = RowSums.none();
        int spent = 0;
        boolean compiling = false;
        while (spent < seconds || (compiling && spent < seconds + SECONDS_MORE_MAX)) {
            int slice = spent < seconds ? Math.min(SLICE_SECONDS_MAX, seconds - spent) : SLICE_SECONDS_MAX;
            Usage before = server.usage();
            acknowledged.add(client.run(slice).checksum(), 1);
            tables.sync();
            Usage used = server.usage().since(before);
            compiling = compilerSeconds(used.frontend()) + compilerSeconds(used.backend()) > COMPILING * slice;
            spent += slice;
        }
        return acknowledged;
    }

    private static double compilerSeconds(Usage.Jvm jvm) {
        @Nullable Double seconds = jvm.compilerSeconds();
        return seconds == null ? 0 : seconds;
    }
}
