package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ServerFacts;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * SHOW FRONTENDS in Doris' columns: a row of the frontend that is asked, which knows of no other. Each takes every statement, as
 * Doris' master does. What it has not, the ports of a log of its own among them, is NULL.
 */
final class FrontendRows {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final List<ResultColumn> COLUMNS = List.of(
            text("Name"),
            text("Host"),
            number("EditLogPort"),
            number("HttpPort"),
            number("QueryPort"),
            number("RpcPort"),
            number("ArrowFlightSqlPort"),
            text("Role"),
            text("IsMaster"),
            text("ClusterId"),
            text("Join"),
            text("Alive"),
            number("ReplayedJournalId"),
            text("LastStartTime"),
            text("LastHeartbeat"),
            text("IsHelper"),
            text("ErrMsg"),
            text("Version"),
            text("CurrentConnected"));

    private FrontendRows() {}

    /** @param catalogVersion of the definitions that it knows */
    static Answer.LocalRows of(ServerFacts facts, long catalogVersion, ZoneId zone) {
        ServerFacts.Address address = facts.address();
        int port = address.mysqlPort().getAsInt();
        Instant now = Instant.now();
        return new Answer.LocalRows(
                COLUMNS,
                List.of(Arrays.asList(
                        address.host() + "_" + port,
                        address.host(),
                        null,
                        Integer.toString(address.httpPort().getAsInt()),
                        Integer.toString(port),
                        null,
                        null,
                        "FOLLOWER",
                        "true",
                        null,
                        "true",
                        "true",
                        Long.toString(catalogVersion),
                        now.minusSeconds(facts.uptimeSeconds()).atZone(zone).format(TIME),
                        now.atZone(zone).format(TIME),
                        null,
                        "",
                        facts.version(),
                        "Yes")));
    }
}
