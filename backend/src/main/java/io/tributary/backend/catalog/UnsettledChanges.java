package io.tributary.backend.catalog;

import io.tributary.backend.catalog.turn.DefinitionTurns;
import io.tributary.backend.catalog.turn.OwnDefinitions;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes whose outcome is not known, in the order in which they were made. Where one was to be made nothing is begun until it is
 * known, so there are few. Any thread.
 */
final class UnsettledChanges {
    private static final Logger log = LoggerFactory.getLogger(UnsettledChanges.class);

    private final List<One> all = new CopyOnWriteArrayList<>();
    private final OwnDefinitions own;

    /** @param own hears of each until it is settled */
    UnsettledChanges(OwnDefinitions own) {
        this.own = own;
    }

    /**
     * One of them.
     *
     * @param database in which it was made, or empty
     * @param places see {@link DefinitionTurns}
     */
    record One(String database, List<String> places, StoredChange change) {
        boolean isAt(List<String> others) {
            return !Collections.disjoint(places, others);
        }
    }

    void add(One one) {
        own.begin(one.places());
        all.add(one);
    }

    void remove(One one) {
        if (all.remove(one)) {
            own.end(one.places());
        }
    }

    /**
     * Settles these, each in its turn.
     *
     * @throws RuntimeException of one that is not known still, when all were asked for
     */
    void settle(Predicate<One> these, DefinitionTurns turns, Consumer<One> settling) {
        RuntimeException unknown = null;
        for (One one : all) {
            if (!these.test(one)) {
                continue;
            }
            try {
                turns.run(one.places(), () -> {
                    if (all.contains(one)) {
                        settling.accept(one);
                        log.info(
                                "event=definition_settled what=\"{}\" outcome={}",
                                one.change().what(),
                                one.change().outcome());
                    }
                });
            } catch (RuntimeException e) {
                unknown = unknown == null ? e : unknown;
            }
        }
        if (unknown != null) {
            throw unknown;
        }
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** @throws TributaryException if one was made at these places */
    void requireNone(List<String> places) {
        for (One one : all) {
            if (one.isAt(places)) {
                throw new TributaryException(
                        ErrorCode.ENGINE,
                        "whether " + one.change().what()
                                + " is not known yet, the engine is asked every second; nothing was changed, try again");
            }
        }
    }
}
