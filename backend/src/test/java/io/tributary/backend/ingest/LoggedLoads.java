package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;

import io.tributary.backend.record.LogRecords;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import io.tributary.engine.port.Rows;
import io.tributary.log.LogInspection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** A random history of loads in a world, and what its log holds of them. */
public final class LoggedLoads {
    private final World world;
    private final Map<String, Set<Long>> lsnsOfSegments = new HashMap<>();

    /** A load as the log holds it: the LSNs of its blocks and its end, and its values. */
    public record Load(List<Long> lsns, List<Long> values) {}

    public LoggedLoads(World world) {
        this.world = world;
    }

    /** Loads of one and of several blocks into two tables; some are committed, and all are logged. */
    public void fill(Random random) {
        long value = 1;
        for (int step = 20 + random.nextInt(60); step > 0; step--) {
            long table = random.nextBoolean() ? TABLE : OTHER;
            List<RowBlock> blocks = new ArrayList<>();
            for (int block = random.nextInt(4) == 0 ? 3 : 1; block > 0; block--) {
                long[] values = new long[1 + random.nextInt(20)];
                for (int i = 0; i < values.length; i++) {
                    values[i] = value++;
                }
                blocks.add(Rows.block(values));
            }
            world.offer(table, random.nextInt(3) == 0, blocks);
            if (random.nextInt(3) == 0) {
                world.agent().doWork();
            }
            if (random.nextInt(8) == 0) {
                world.runCommits();
            }
            if (random.nextInt(40) == 0) {
                world.kill();
            }
        }
        world.agent().doWork();
    }

    /** LSNs in this segment when {@link #loads} read it. */
    Set<Long> lsnsOf(String segment) {
        return lsnsOfSegments.getOrDefault(segment, Set.of());
    }

    /** Those of both tables in the engine. */
    public List<Long> rows() {
        List<Long> rows = new ArrayList<>(world.engine.rows(TABLE));
        rows.addAll(world.engine.rows(OTHER));
        return rows;
    }

    /** Those of the log that ended, by their position. */
    public Map<Long, Load> loads() throws IOException {
        Map<Long, Load> open = new HashMap<>();
        Map<Long, Load> ended = new HashMap<>();
        RowBlockReader reader = new RowBlockReader(List.of(ColumnType.of(ColumnType.Kind.BIGINT)));
        LogInspection.of(world.disk, record -> {
            lsnsOfSegments
                    .computeIfAbsent(record.segmentName(), unused -> new TreeSet<>())
                    .add(record.lsn());
            if (record.type() == LogRecords.APPEND) {
                long id = LogRecords.loadId(record.payload());
                Load load = id == LogRecords.SINGLE
                        ? new Load(new ArrayList<>(), new ArrayList<>())
                        : open.computeIfAbsent(id, unused -> new Load(new ArrayList<>(), new ArrayList<>()));
                load.lsns().add(record.lsn());
                reader.reset(LogRecords.block(record.payload()));
                for (int row = 0; row < reader.rowCount(); row++) {
                    load.values().add(reader.getLong(0, row));
                }
                if (id == LogRecords.SINGLE) {
                    ended.put(record.lsn(), load);
                }
            } else if (record.type() == LogRecords.LOAD_END) {
                Load load = open.remove(LogRecords.loadId(record.payload()));
                if (load != null) { // else its blocks were in a segment that is no longer needed
                    load.lsns().add(record.lsn());
                    ended.put(record.lsn(), load);
                }
            }
        });
        return ended;
    }
}
