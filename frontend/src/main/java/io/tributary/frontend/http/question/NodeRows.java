package io.tributary.frontend.http.question;

import io.tributary.frontend.execution.Answer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of frontends and backends, under the names that Doris' programs look for. */
final class NodeRows {
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
}
