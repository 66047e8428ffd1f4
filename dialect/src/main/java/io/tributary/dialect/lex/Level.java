package io.tributary.dialect.lex;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What is known within one pair of brackets, or of the statement outside of all. */
final class Level {
    enum Kind {
        QUERY,
        /** Joined tables. */
        TABLES,
        /** An expression, or a row of some. */
        GROUP,
        /** Arguments, lists and what else stands behind a word. */
        CALL,
        WINDOW
    }

    enum Clause {
        START,
        LIST,
        FROM,
        GROUPING,
        OTHER
    }

    final Kind kind;
    final int open;
    /** The word before, in upper case. */
    final String function;

    Clause clause;
    /** Whether an operand is due, not an operator. */
    boolean operand = true;
    /** Types follow, no expression. */
    boolean types;

    /** The list of SELECT that is open, and where its item begins. */
    List<String> labels = new ArrayList<>();

    int item;
    /** The token that is an alias, if it ends its item. */
    int alias = -1;

    int having = -1;
    int qualify = -1;
    /** The query read last has an order or a limit. */
    boolean ordered;
    /** Several queries are combined. */
    boolean combined;

    /** Where the tables begin that a comma would end. */
    int tables;

    boolean comma;
    /** A condition of a join is read, no table. */
    boolean condition;
    /** A function of LATERAL VIEW is due. */
    boolean view;
    /** The join read last is a NATURAL one. */
    boolean natural;

    int lastJoin = -1;
    /** Joins that have no condition yet, by their tokens. */
    final Deque<Integer> joins = new ArrayDeque<>();

    /** Levels, CASEs and NOTs that are open around this and in it. */
    private int depth;

    private int prefixes;

    Level(Kind kind, int open, String function, int depth) {
        this.kind = kind;
        this.open = open;
        this.function = function;
        this.depth = depth;
        clause = kind == Kind.TABLES ? Clause.FROM : Clause.START;
        tables = open + 1;
    }

    /** Whether a table is due. */
    boolean atTable() {
        return clause == Clause.FROM && operand && !condition;
    }

    Level within(Kind kind, int open, String function) {
        Level level = new Level(kind, open, function, depth);
        level.nest(1);
        level.types = types;
        return level;
    }

    int depth() {
        return depth;
    }

    void nest(int by) {
        depth += by;
        Limit.DEPTH.check(depth);
    }

    /** Before an operand stands an operator. */
    void prefix() {
        nest(1);
        prefixes++;
    }

    void endPrefixes() {
        depth -= prefixes;
        prefixes = 0;
    }
}
