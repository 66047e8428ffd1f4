package io.tributary.test.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** The operations of all clients, in memory while they run. Any thread. */
public final class Recorder {
    private final long began = System.nanoTime();
    private final AtomicLong statements = new AtomicLong();
    private final Queue<Begun> begun = new ConcurrentLinkedQueue<>();
    private final Queue<Operation> ended = new ConcurrentLinkedQueue<>();

    /** A write that is under way; what is never told how it ended is unknown. */
    public final class Begun {
        private final Operation asUnknown;
        private volatile Operation operation;

        private Begun(Operation asUnknown) {
            this.asUnknown = asUnknown;
            this.operation = asUnknown;
        }

        public void answered() {
            end(Outcome.ANSWERED);
        }

        public void refused() {
            end(Outcome.REFUSED);
        }

        private void end(Outcome outcome) {
            Span span = new Span(asUnknown.span().invoked(), now());
            operation = new Operation(asUnknown.client(), asUnknown.object(), asUnknown.action(), span, outcome);
        }
    }

    /** Nanoseconds since it was made. */
    public long now() {
        return System.nanoTime() - began;
    }

    /** A number for what is seen in one snapshot. */
    public long newStatement() {
        return statements.incrementAndGet();
    }

    /** Notes that a write begins; to be called before its first byte is sent. */
    public Begun begin(int client, String object, Action action) {
        Begun write = new Begun(new Operation(client, object, action, new Span(now(), Span.NEVER), Outcome.UNKNOWN));
        begun.add(write);
        return write;
    }

    /** A read that was answered. */
    public void saw(int client, String object, Action action, Span span) {
        ended.add(new Operation(client, object, action, span, Outcome.ANSWERED));
    }

    /** All of them, by their beginnings. */
    public List<Operation> operations() {
        return Stream.concat(begun.stream().map(write -> write.operation), ended.stream())
                .sorted(Comparator.comparingLong(operation -> operation.span().invoked()))
                .toList();
    }

    /** A line each, behind these. */
    public void write(Path file, List<String> head) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (var out = Files.newBufferedWriter(file)) {
            for (String line : head) {
                out.write("# " + line + "\n");
            }
            for (Operation operation : operations()) {
                out.write(operation + "\n");
            }
        }
    }
}
