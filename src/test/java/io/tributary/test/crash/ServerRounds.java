package io.tributary.test.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/** Rounds of {@link KillRounds} whose tables are on a server: what happens is shuffled, and all of it once before any of it twice. */
final class ServerRounds {
    /** Points at which the backend is killed that matter to a server. */
    private static final List<Kill> KILLS = List.of(
            Kill.ANY_MOMENT, Kill.AFTER_SEAL, Kill.BEFORE_ENGINE_COMMIT, Kill.IN_ENGINE_COMMIT, Kill.IN_RECOVERY);

    private final String name;
    private final KillRounds rounds;
    private final Random random;
    private final Map<String, Round> all = new LinkedHashMap<>();

    /** One of them. */
    interface Round {
        void run() throws Exception;
    }

    /** @param name in the lines that tell how it goes */
    ServerRounds(String name, Cluster cluster, Random random) {
        this.name = name;
        this.random = random;
        rounds = new KillRounds(cluster, random, true);
    }

    /** With the backend's kills, too. */
    ServerRounds withKills() {
        for (Kill kill : KILLS) {
            all.put("BACKEND_" + kill, () -> rounds.killBackend(kill));
        }
        return this;
    }

    /** @param backend whether it is killed in the middle of it */
    ServerRounds with(String what, ServerTrouble trouble, boolean backend) {
        all.put(what, () -> rounds.trouble(trouble, backend));
        return this;
    }

    int kinds() {
        return all.size();
    }

    void run(int count) throws Exception {
        List<String> left = new ArrayList<>();
        Map<String, Integer> done = new TreeMap<>();
        for (int round = 0; round < count; round++) {
            if (left.isEmpty()) {
                left.addAll(all.keySet());
                Collections.shuffle(left, random);
            }
            String what = left.remove(left.size() - 1);
            long began = System.nanoTime();
            Objects.requireNonNull(all.get(what)).run();
            done.merge(what, 1, Integer::sum);
            System.out.printf(
                    "crash %s round=%d %s millis=%d %s%n",
                    name, round + 1, what, (System.nanoTime() - began) / 1_000_000, rounds);
        }
        rounds.checkAll();
        System.out.println("crash " + name + " rounds=" + count + " " + done + " " + rounds);
    }
}
