package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.Names;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.session.Session;
import io.tributary.session.Sessions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** SHOW PROC in Doris' columns; numbers of what is not kept (ids, sizes, quotas, tablets) are NULL. Any thread. */
final class ProcRows {
    private ProcRows() {}

    static Answer.LocalRows of(ShowPlan.Proc.Path path, CatalogTables tables, Sessions sessions) {
        return switch (path) {
            case ROOT ->
                new Answer.LocalRows(
                        texts("name"),
                        List.of(
                                List.of("backends"),
                                List.of("current_queries"),
                                List.of("dbs"),
                                List.of("frontends"),
                                List.of("statistic")));
            case DATABASES -> databases(tables);
            case STATISTIC -> statistic(tables);
            case CURRENT_QUERIES -> queries(sessions);
        };
    }

    private static Answer.LocalRows databases(CatalogTables tables) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String name : tables.databases()) {
            String count = Integer.toString(tables.of(name).size());
            rows.add(Arrays.asList(null, name, count, null, null, null, null, null));
        }
        return new Answer.LocalRows(
                List.of(
                        number("DbId"),
                        text("DbName"),
                        number("TableNum"),
                        text("Size"),
                        text("Quota"),
                        text("LastConsistencyCheckTime"),
                        number("ReplicaCount"),
                        number("ReplicaQuota")),
                rows);
    }

    /** Databases of users, and their sum last. */
    private static Answer.LocalRows statistic(CatalogTables tables) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        int tablesOfAll = 0;
        int partitionsOfAll = 0;
        for (String name : tables.snapshot().databaseNames()) {
            int count = 0;
            int partitions = 0;
            for (TableSchema table : tables.snapshot().tables(name)) {
                count++;
                partitions +=
                        Math.max(1, table.layout().partitioning().partitions().size());
            }
            rows.add(statistic(null, name, count, partitions));
            tablesOfAll += count;
            partitionsOfAll += partitions;
        }
        rows.add(statistic("Total", Integer.toString(rows.size()), tablesOfAll, partitionsOfAll));
        return new Answer.LocalRows(
                List.of(
                        text("DbId"),
                        text("DbName"),
                        number("TableNum"),
                        number("PartitionNum"),
                        number("IndexNum"),
                        number("TabletNum"),
                        number("ReplicaNum")),
                rows);
    }

    private static List<@Nullable String> statistic(@Nullable String id, String name, int tables, int partitions) {
        return Arrays.asList(id, name, Integer.toString(tables), Integer.toString(partitions), null, null, null);
    }

    /** What sessions of this frontend run, the longest first. */
    private static Answer.LocalRows queries(Sessions sessions) {
        long now = System.nanoTime();
        List<List<@Nullable String>> rows = new ArrayList<>();
        sessions.all().stream()
                .filter(one -> !one.activity().info().isEmpty())
                .sorted(Comparator.comparingLong(one -> one.activity().sinceNanos() - now))
                .forEach(one -> rows.add(query(one, one.activity(), now)));
        return new Answer.LocalRows(
                List.of(
                        text("QueryId"),
                        number("ConnectionId"),
                        text("Catalog"),
                        text("Database"),
                        text("User"),
                        number("ExecTime"),
                        text("SqlHash"),
                        text("Statement")),
                rows);
    }

    private static List<@Nullable String> query(Session one, Session.Activity activity, long now) {
        return Arrays.asList(
                null,
                Integer.toUnsignedString(one.id()),
                Names.CATALOG,
                activity.database(),
                activity.user(),
                Long.toString(TimeUnit.NANOSECONDS.toMillis(now - activity.sinceNanos())),
                hash(activity.info()),
                activity.info());
    }

    private static String hash(String sql) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("MD5").digest(sql.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
