package io.tributary.frontend.show;

import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.planner.catalog.CatalogSnapshot;
import java.util.Locale;

/** What COM_STATISTICS answers, as MySQL words it. */
public final class ServerStatistics {
    private final ExecutionServices services;

    public ServerStatistics(ExecutionServices services) {
        this.services = services;
    }

    public String text() {
        long uptime = Math.max(1, services.status().uptimeSeconds());
        long questions = services.clients().sessions().questions();
        CatalogSnapshot snapshot = services.catalog().snapshot();
        long tables = snapshot.databaseNames().stream()
                .mapToLong(database -> snapshot.tables(database).size())
                .sum();
        return String.format(
                Locale.ROOT,
                "Uptime: %d  Threads: %d  Questions: %d  Slow queries: 0  Opens: %d  Flush tables: 0  Open tables: %d"
                        + "  Queries per second avg: %d.%03d",
                uptime,
                services.clients().sessions().connections(),
                questions,
                tables,
                tables,
                questions / uptime,
                questions % uptime * 1_000 / uptime);
    }
}
