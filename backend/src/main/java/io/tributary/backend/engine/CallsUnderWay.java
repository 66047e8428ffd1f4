package io.tributary.backend.engine;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What the engine was told to store and has not answered. Any thread; takes no lock. */
final class CallsUnderWay {
    private final LongSupplier nanoClock;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    CallsUnderWay(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    public enum Kind {
        CHANGE("a change", 60_000),
        COMMIT("a commit", 60_000),
        /** Others commit beside it; it may write gigabytes. */
        CHECKPOINT("a checkpoint", 600_000);

        private final String words;
        /** What takes longer hangs, as far as anybody can tell. */
        private final long hangingMillis;

        Kind(String words, long hangingMillis) {
            this.words = words;
            this.hangingMillis = hangingMillis;
        }
    }

    private static final class Call {
        final Kind kind;
        final long beganNanos;

        Call(Kind kind, long beganNanos) {
            this.kind = kind;
            this.beganNanos = beganNanos;
        }
    }

    <T> T run(Kind kind, Supplier<T> body) {
        Call call = new Call(kind, nanoClock.getAsLong());
        calls.add(call);
        try {
            return body.get();
        } finally {
            calls.remove(call);
        }
    }

    /** What hangs, and for how long, if something does. */
    Optional<String> hanging() {
        long now = nanoClock.getAsLong();
        for (Call call : calls) {
            long millis = TimeUnit.NANOSECONDS.toMillis(now - call.beganNanos);
            if (millis >= call.kind.hangingMillis) {
                return Optional.of("the engine has not answered " + call.kind.words + " for " + millis / 1000 + " s");
            }
        }
        return Optional.empty();
    }
}
