package io.tributary.backend.simulation;

import java.util.concurrent.atomic.AtomicLong;

/** {@code bin/simulate}: runs histories from the command line. Prints what it did, and of a violation how to repeat it. */
public final class Simulate {
    private static final long REPORT_MILLIS = 10_000;

    private Simulate() {}

    /**
     * @param args {@code --seeds N} histories from {@code --from S} on, in {@code --threads T} threads, until {@code --violations V}
     *     broke a promise; {@code --seed S} runs one and prints its end
     */
    public static void main(String[] args) throws InterruptedException {
        long seeds = 2_000;
        long from = 0;
        int threads = 1;
        long violationsMax = Long.MAX_VALUE;
        boolean one = false;
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "--seeds" -> seeds = Long.parseLong(args[i + 1]);
                case "--from" -> from = Long.parseLong(args[i + 1]);
                case "--threads" -> threads = Integer.parseInt(args[i + 1]);
                case "--violations" -> violationsMax = Long.parseLong(args[i + 1]);
                case "--seed" -> {
                    one = true;
                    from = Long.parseLong(args[i + 1]);
                }
                default -> throw usage();
            }
        }
        if (args.length % 2 != 0 || seeds < 1 || threads < 1) {
            throw usage();
        }
        if (one) {
            System.exit(show(from) ? 0 : 1);
        }
        System.exit(runAll(from, from + seeds, threads, violationsMax) == 0 ? 0 : 1);
    }

    private static IllegalArgumentException usage() {
        return new IllegalArgumentException(
                "usage: bin/simulate [--seeds N] [--from S] [--threads T] [--violations V] | --seed S");
    }

    /** Runs one with its trace. */
    private static boolean show(long seed) {
        History history = new History(seed, true);
        try {
            history.run();
            history.trace().forEach(System.out::println);
            System.out.println("seed " + seed + ": every promise was kept");
            return true;
        } catch (RuntimeException | AssertionError e) {
            history.trace().forEach(System.out::println);
            e.printStackTrace(System.out);
            return false;
        }
    }

    /** @return the violations; 1 also where no load was sent, which proves nothing */
    private static long runAll(long from, long end, int threads, long violationsMax) throws InterruptedException {
        AtomicLong next = new AtomicLong(from);
        AtomicLong violations = new AtomicLong();
        AtomicLong sends = new AtomicLong();
        AtomicLong lives = new AtomicLong();
        long began = System.nanoTime();
        AtomicLong reportAt = new AtomicLong(REPORT_MILLIS);
        Thread[] workers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            workers[i] = new Thread(() -> {
                for (long seed = next.getAndIncrement();
                        seed < end && violations.get() < violationsMax;
                        seed = next.getAndIncrement()) {
                    History history = new History(seed, false);
                    try {
                        history.run();
                    } catch (RuntimeException | AssertionError e) {
                        violations.incrementAndGet();
                        System.out.println("bin/simulate --seed " + seed + "  # " + e);
                    }
                    sends.addAndGet(history.sends());
                    lives.addAndGet(history.lives());
                    long millis = (System.nanoTime() - began) / 1_000_000;
                    long due = reportAt.get();
                    if (millis >= due && reportAt.compareAndSet(due, millis + REPORT_MILLIS)) {
                        System.out.printf("… seed %d, %d/s%n", seed, (seed - from + 1) * 1000 / millis);
                    }
                }
            });
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        long millis = Math.max(1, (System.nanoTime() - began) / 1_000_000);
        System.out.printf(
                "seeds %d to %d: %d violations; %d loads sent, %d starts; %d s, %d histories/s%n",
                from, end - 1, violations.get(), sends.get(), lives.get(), millis / 1000, (end - from) * 1000 / millis);
        if (sends.get() == 0) {
            System.out.println("no load was sent: nothing was shown");
            return 1;
        }
        return violations.get();
    }
}
