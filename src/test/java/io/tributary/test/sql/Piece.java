package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a query's text, with the pieces below it.
 *
 * @param role how it may become smaller
 * @param label what it calls, or empty
 * @param form its text, in which {@code {0}} stands for the first piece below; of a LIST what stands between
 * @param peerForm the text that MariaDB is asked with
 * @param kind of an EXPRESSION
 */
record Piece(Role role, String label, String form, String peerForm, List<Piece> below, @Nullable Kind kind) {
    /** The label of an ORDER BY that leaves no two different rows in any order. */
    static final String TOTAL_ORDER = "total order";

    /** The label of a query behind its tables of WITH. */
    static final String WITH = "with";

    enum Role {
        /** An expression, which one within it may replace that is of its kind. */
        EXPRESSION,
        /** A clause without which the query may be one, too. */
        OPTIONAL,
        /** What of several may be left out, but for one. */
        LIST,
        /** A whole query, which one within it may replace. */
        QUERY,
        FIXED
    }

    static final Piece NOTHING = fixed("");

    static Piece fixed(String form, Piece... below) {
        return of(Role.FIXED, form, below);
    }

    static Piece optional(String form, Piece... below) {
        return of(Role.OPTIONAL, form, below);
    }

    static Piece expression(Kind kind, String form, Piece... below) {
        return new Piece(Role.EXPRESSION, "", form, form, List.of(below), kind);
    }

    static Piece query(String form, Piece... below) {
        return of(Role.QUERY, form, below);
    }

    static Piece list(List<Piece> below) {
        return new Piece(Role.LIST, "", ", ", ", ", below, null);
    }

    private static Piece of(Role role, String form, Piece... below) {
        return new Piece(role, "", form, form, List.of(below), null);
    }

    Piece labelled(String name) {
        return new Piece(role, name, form, peerForm, below, kind);
    }

    /**
     * Returns the same, a moment, as MariaDB must have it beside a number: it makes that a moment, where MySQL compares what
     * is no constant as a number (14.3, Type Conversion in Expression Evaluation).
     */
    Piece asNumberOfPeer() {
        return new Piece(Role.EXPRESSION, "", "{0}", "({0} + 0)", List.of(this), kind);
    }

    /**
     * Returns the same, a number that is read as a time, as MariaDB must have it: it makes the last time of what is beyond, where
     * MySQL has NULL as of any other that is no time.
     */
    Piece asClockOfPeer() {
        String beyond = "ABS({0}) > 8385959 AND (ABS({0}) < 1e10 OR DATE({0}) IS NULL)";
        return new Piece(Role.EXPRESSION, "", "{0}", "IF(" + beyond + ", NULL, {0})", List.of(this), kind);
    }

    /** Returns the same, a text, as MariaDB must have it where a time is meant: it takes a date before it looks for one. */
    Piece asTimeOfPeer() {
        return new Piece(
                Role.EXPRESSION,
                "",
                "{0}",
                "LEAST(GREATEST(TIME({0}), TIME '-838:59:59'), TIME '838:59:59')",
                List.of(this),
                kind);
    }

    /** Returns the same, a TIME, as MariaDB must have it where days are added: it counts its hours on. */
    Piece asMomentOfPeer() {
        return new Piece(Role.EXPRESSION, "", "{0}", "TIMESTAMP({0})", List.of(this), kind);
    }

    String text() {
        return write(false);
    }

    /** Returns the same for MariaDB. */
    String peerText() {
        return write(true);
    }

    private String write(boolean peer) {
        List<String> parts = below.stream().map(each -> each.write(peer)).toList();
        if (role == Role.LIST) {
            return String.join(form, parts);
        }
        String text = peer ? peerForm : form;
        StringBuilder written = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int index = i + 2 < text.length() && text.charAt(i) == '{' && text.charAt(i + 2) == '}'
                    ? text.charAt(i + 1) - '0'
                    : -1;
            if (index >= 0 && index < parts.size()) {
                written.append(parts.get(index));
                i += 2;
            } else {
                written.append(text.charAt(i));
            }
        }
        return written.toString();
    }

    /** Whether the rows of this query come in an order that the query demands. */
    boolean isOrdered() {
        return label.equals(WITH)
                ? below.get(1).isOrdered()
                : below.stream().anyMatch(each -> each.label.equals(TOTAL_ORDER));
    }

    /** Returns the labels of this piece and all below it. */
    Stream<String> labels() {
        return Stream.concat(
                label.isEmpty() ? Stream.empty() : Stream.of(label),
                below.stream().flatMap(Piece::labels));
    }

    /** Returns what differs from this by one step that makes it smaller, the longest steps first. */
    Stream<Piece> smaller() {
        return Stream.concat(instead(), IntStream.range(0, below.size()).boxed().flatMap(i -> below.get(i)
                .smaller()
                .map(each -> with(i, each))));
    }

    private Stream<Piece> instead() {
        return switch (role) {
            case OPTIONAL -> Stream.of(NOTHING);
            case EXPRESSION ->
                Stream.concat(
                        below.stream().flatMap(each -> each.within(kind)),
                        below.isEmpty() || kind == null
                                ? Stream.empty()
                                : kind.literals().stream().skip(1).limit(1).map(each -> expression(kind, each)));
            case QUERY -> below.stream().flatMap(Piece::queries);
            case LIST ->
                below.size() < 2
                        ? Stream.empty()
                        : IntStream.range(0, below.size()).mapToObj(this::without);
            case FIXED -> Stream.empty();
        };
    }

    private Stream<Piece> within(@Nullable Kind wanted) {
        return role == Role.EXPRESSION && kind == wanted
                ? Stream.of(this)
                : below.stream().flatMap(each -> each.within(wanted));
    }

    private Stream<Piece> queries() {
        return role == Role.QUERY ? Stream.of(this) : below.stream().flatMap(Piece::queries);
    }

    private Piece with(int index, Piece piece) {
        List<Piece> changed = new ArrayList<>(below);
        changed.set(index, piece);
        return new Piece(role, label, form, peerForm, List.copyOf(changed), kind);
    }

    private Piece without(int index) {
        List<Piece> changed = new ArrayList<>(below);
        changed.remove(index);
        return new Piece(role, label, form, peerForm, List.copyOf(changed), kind);
    }
}
