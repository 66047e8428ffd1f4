package io.tributary.dialect;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.dialect.Branches.Branch;
import io.tributary.dialect.ColumnNames.Origin;
import io.tributary.dialect.Query.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds FLOATs that are a DOUBLE to MySQL: those that are compared or the argument of ABS, and those next to other numbers among the branches of
 * CASE, IF, COALESCE and GREATEST and in the columns of a UNION. The engine would make FLOATs of the others, and so lose all
 * but their first seven digits. Those of arithmetic are among the {@link Operands}. One thread, one statement.
 */
final class Floats {
    private static final Set<String> COMPARISONS = Set.of("=", "<", ">", "<=", ">=", "<>", "!=", "<=>");
    /** Calls whose value is of their first argument's type. */
    private static final Set<String> FIRST =
            Set.of("MAX", "MIN", "ANY_VALUE", "NULLIF", "FIRST_VALUE", "LAST_VALUE", "NTH_VALUE", "LAG", "LEAD");

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final ColumnNames names;
    private final Map<Integer, ValueTexts.Wrap> found = new HashMap<>();
    /** OTHER while it is looked at. */
    private final Map<Item, Type> computed = new HashMap<>();

    private enum Type {
        /** NULL, which is what stands beside it. */
        NONE,
        /** An integer of a type next to which MySQL leaves a FLOAT one. */
        INTEGER,
        FLOAT,
        OTHER;

        Type or(Type other) {
            return compareTo(other) < 0 ? other : this;
        }
    }

    private Floats(List<Token> tokens, ArithmeticTree tree, ColumnNames names) {
        this.tokens = tokens;
        this.tree = tree;
        this.names = names;
    }

    /**
     * What makes DOUBLEs of them, by their first tokens.
     *
     * @param tree of the same tokens
     */
    static Map<Integer, ValueTexts.Wrap> find(List<Token> tokens, ArithmeticTree tree, ColumnNames names) {
        boolean present = names.anyDeclared(type -> type.kind() == Kind.FLOAT)
                || tokens.stream().anyMatch(token -> token.isWord("FLOAT"));
        return present ? new Floats(tokens, tree, names).scan() : Map.of();
    }

    private Map<Integer, ValueTexts.Wrap> scan() {
        for (int i = 1; i < tokens.size() - 2; i++) {
            Token token = tokens.get(i);
            int before = tokens.get(i - 1).isWord("NOT") ? i - 1 : i;
            if (token.kind() == Token.Kind.SYMBOL && COMPARISONS.contains(token.text())) {
                addBefore(i);
                addAt(i + 1);
            } else if (token.isWord("BETWEEN")) {
                addBefore(before);
                addBounds(i + 1);
            } else if (token.isWord("IN") && tokens.get(i + 1).isSymbol("(")) {
                addBefore(before);
                addList(i + 1);
            } else if (token.isWord("CASE") || token.isWord("WHEN")) {
                addAt(i + 1);
            } else if (token.isWord("ABS") && tokens.get(i + 1).isSymbol("(")) {
                addAt(i + 2);
            }
            mix(i, Branches.at(tokens, tree, i));
        }
        names.unions().forEach(this::unite);
        return found;
    }

    private void addBefore(int end) {
        int from = end > 0 ? tree.start(end - 1) : -1;
        boolean alone = from == 0 || (from > 0 && !ArithmeticTree.isOperator(tokens.get(from - 1)));
        if (alone && of(from, end) == Type.FLOAT) {
            put(from, end, "");
        }
    }

    /** Returns what follows, or -1. */
    private int addAt(int from) {
        int end = tree.end(from);
        if (end > 0 && !ArithmeticTree.isOperator(tokens.get(end)) && of(from, end) == Type.FLOAT) {
            put(from, end, "");
        }
        return end;
    }

    private void addBounds(int from) {
        int and = addAt(from);
        if (and > 0 && tokens.get(and).isWord("AND")) {
            addAt(and + 1);
        }
    }

    private void addList(int open) {
        int close = tree.closing(open);
        for (int from = open + 1; from < close; ) {
            addAt(from);
            from = tree.argumentEnd(from, close) + 1;
        }
    }

