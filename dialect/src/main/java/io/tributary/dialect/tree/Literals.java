package io.tributary.dialect.tree;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The literals of one statement in the order of its text. What somebody asks of a value is a {@link Fact}: what was made of the
 * statement holds only for values with the same answer, while all else holds for every literal of the same {@link #kind} and size. One
 * thread.
 */
public final class Literals {
    private final List<Value> values;
    private final Set<Fact> facts = new LinkedHashSet<>();

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
    public record Value(Kind kind, String text) {
        /** Whether a number has no fraction. */
        public boolean isWhole() {
            return new BigDecimal(text).stripTrailingZeros().scale() <= 0;
        }
    }

    /**
     * What was asked of a literal.
     *
     * @param question the same object whenever the same is asked; of the value alone
     */
    public record Fact(int literal, Function<Value, ?> question, Object answer) {
        public boolean holdsFor(Literals others) {
            return question.apply(others.peek(literal)).equals(answer);
        }
    }

    private static final Function<Value, Value> WHOLE = Function.identity();

    public Literals(List<Value> values) {
        this.values = List.copyOf(values);
    }

    public Kind kind(int index) {
        return values.get(index).kind();
    }

    /** Returns its value: what is made of the statement holds for it alone. */
    public Value read(int index) {
        return ask(index, WHOLE);
    }

    /** Returns what a question says of its value. */
    public <T> T ask(int index, Function<Value, T> question) {
        T answer = question.apply(values.get(index));
        facts.add(new Fact(index, question, answer));
        return answer;
    }

    /** Returns its value and nobody knows: for whoever puts it into a text that was made for any value. */
    public Value peek(int index) {
        return values.get(index);
    }

    /** Returns what was asked until now. */
    public List<Fact> facts() {
        return List.copyOf(facts);
    }
}
