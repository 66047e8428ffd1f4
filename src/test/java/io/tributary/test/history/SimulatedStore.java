package io.tributary.test.history;

import io.tributary.test.history.Action.Append;
import io.tributary.test.history.Action.Put;
import io.tributary.test.history.Action.ReadCount;
import io.tributary.test.history.Action.ReadIds;
import io.tributary.test.history.Action.ReadOrphans;
import io.tributary.test.history.Action.ReadValue;
import io.tributary.test.history.Action.Sync;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A store in which everything happens at one moment, and clients that hear of it after random delays or never: what they record
 * is legal. Tables {@link HistoryCheck#PARENTS} and {@link HistoryCheck#CHILDREN}, and {@link #REGISTERS} keys of a third.
 */
final class SimulatedStore {
    static final String KEYED = "registers";
    static final int REGISTERS = 2;

    private static final List<Mode> MODES = List.of(Mode.values());
    private static final int CLIENTS = 6;
    private static final int OPERATIONS_OF_A_CLIENT = 40;
    private static final int DELAY_MAX = 100;
    private static final int ONE_OF_UNKNOWN = 25;
    private static final int ONE_OF_DELETES = 6;

    private record Event(long at, long number, Runnable step) {}

    private final Random random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final List<Operation> operations = new ArrayList<>();
    /** The effects that have their place in each table and are not visible, in order. */
    private final Map<String, Deque<Runnable>> pending = new HashMap<>();

    private final Map<Integer, Long> values = new HashMap<>();
    private final Map<String, Set<Integer>> rows = new HashMap<>();
    private long now;
    private long number;
    private int lastId;

    private SimulatedStore(long seed) {
        random = new Random(seed);
    }

    /** A legal history. */
    static List<Operation> history(long seed) {
        SimulatedStore store = new SimulatedStore(seed);
        for (int client = 0; client < CLIENTS; client++) {
            int ofClient = client;
            store.later(() -> store.next(ofClient, OPERATIONS_OF_A_CLIENT));
        }
        while (!store.events.isEmpty()) {
            Event event = store.events.remove();
            store.now = event.at();
            event.step().run();
        }
        return List.copyOf(store.operations);
    }

    private void later(Runnable step) {
        events.add(new Event(now + 1 + random.nextInt(DELAY_MAX), number++, step));
    }

    private void next(int client, int left) {
        if (left == 0) {
            return;
        }
        Runnable then = () -> next(client, left - 1);
        switch (random.nextInt(8)) {
            case 0, 1 -> put(client, random.nextInt(REGISTERS), then);
            case 2, 3 -> value(client, random.nextInt(REGISTERS), then);
            case 4 -> pair(client, then);
            case 5, 6 -> look(client, then);
            default -> sync(client, random.nextBoolean() ? KEYED : HistoryCheck.CHILDREN, then);
        }
    }

    /**
     * A write.
     *
     * @param table whose order it is in
     * @param ordered whether it becomes visible behind what has its place before
     */
    private record Write(int client, String object, String table, Action action, Mode mode, boolean ordered) {}

    private void put(int client, int key, Runnable then) {
        Mode mode = MODES.get(random.nextInt(MODES.size()));
        int id = ++lastId;
        long value = random.nextInt(ONE_OF_DELETES) == 0 ? Action.ABSENT : id;
        // A register has one order, whatever the mode.
        String object = HistoryCheck.register(KEYED, key);
        write(
                new Write(client, object, KEYED, new Put(value, mode), mode, true),
                () -> values.put(key, value),
                then,
                then);
    }

    private void pair(int client, Runnable then) {
        int id = ++lastId;
        Mode ofParent = random.nextBoolean() ? Mode.SYNC : Mode.ALONE;
        Mode ofChild = MODES.get(random.nextInt(MODES.size()));
        Runnable child = () -> append(client, HistoryCheck.CHILDREN, id, ofChild, then, then);
        append(client, HistoryCheck.PARENTS, id, ofParent, child, then);
    }

    private void append(int client, String table, int id, Mode mode, Runnable then, Runnable lost) {
        Write write = new Write(client, table, table, new Append(id, mode), mode, mode.isShared());
        write(write, () -> rows(table).add(id), then, lost);
    }

    private Set<Integer> rows(String table) {
        return rows.computeIfAbsent(table, unseen -> new TreeSet<>());
    }

    private Deque<Runnable> pending(String table) {
        return pending.computeIfAbsent(table, unseen -> new ArrayDeque<>());
    }

    /**
     * A moment for its place, one for its visibility, one for its answer.
     *
     * @param then what its client does then, and {@code lost} where no answer comes
     */
    private void write(Write write, Runnable effect, Runnable then, Runnable lost) {
        long invoked = now;
        if (random.nextInt(ONE_OF_UNKNOWN) == 0) {
            add(write, new Span(invoked, Span.NEVER), Outcome.UNKNOWN);
            if (random.nextBoolean()) {
                later(() -> {
                    pending(write.table()).add(effect);
                    later(() -> flush(write.table()));
                });
            }
            later(lost);
            return;
        }
        Runnable answer = () -> {
            add(write, new Span(invoked, now), Outcome.ANSWERED);
            then.run();
        };
        later(() -> {
            if (!write.ordered()) {
                effect.run();
                later(answer);
                return;
            }
            pending(write.table()).add(effect);
            if (write.mode().isVisibleWithAnswer()) {
                later(() -> {
                    flush(write.table());
                    later(answer);
                });
            } else {
                later(answer);
                later(() -> later(() -> flush(write.table())));
            }
        });
    }

    private void add(Write write, Span span, Outcome outcome) {
        operations.add(new Operation(write.client(), write.object(), write.action(), span, outcome));
    }

    private void flush(String table) {
        Deque<Runnable> effects = pending(table);
        while (!effects.isEmpty()) {
            effects.remove().run();
        }
    }

    private void value(int client, int key, Runnable then) {
        long invoked = now;
        later(() -> {
            long value = values.getOrDefault(key, Action.ABSENT);
            later(() -> {
                saw(client, HistoryCheck.register(KEYED, key), new ReadValue(0, "value", value), invoked);
                then.run();
            });
        });
    }

    private void look(int client, Runnable then) {
        long invoked = now;
        later(() -> {
            long statement = ++number;
            List<Integer> parents = List.copyOf(rows(HistoryCheck.PARENTS));
            List<Integer> children = List.copyOf(rows(HistoryCheck.CHILDREN));
            List<Integer> orphans =
                    children.stream().filter(id -> !parents.contains(id)).toList();
            boolean count = random.nextBoolean();
            later(() -> {
                if (count) {
                    int max = parents.isEmpty() ? 0 : parents.get(parents.size() - 1);
                    saw(client, HistoryCheck.PARENTS, new ReadCount("count", parents.size(), max), invoked);
                    saw(client, "orphans", new ReadOrphans("join", orphans), invoked);
                } else {
                    saw(client, HistoryCheck.PARENTS, ReadIds.of(statement, "union", parents), invoked);
                    saw(client, HistoryCheck.CHILDREN, ReadIds.of(statement, "union", children), invoked);
                }
                then.run();
            });
        });
    }

    private void sync(int client, String table, Runnable then) {
        long invoked = now;
        later(() -> {
            flush(table);
            later(() -> {
                saw(client, table, new Sync(), invoked);
                then.run();
            });
        });
    }

    private void saw(int client, String object, Action action, long invoked) {
        operations.add(new Operation(client, object, action, new Span(invoked, now), Outcome.ANSWERED));
    }
}
