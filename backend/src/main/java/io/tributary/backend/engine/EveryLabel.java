package io.tributary.backend.engine;

import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.TableEngine;
import java.util.Optional;
import java.util.Set;

/**
 * The labels of loads into any engine, each kept by the engine of its database. One engine that does not answer keeps labels from
 * being read or forgotten, for a moment, but nobody's label from being found in another.
 */
public final class EveryLabel implements LabelStore {
    private final TableEngine engine;

    /** @param engine which stands for all */
    public EveryLabel(TableEngine engine) {
        this.engine = engine;
    }

    @Override
    public long moveFormer() {
        return engine.labelStore().moveFormer();
    }

    /** One more for each engine that does not answer: whether it has some is not known. */
    @Override
    public long count() {
        long count = engine.labelStore().count();
        for (TableEngine other : engine.others()) {
            count += other.keepsLoads() ? ofAnswering(other) : 0;
        }
        return count;
    }

    private static long ofAnswering(TableEngine other) {
        try {
            return other.labelStore().count();
        } catch (TributaryException e) {
            return 1;
        }
    }

    /** @throws TributaryException where an engine does not answer: nothing is known of its labels then */
    @Override
    public void read(Reader reader) {
        engine.keepers().forEach(each -> each.labelStore().read(reader));
    }

    @Override
    public Optional<UsedLabel> find(String name, long fromMillis, long untilMillis) {
        String database = name.substring(0, name.lastIndexOf('.'));
        return engine.keeperOf(database).labelStore().find(name, fromMillis, untilMillis);
    }

    @Override
    public long removeUntil(long millis, Set<String> except) {
        long removed = 0;
        for (TableEngine each : engine.keepers()) {
            removed += each.labelStore().removeUntil(millis, except);
        }
        return removed;
    }
}
