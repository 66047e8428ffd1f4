package io.tributary.test.layering;

import java.util.Map;
import java.util.TreeMap;

/** What is larger than {@link HouseTest} allows, by name, and why. It is to shrink. */
final class HouseExceptions {
    private static final String FAMILY = "a sealed family and its visitor";
    private static final String FACTS = "named facts side by side, made in one place";

    static final Map<String, String> PACKAGES = Map.of();

    static final Map<String, String> FILES = Map.of();

    static final Map<String, String> KNOTS = named(
            FAMILY,
            "io.tributary.contract.row.encode: ArrayColumn",
            "io.tributary.planner.plan: AccountPlan",
            "io.tributary.protocol.command: ChangeUser");

    static final Map<String, String> CONSTRUCTORS = named(
            FACTS,
            "backend.ingest.CommitHandover$Result",
            "backend.ingest.IngestOptions",
            "backend.ingest.IngestStats",
            "backend.txn.PrecommittedFile$Head",
            "bench.BenchPlan",
            "bench.Cell",
            "bench.CellIdentity",
            "bench.RunFigures",
            "bench.load.LoadPlan",
            "cli.lineitem.LineItemRow",
            "contract.calls.BatchInfo",
            "contract.calls.InsertQuery",
            "contract.calls.TransactionInfo",
            "contract.information.ColumnFacts",
            "contract.schema.Column",
            "contract.schema.ColumnOrigin",
            "contract.schema.TableSchema",
            "contract.schema.TableSchema$Layout",
            "engine.duckdb.DuckDbOptions",
            "engine.port.QuarantinedRow",
            "frontend.FrontendConfig$Limits",
            "frontend.load.LoadReport",
            "frontend.load.StreamLoadRequest$Mapping",
            "log.SegmentSummary",
            "planner.plan.HttpStreamPlan",
            "planner.plan.InsertPlan",
            "protocol.handshake.HandshakeResponse41",
            "protocol.response.ColumnDefinition41",
            "session.PreparedStatement",
            "session.SystemVariable");

    private HouseExceptions() {}

    private static Map<String, String> named(String reason, String... names) {
        Map<String, String> all = new TreeMap<>();
        for (String name : names) {
            all.put(name, reason);
        }
        return all;
    }
}
