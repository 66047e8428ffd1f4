package io.tributary.backend.simulation;

import io.tributary.backend.ingest.answer.Acknowledgement;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.port.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Rows that a client wants in a table once, as one load, and what it was told of them. */
public final class Load {
    /** Rows of one load at most; a row's value tells its load and its place in it. */
    static final int ROWS_MAX = 256;

    final int number;
    final long tableId;
    final int rows;
    final int blocks;
    final @Nullable Key key;
    /** Each time it was sent, oldest first; more than one only with a key. */
    final List<Send> sends = new ArrayList<>();

    /** Whether somebody was told that it is or will be in the table. */
    boolean promised;
    /** Whether that holds whatever becomes of the machine; else only a death of the process leaves it true. */
    boolean promisedForSure;

    /** Whether somebody was told that it is visible to whoever reads from then on. */
    boolean bound;

    /** What the label is made of, once a client was told, or 0. */
    long logEpoch;

    long txnId;
    /** The number of the engine's commit that brought it, or -1. */
    int commit = -1;
    /** Whether its rows may stay away although they were promised, because the table was dropped. */
    boolean excused;

    /** An idempotency key and the loads that were sent under it: those after the first have other rows. */
    static final class Key {
        final String text;
        final List<Load> variants = new ArrayList<>();
        /** The first number that was generated, as clients were told; -1 before. */
        long firstId = -1;
        /** Whether it may have been forgotten by now: nobody uses it again. */
        boolean outworn;

        Key(String text) {
            this.text = text;
        }
    }

    /** One attempt of a client. */
    static final class Send {
        final int number;
        final Load load;
        final boolean sync;
        /** Whether it is answered when the operating system has it. */
        final boolean os;
        /** When the agent can have taken it first. */
        long takenNanos;

        boolean taken;
        /** Rounds of the agent that it was not answered in although its time was over. */
        int lateRounds;

        final long firstId;
        boolean answered;
        /** Whether the answer said that this attempt stored nothing. */
        boolean storedNothing;

        Send(int number, Load load, Acknowledgement answered, long firstId) {
            this.number = number;
            this.load = load;
            this.sync = answered == Acknowledgement.COMMITTED;
            this.os = answered == Acknowledgement.WRITTEN;
            this.firstId = firstId;
        }

        @Nullable
        IdempotencyKey key() {
            Key key = load.key;
            return key == null ? null : new IdempotencyKey(key.text, load.number, firstId);
        }
    }

    public Load(int number, long tableId, int rows, int blocks, @Nullable Key key) {
        this.number = number;
        this.tableId = tableId;
        this.rows = rows;
        this.blocks = Math.min(rows, blocks);
        this.key = key;
    }

    static int numberOf(long value) {
        return (int) (value / ROWS_MAX);
    }

    static int placeOf(long value) {
        return (int) (value % ROWS_MAX);
    }

    /** Whether the engine refuses this row for its value, where it refuses any. */
    static boolean isPoison(long value) {
        return value % 53 == 11;
    }

    boolean hasPoison() {
        return LongStream.range((long) number * ROWS_MAX, (long) number * ROWS_MAX + rows)
                .anyMatch(Load::isPoison);
    }

    List<RowBlock> encode() {
        List<RowBlock> encoded = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            int from = rows * block / blocks;
            long[] values = new long[rows * (block + 1) / blocks - from];
            for (int i = 0; i < values.length; i++) {
                values[i] = (long) number * ROWS_MAX + from + i;
            }
            encoded.add(Rows.block(values));
        }
        return encoded;
    }

    /** Whether all attempts were answered, each with "nothing was stored". */
    boolean isRefused() {
        return !sends.isEmpty() && sends.stream().allMatch(send -> send.storedNothing);
    }

    @Override
    public String toString() {
        return "load " + number + (key == null ? "" : " '" + key.text + "'") + " of table " + tableId;
    }
}
