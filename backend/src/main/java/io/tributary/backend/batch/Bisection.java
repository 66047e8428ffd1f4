package io.tributary.backend.batch;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds which rows the engine refuses, by trials of ranges of them: k refused among n cost at most about 2 k log2 n trials.
 * First each range is tried by itself, which is cheap and finds what is wrong with single rows. Rows that are refused only
 * beside others take {@link #together}: each range is tried behind all that was taken before, in order. One thread.
 */
public final class Bisection {
    /** Rows that are taken or left out together: single ones, or all of a load. */
    public interface Units {
        int count();

        /** Where the unit of a row begins. */
        int start(int row);

        /** The row behind its unit. */
        int end(int row);
    }

    /** One trial, which leaves nothing in the engine. */
    @FunctionalInterface
    public interface Trial {
        /**
         * @param together also appends what stands before, but what was left out
         * @return why the engine refuses the rows, or empty
         * @throws TributaryException for what is not the rows' fault: it ends the search
         */
        Optional<TributaryException> run(int from, int to, BitSet refusedPart, boolean together)
                throws IOException, InterruptedException;
    }

    /** Hears of each unit as it is found; may throw to end the search. */
    @FunctionalInterface
    public interface Found {
        void unit(Refused refused);
    }

    /** The rows of a unit, and why the engine refuses it. */
    public record Refused(int from, int to, TributaryException error) {}

    /**
     * Whether an error of {@link io.tributary.engine.port.EngineTransaction#append} is about the rows' values, so that to
     * try again is of no use.
     */
    public static boolean isRefusal(TributaryException error) {
        return error.code().kind() == ErrorCode.Kind.ROW;
    }

    /** Rows, some at a time. */
    @FunctionalInterface
    public interface Chunks {
        void read(Consumer<List<RowBlock>> reader) throws IOException;
    }

    /**
     * Finds out whether an engine would take these rows, and leaves nothing there.
     *
     * @param engine that of the table itself
     * @throws TributaryException of kind ROW where it refuses some for their values
     */
    public static void tryOut(TableEngine engine, TableSchema table, Chunks rows) throws IOException {
        if (engine.keepsLoads()) {
            try (EngineTransaction transaction = engine.begin()) {
                rows.read(chunk -> transaction.append(table, chunk));
            }
            return;
        }
        List<RowBlock> all = new ArrayList<>();
        rows.read(all::addAll);
        if (!all.isEmpty()) {
            engine.labelledBatches().tryOut(table, all);
        }
    }

    private final Units units;
    private final Trial trial;
    private final Found found;
    private final BitSet refusedPart;
    private final List<Refused> refused = new ArrayList<>();
    private boolean together;

    public Bisection(Units units, Trial trial, Found found) {
        this(units, new BitSet(), trial, found);
    }

    /** @param known rows that are refused, of which nobody hears again */
    Bisection(Units units, BitSet known, Trial trial, Found found) {
        this.refusedPart = (BitSet) known.clone();
        this.units = units;
        this.trial = trial;
        this.found = found;
    }

    /** Finds what is refused by itself; the engine refused all of it together with this error. */
    public void alone(TributaryException error) throws IOException, InterruptedException {
        search(0, units.count(), error);
    }

    /** Finds what the engine refuses behind the others; for when it refused the rest together after {@link #alone}. */
    public void together(TributaryException error) throws IOException, InterruptedException {
        together = true;
        search(0, units.count(), error);
    }

    private void search(int from, int to, TributaryException error) throws IOException, InterruptedException {
        if (units.end(from) >= to) {
            refuse(new Refused(from, to, error));
            return;
        }
        int middle = units.start(from + (to - from) / 2);
        if (middle <= from) {
            middle = units.end(from);
        }
        half(from, middle);
        half(middle, to);
    }

    private void half(int from, int to) throws IOException, InterruptedException {
        if (refusedPart.nextClearBit(from) >= to) {
            return;
        }
        Optional<TributaryException> error = trial.run(from, to, refusedPart, together);
        if (error.isPresent()) {
            search(from, to, error.get());
        }
    }

    private void refuse(Refused unit) {
        if (refusedPart.get(unit.from())) {
            return;
        }
        refusedPart.set(unit.from(), unit.to());
        refused.add(unit);
        found.unit(unit);
    }

    /** A bit for each row that is refused. */
    public BitSet refusedPart() {
        return refusedPart;
    }

    /** Returns what is refused, in the order in which it was found. */
    public List<Refused> refused() {
        return refused;
    }
}
