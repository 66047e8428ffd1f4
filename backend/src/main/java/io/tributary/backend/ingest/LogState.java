package io.tributary.backend.ingest;

import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.ingest.answer.Answers;
import io.tributary.backend.ingest.answer.BoundTables;
import io.tributary.backend.ingest.answer.HeldAnswers;
import io.tributary.backend.keys.LoadKeys;
import io.tributary.backend.record.LowWatermark;
import io.tributary.backend.record.RecoveredBatches;
import io.tributary.log.WriteAheadLog;

/** One log and everything that is known of what is in it and on its way there; the steps of the agent's round share it. */
final class LogState {
    final String directory;
    final WriteAheadLog wal;
    final IngestOptions options;
    final IngestParts parts;
    final RecoveredBatches recovered;
    final LoadKeys keys;
    final Inbox inbox;
    final TableBatchers batchers = new TableBatchers();
    final MemoryBudget budget;
    final LowWatermark watermark = new LowWatermark();
    final Answers answers;
    final HeldAnswers held = new HeldAnswers();
    final BoundTables bound = new BoundTables();
    /** Which tables' batches do not get through, and why; or empty. */
    volatile String overdue = "";

    /** @param arrived called when something was put into the inbox */
    LogState(
            String directory,
            WriteAheadLog wal,
            IngestOptions options,
            IngestParts parts,
            RecoveredBatches recovered,
            LoadKeys keys,
            Runnable arrived) {
        this.directory = directory;
        this.wal = wal;
        this.options = options;
        this.parts = parts;
        this.recovered = recovered;
        this.keys = keys;
        inbox = new Inbox(options.inboxBytesMax(), arrived);
        budget = new MemoryBudget(options.openBatchesBytesMax(), options.uncommittedLoadsMax());
        answers = new Answers(wal.epoch());
    }
}
