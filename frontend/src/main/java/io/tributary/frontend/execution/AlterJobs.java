package io.tributary.frontend.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.schema.Rollup;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.temporary.TemporaryName;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The ALTER TABLEs that went through this server, for SHOW ALTER TABLE: the last {@link #JOBS_MAX}, forgotten when it stops.
 * A statement here ends when its change is done, so that every job is finished. Any thread.
 */
public final class AlterJobs {
    static final int JOBS_MAX = 256;

    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Deque<Job> jobs = new ArrayDeque<>();

    @GuardedBy("lock")
    private long lastId;

    /**
     * One change.
     *
     * @param rollup the rollup that was added; empty for a change of columns or indexes
     */
    public record Job(long id, TableSchema table, String rollup, Instant began, Instant finished) {}

    /** Notes what a change that has been made did to columns, indexes and rollups. */
    public void add(TableSchema before, TableChange change, Instant began) {
        TableSchema after = change.table();
        List<String> added = new ArrayList<>();
        for (Rollup rollup : after.layout().rollups()) {
            boolean known = before.layout().rollups().stream()
                    .anyMatch(other -> other.name().equalsIgnoreCase(rollup.name()));
            if (!known) {
                added.add(rollup.name());
            }
        }
        boolean columns = !after.columns().equals(before.columns())
                || !after.layout().indexes().equals(before.layout().indexes());
        Instant finished = Instant.now();
        synchronized (lock) {
            if (columns) {
                keep(new Job(++lastId, after, "", began, finished));
            }
            for (String rollup : added) {
                keep(new Job(++lastId, after, rollup, began, finished));
            }
        }
    }

    @GuardedBy("lock")
    private void keep(Job job) {
        if (jobs.size() == JOBS_MAX) {
            jobs.removeFirst();
        }
        jobs.addLast(job);
    }

    /** Returns the jobs of one database, the oldest first. */
    public List<Job> of(String database, boolean rollups) {
        synchronized (lock) {
            return jobs.stream()
                    .filter(job -> job.table().database().equals(database)
                            && !TemporaryName.isOne(job.table().name())
                            && job.rollup().isEmpty() != rollups)
                    .toList();
        }
    }
}
