package io.tributary.frontend.http.question;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.frontend.execution.Answer;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of frontends and backends, under the names that Doris' programs look for. */
final class NodeRows {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final String HOST = "Host";
    private static final String HTTP_PORT = "HttpPort";

    private NodeRows() {}

    /** The rows with the address of a request as that of each node. */
    static Answer.LocalRows at(RequestAddress address, Answer.LocalRows nodes) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> row : nodes.rows()) {
            List<@Nullable String> moved = new ArrayList<>(row);
            for (int i = 0; i < moved.size(); i++) {
                String name = nodes.columns().get(i).name();
                if (name.equals(HOST)) {
                    moved.set(i, address.host());
                } else if (name.equals(HTTP_PORT)) {
                    moved.set(i, Integer.toString(address.port()));
                }
            }
            rows.add(moved);
        }
        return new Answer.LocalRows(nodes.columns(), rows);
    }

    /** This frontend, the only one that it knows. */
    static Answer.LocalRows frontend(RequestAddress address, RequestSession session) {
        List<ResultColumn> columns = List.of(
                text("Name"),
                text(HOST),
                number("EditLogPort"),
                number(HTTP_PORT),
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
        Instant now = Instant.now();
        return new Answer.LocalRows(
                columns,
                List.of(Arrays.asList(
                        "fe",
                        address.host(),
                        "0",
                        Integer.toString(address.port()),
                        session.variable("port"),
                        "0",
                        "0",
                        "FOLLOWER",
                        "true",
                        "0",
                        "true",
                        "true",
                        "0",
                        time(now.minusSeconds(session.uptimeSeconds()), session),
                        time(now, session),
                        "true",
                        "",
                        session.version(),
                        "Yes")));
    }

    private static String time(Instant instant, RequestSession session) {
        return instant.atZone(session.zone()).format(TIME);
    }
}