    private void mix(int at, List<Branch> branches) {
        if (of(at, branches) != Type.OTHER) {
            return;
        }
        for (Branch branch : branches) {
            if (of(branch.from(), branch.to()) == Type.FLOAT) {
                put(branch.from(), branch.to(), "");
            }
        }
    }

    /** The columns of SELECTs whose rows become one result. */
    private void unite(List<Query> queries) {
        int columns =
                queries.stream().mapToInt(query -> query.items().size()).min().orElse(0);
        if (queries.stream().flatMap(query -> query.items().stream()).anyMatch(Item::isAll)) {
            return;
        }
        for (int i = 0; i < columns; i++) {
            int column = i;
            Type type =
                    queries.stream().map(query -> of(query.items().get(column))).reduce(Type.NONE, Type::or);
            if (type == Type.OTHER) {
                queries.forEach(query -> unite(query, query.items().get(column)));
            }
        }
    }

    /** A column keeps its name. */
    private void unite(Query query, Item item) {
        if (of(item) == Type.FLOAT) {
            put(item.from(), item.to(), query.nameToKeep(item, tokens));
        }
    }

    private void put(int from, int to, String behind) {
        found.put(from, new ValueTexts.Wrap(to, "my_double(", ")" + behind, false));
    }

    /** GREATEST and LEAST compare, and so know but DOUBLEs. */
    private Type of(int at, List<Branch> branches) {
        boolean compared = tokens.get(at).isWord("GREATEST") || tokens.get(at).isWord("LEAST");
        Type type = Type.NONE;
        for (Branch branch : branches) {
            Type next = of(branch.from(), branch.to());
            type = type.or(compared && next == Type.INTEGER ? Type.OTHER : next);
        }
        return type;
    }

    private Type of(Item item) {
        Type known = computed.putIfAbsent(item, Type.OTHER);
        if (known != null) {
            return known;
        }
        Type type = of(item.from(), item.to());
        computed.put(item, type);
        return type;
    }

    private Type of(int from, int to) {
        if (from >= to) {
            return Type.OTHER;
        }
        Token first = tokens.get(from);
        if (to == from + 1 && first.isWord("NULL")) {
            return Type.NONE;
        }
        if (tree.end(from) != to) {
            return Type.OTHER;
        }
        if (first.isSymbol("(")) {
            return ofParenthesis(from, to);
        }
        List<Branch> branches = Branches.at(tokens, tree, from);
        if (!branches.isEmpty()) {
            return of(from, branches);
        }
        if (first.kind() == Token.Kind.WORD && tokens.get(from + 1).isSymbol("(")) {
            return ofCall(first.upper(), from + 1, to - 1);
        }
        return ValueTexts.isName(tokens::get, from, to) ? ofName(from, to) : Type.OTHER;
    }

    private Type ofName(int from, int to) {
        Origin origin = names.find(from, to);
        ColumnType type = origin.declared();
        if (type == null) {
            return origin.items().stream().map(this::of).reduce(Type::or).orElse(Type.OTHER);
        }
        return switch (type.kind()) {
            case FLOAT -> Type.FLOAT;
            case BOOLEAN, TINYINT, SMALLINT -> Type.INTEGER;
            default -> Type.OTHER;
        };
    }

    private Type ofParenthesis(int open, int end) {
        Query query = tokens.get(open + 1).isWord("SELECT") ? names.queryAt(open + 1) : null;
        if (query == null) {
            return of(open + 1, end - 1);
        }
        return query.items().size() == 1 && query.to() == end - 1
                ? of(query.items().get(0))
                : Type.OTHER;
    }

    private Type ofCall(String function, int open, int close) {
        if (FIRST.contains(function)) {
            return of(open + 1, tree.argumentEnd(open + 1, close));
        }
        if (function.equals("CAST") || function.equals("CONVERT")) {
            Token last = tokens.get(close - 1);
            return last.isWord("FLOAT") ? Type.FLOAT : Type.OTHER;
        }
        return Type.OTHER;
    }
}
