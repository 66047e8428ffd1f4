package io.tributary.test.history;

/**
 * When an operation was under way: from before its first byte was sent until after its answer was read, by the one clock of all
 * clients.
 */
public record Span(long invoked, long returned) {
    /** The end of an operation that was never answered: it may take effect at any time after its beginning. */
    public static final long NEVER = Long.MAX_VALUE;

    public Span {
        if (returned < invoked) {
            throw new IllegalArgumentException("returned at " + returned + ", before it began at " + invoked);
        }
    }

    /** Whether everybody has seen this one end before the other began. */
    public boolean precedes(Span other) {
        return returned < other.invoked;
    }
}
