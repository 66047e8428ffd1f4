package io.tributary.dialect.tree;

import java.util.BitSet;
import java.util.List;

/**
 * The literals of one statement in the order of its text. Whoever asks for a value pins it: what was made of the statement
 * holds only for that value, while all else holds for every literal of the same {@link #kind} and size. One thread.
 */
public final class Literals {
    private final List<Value> values;
    private final BitSet pinned = new BitSet();

    /** What a literal is, before it has a type. */
    public enum Kind {
        /** Digits. */
        INTEGER,
        /** Digits and a point. */
        DECIMAL,
        /** With an exponent. */
        DOUBLE,
        TEXT,
        /** Hexadecimal or bits, which are a number beside numbers; its text is hexadecimal digits. */
        BYTES,
        /** Text behind {@code _binary}; its text is hexadecimal digits. */
        BINARY_TEXT
    }

    /** @param text of a number as written, of a text its characters, of bytes hexadecimal digits in lower case */
    public record Value(Kind kind, String text) {}

    public Literals(List<Value> values) {
        this.values = List.copyOf(values);
    }

    public Kind kind(int index) {
        return values.get(index).kind();
    }

    /** Returns its value, which is pinned from now on. */
    public Value read(int index) {
        pinned.set(index);
        return values.get(index);
    }

    /** Returns its value without pinning it: for whoever puts it into a text that was made for any value. */
    public Value peek(int index) {
        return values.get(index);
    }

    /** Returns which values were read, by index. */
    public BitSet pinned() {
        return (BitSet) pinned.clone();
    }
}
