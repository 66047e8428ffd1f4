package io.tributary.backend.service;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tributary.backend.ingest.LoadTask;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.ingest.answer.Acknowledgement;
import io.tributary.backend.service.wait.UnaryCalls;
import io.tributary.backend.txn.TableRows;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.rpc.client.StatementMapping;
import io.tributary.rpc.proto.AckBatch;
import io.tributary.rpc.proto.AppendBatch;
import io.tributary.rpc.proto.AppendLoad;
import io.tributary.rpc.proto.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One frontend's append stream. The next message is asked for only when every load of the last one is in its log's inbox
 * or refused, and the frontend takes its acknowledgements: a full inbox thus withholds flow control from whoever fills
 * it. Where there are several logs the others' loads go on past those of the full one, up to {@link #PASSED_BYTES_MAX}.
 *
 * <p>Messages come on the gRPC event loop, room and acknowledgements on the ingest agent, time-outs on the timer. No lock
 * is held while the stream is called, since a stream in this process may call back at once.
 */
final class AppendCall implements StreamObserver<AppendBatch> {
    /** Loads that wait for the inbox of one log while others pass them; each message's may come on top. */
    private static final long PASSED_BYTES_MAX = 1 << 20;

    private final ServerCallStreamObserver<AckBatch> out;
    private final LogIngest ingest;
    private final RowCheck check;
    private final ScheduledExecutorService timer;
    private final long queueTimeoutMillis;
    private final Consumer<AppendCall> onEnd;
    private final Acknowledgements acknowledgements;

    private final Object lock = new Object();

    /** Checked and not yet in an inbox: by log. */
    @GuardedBy("lock")
    private final InboxLine[] lines;

    /** Encoded rows of those. */
    @GuardedBy("lock")
    private long waitingBytes;

    /** Whether a message was asked for and has not come. */
    @GuardedBy("lock")
    private boolean requested;

    @GuardedBy("lock")
    private boolean ended;

    AppendCall(
            ServerCallStreamObserver<AckBatch> out,
            LogIngest ingest,
            RowCheck check,
            ScheduledExecutorService timer,
            long queueTimeoutMillis,
            Consumer<AppendCall> onEnd) {
        this.out = out;
        this.ingest = ingest;
        this.check = check;
        this.timer = timer;
        this.queueTimeoutMillis = queueTimeoutMillis;
        this.onEnd = onEnd;
        acknowledgements = new Acknowledgements(out);
        lines = new InboxLine[ingest.logs()];
        Arrays.setAll(lines, log -> new InboxLine());
    }

    void start() {
        out.disableAutoRequest();
        out.setOnReadyHandler(this::requestNext);
        out.setOnCancelHandler(this::end);
        out.setOnCloseHandler(this::end);
        acknowledgements.subscribe(ingest);
        requestNext();
    }

    @Override
    public void onNext(AppendBatch message) {
        List<LoadTask> tasks = new ArrayList<>(message.getLoadsCount());
        for (int i = 0; i < message.getLoadsCount(); i++) {
            AppendLoad load = message.getLoads(i);
            Acknowledgements.Answer answer = acknowledgements.expect(load.getRequestId());
            try {
                TableRows rows = check.check(load.getTableId(), load.getSchemaVersion(), load.getBlocksList());
                IdempotencyKey key = load.hasKey() ? StatementMapping.toKey(load.getKey()) : null;
                tasks.add(new LoadTask(
                        load.getTableId(),
                        load.getSchemaVersion(),
                        answered(load.getMode()),
                        rows.blocks(),
                        key,
                        answer));
            } catch (RuntimeException e) {
                answer.refused(UnaryCalls.logged(e));
            }
        }
        synchronized (lock) {
            requested = false;
            for (LoadTask task : tasks) {
                lines[ingest.logOf(task.tableId())].add(task);
                waitingBytes += task.bytes();
            }
        }
        offerAndAnswer();
    }

    private static Acknowledgement answered(Mode mode) {
        return switch (mode) {
            case MODE_SYNC -> Acknowledgement.COMMITTED;
            case MODE_ASYNC_OS -> Acknowledgement.WRITTEN;
            case MODE_ASYNC, MODE_UNSPECIFIED, UNRECOGNIZED -> Acknowledgement.FORCED;
        };
    }

    /** Hands over what fits; the rest waits for room or its time-out. */
    private void offerWaiting() {
        synchronized (lock) {
            for (InboxLine line : lines) {
                offer(line);
            }
        }
        requestNext();
    }

    @GuardedBy("lock")
    private void offer(InboxLine line) {
        for (LoadTask task = line.first(); task != null && !ended; task = line.first()) {
            if (ingest.offer(task)) {
                line.taken();
            } else if (line.isOverdue(System.nanoTime(), queueTimeoutMillis)) {
                line.refused();
                refuse(task);
            } else {
                awaitRoom(line, task.tableId());
                return;
            }
            waitingBytes -= task.bytes();
        }
    }

    private void refuse(LoadTask task) {
        task.listener()
                .refused(new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "ingest_inbox_bytes was full for group_commit_queue_timeout_ms " + queueTimeoutMillis + "; "
                                + IdempotencyKey.nothingStored(task.key()) + ", try again later"));
    }

    @GuardedBy("lock")
    private void awaitRoom(InboxLine line, long tableId) {
        if (line.becomesFull(System.nanoTime())) {
            try {
                ScheduledFuture<?> unused =
                        timer.schedule(this::offerAndAnswer, queueTimeoutMillis + 1, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                // The backend is closing: the log refuses these loads itself when it ends.
            }
        }
        if (line.beginsToAwait()) {
            ingest.onSpace(tableId, () -> {
                synchronized (lock) {
                    line.told();
                }
                offerAndAnswer();
            });
        }
    }

    /** Refusals made here belong to no cycle of the agent, so nobody else would send them. */
    private void offerAndAnswer() {
        offerWaiting();
        acknowledgements.flush();
    }

    private void requestNext() {
        synchronized (lock) {
            if (requested || ended || holdsBack() || !out.isReady()) {
                return;
            }
            requested = true;
        }
        out.request(1);
    }

    @GuardedBy("lock")
    private boolean holdsBack() {
        boolean waits = false;
        for (InboxLine line : lines) {
            waits |= !line.isEmpty();
        }
        return waits && (lines.length == 1 || waitingBytes >= PASSED_BYTES_MAX);
    }

    /** The frontend went away: what is in the log stays there, what waits is forgotten. */
    @Override
    public void onError(Throwable error) {
        end();
    }

    @Override
    public void onCompleted() {
        acknowledgements.completeWhenAnswered();
    }

    /** The backend goes away. */
    void complete() {
        acknowledgements.complete();
    }

    private void end() {
        synchronized (lock) {
            ended = true;
            for (InboxLine line : lines) {
                line.clear();
            }
            waitingBytes = 0;
        }
        acknowledgements.close();
        onEnd.accept(this);
    }
}
