package io.tributary.dialect;

import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.ArithmeticTree.Factor;
import io.tributary.dialect.ArithmeticTree.Sum;
import io.tributary.dialect.ArithmeticTree.Term;
import io.tributary.dialect.Query.Item;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which integers of a statement are UNSIGNED to MySQL. The engine keeps such columns in signed types, so they are known by
 * their declarations, and followed through arithmetic, calls and queries. One thread, one statement.
 */
final class UnsignedTypes {
    /** Calls whose value is of their first argument's type. */
    private static final Set<String> FIRST = Set.of(
            "ABS",
            "ROUND",
            "TRUNCATE",
            "FLOOR",
            "CEIL",
            "CEILING",
            "NULLIF",
            "MAX",
            "MIN",
            "ANY_VALUE",
            "FIRST_VALUE",
            "LAST_VALUE",
            "NTH_VALUE",
            "LAG",
            "LEAD");
    /** Calls whose value is that of one of their arguments. */
    private static final Set<String> ANY = Set.of("IF", "IFNULL", "NVL", "COALESCE", "GREATEST", "LEAST");

    private static final Set<String> SIGNED = Set.of(
            "COUNT",
            "LENGTH",
            "OCTET_LENGTH",
            "CHAR_LENGTH",
            "CHARACTER_LENGTH",
            "YEAR",
            "MONTH",
            "DAY",
            "HOUR",
            "MINUTE",
            "SECOND",
            "DATEDIFF",
            "TO_DAYS",
            "SIGN",
            "BIT_COUNT",
            "ROW_NUMBER",
            "RANK",
            "DENSE_RANK");
    private static final Set<String> UNSIGNED = Set.of("CRC32", "INET_ATON");
    private static final Set<String> WIDE = Set.of("BIT_AND", "BIT_OR", "BIT_XOR");
    private static final Set<String> BIT_OPERATORS = Set.of("|", "&", "^", "<<", ">>");

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final ColumnNames names;
    private final boolean absent;
    /** What queries compute; OTHER while it is looked at. */
    private final Map<Item, Signedness> computed = new HashMap<>();

    /** What MySQL makes of a value. */
    enum Signedness {
        /** NULL, which is of the type of what stands beside it. */
        NONE,
        /** No integer, or not known. */
        OTHER,
        SIGNED,
        UNSIGNED,
        /** Unsigned, of 64 bits, which the engine keeps in more. */
        WIDE;

        /** Returns what a sum or product is. */
        Signedness with(Signedness other) {
            if (this == NONE || other == NONE || this == OTHER || other == OTHER) {
                return OTHER;
            }
            return compareTo(other) < 0 ? other : this;
        }

        /** Returns what a value is that is one of two. */
        Signedness or(Signedness other) {
            if (this == other || other == NONE) {
                return this;
            }
            if (this == NONE) {
                return other;
            }
            if (isUnsigned() && other.isUnsigned()) {
                return WIDE;
            }
            boolean integers = this != OTHER && other != OTHER && this != WIDE && other != WIDE;
            return integers ? SIGNED : OTHER;
        }

        boolean isUnsigned() {
            return this == UNSIGNED || this == WIDE;
        }
    }

    UnsignedTypes(List<Token> tokens, ArithmeticTree tree, ColumnNames names) {
        this.tokens = tokens;
        this.tree = tree;
        this.names = names;
        absent = !names.anyDeclared(ColumnType::isUnsigned) && tokens.stream().noneMatch(UnsignedTypes::isMaking);
    }

    private static boolean isMaking(Token token) {
        return switch (token.kind()) {
            case BINARY -> true;
            case SYMBOL -> BIT_OPERATORS.contains(token.text());
            case WORD -> token.isWord("UNSIGNED") || UNSIGNED.contains(token.upper()) || WIDE.contains(token.upper());
            default -> false;
        };
    }

    /** Whether nothing in the statement is UNSIGNED; all else is OTHER then. */
    boolean areAbsent() {
        return absent;
    }

    Signedness of(Sum sum) {
        Signedness type = of(sum.terms().get(0));
        for (int i = 1; i < sum.terms().size(); i++) {
            type = type.with(of(sum.terms().get(i)));
        }
        return type;
    }

    Signedness of(Term term) {
        Signedness type = of(term.factors().get(0));
        for (int i = 0; i < term.operators().size(); i++) {
            type = product(type, term.operators().get(i), of(term.factors().get(i + 1)));
        }
        return type;
    }

    Signedness product(Signedness left, int operator, Signedness right) {
        Token token = tokens.get(operator);
        if (token.isSymbol("/")) {
            return Signedness.OTHER;
        }
        boolean remainder = token.isSymbol("%") || token.isWord("MOD");
        return remainder && left.with(right) != Signedness.OTHER ? left : left.with(right);
    }

    Signedness of(Factor factor) {
        Signedness type = ofValue(factor);
        for (int i = factor.from(); i < factor.value(); i++) {
            if (tokens.get(i).isSymbol("-") && type != Signedness.OTHER) {
                return Signedness.SIGNED;
            }
        }
        return type;
    }

    /** Returns what the factor is without its signs. */
    Signedness ofValue(Factor factor) {
        if (absent) {
            return Signedness.OTHER;
        }
        int value = factor.value();
        Token first = tokens.get(value);
        switch (first.kind()) {
            case NUMBER -> {
                return ofLiteral(first);
            }
            case BINARY -> {
                return first.text().isEmpty()
                        ? Signedness.OTHER
                        : new BigInteger(first.text(), 16).bitLength() < Long.SIZE
                                ? Signedness.UNSIGNED
                                : Signedness.WIDE;
            }
            case WORD, NAME -> {
                // Below.
            }
            case SYMBOL -> {
                return first.isSymbol("(") ? ofParenthesis(value, factor.to()) : Signedness.OTHER;
            }
            case STRING, PARAMETER, END -> {
                return Signedness.OTHER;
            }
        }
        if (first.isWord("NULL")) {
            return Signedness.NONE;
        }
        if (first.isWord("CASE")) {
            return factor.parts().stream().map(this::of).reduce(Signedness::or).orElse(Signedness.OTHER);
        }
        return tokens.get(value + 1).isSymbol("(") ? ofCall(value) : ofColumn(value, factor.to());
    }

    private static Signedness ofLiteral(Token number) {
        if (!number.text().matches("\\d{1,20}")) {
            return Signedness.OTHER;
        }
        int bits = new BigInteger(number.text()).bitLength();
        return bits < Long.SIZE ? Signedness.SIGNED : bits == Long.SIZE ? Signedness.WIDE : Signedness.OTHER;
    }

    private Signedness ofParenthesis(int open, int end) {
        Signedness whole = ofWhole(open + 1, end - 1);
        if (whole != Signedness.OTHER) {
            return whole;
        }
        Query query = tokens.get(open + 1).isWord("SELECT") ? names.queryAt(open + 1) : null;
        if (query != null) {
            return query.items().size() == 1 && !tokens.get(query.to()).isWord("UNION")
                    ? ofItem(query.items().get(0))
                    : Signedness.OTHER;
        }
        int depth = 0;
        for (int i = open + 1; i < end - 1; i++) {
            Token token = tokens.get(i);
            depth += token.nesting();
            if (depth == 0 && token.kind() == Token.Kind.SYMBOL && BIT_OPERATORS.contains(token.text())) {
                return Signedness.UNSIGNED;
            }
        }
        return Signedness.OTHER;
    }

    private Signedness ofCall(int name) {
        if (tokens.get(name).kind() != Token.Kind.WORD) {
            return Signedness.OTHER;
        }
        String function = tokens.get(name).upper();
        int open = name + 1;
        int close = tree.closing(open);
        if (FIRST.contains(function)) {
            return ofWhole(open + 1, tree.argumentEnd(open + 1, close));
        }
        if (ANY.contains(function)) {
            int from = function.equals("IF") ? tree.argumentEnd(open + 1, close) + 1 : open + 1;
            return ofAny(from, close);
        }
        if (SIGNED.contains(function)) {
            return Signedness.SIGNED;
        }
        if (function.equals("MOD")) {
            int comma = tree.argumentEnd(open + 1, close);
            Signedness left = ofWhole(open + 1, comma);
            return left.with(ofWhole(comma + 1, close)) == Signedness.OTHER ? Signedness.OTHER : left;
        }
        if (function.equals("CAST") || function.equals("CONVERT")) {
            return ofCast(close);
        }
        return UNSIGNED.contains(function)
                ? Signedness.UNSIGNED
                : WIDE.contains(function) ? Signedness.WIDE : Signedness.OTHER;
    }

    private Signedness ofAny(int first, int close) {
        Signedness type = Signedness.NONE;
        for (int from = first; from < close; ) {
            int end = tree.argumentEnd(from, close);
            type = type.or(ofWhole(from, end));
            from = end + 1;
        }
        return type;
    }

    private Signedness ofCast(int close) {
        int last = close - 1;
        int type = tokens.get(last).isWord("INTEGER") || tokens.get(last).isWord("INT") ? last - 1 : last;
        return tokens.get(type).isWord("UNSIGNED")
                ? Signedness.WIDE
                : tokens.get(type).isWord("SIGNED") ? Signedness.SIGNED : Signedness.OTHER;
    }

    /** Returns what these tokens are; OTHER unless they are arithmetic as a whole. */
    private Signedness ofWhole(int from, int to) {
        Sum sum = from < to ? tree.at(from) : null;
        return sum != null && sum.to() == to ? of(sum) : Signedness.OTHER;
    }

    private Signedness ofColumn(int from, int to) {
        if (!ValueTexts.isName(tokens::get, from, to)) {
            return Signedness.OTHER;
        }
        ColumnNames.Origin origin = names.find(from, to);
        return origin.declared() != null
                ? ofDeclared(origin.declared())
                : origin.items().stream()
                        .map(this::ofItem)
                        .reduce(Signedness::or)
                        .orElse(Signedness.OTHER);
    }

    private Signedness ofItem(Item item) {
        Signedness known = computed.putIfAbsent(item, Signedness.OTHER);
        if (known != null) {
            return known;
        }
        Signedness type = ofWhole(item.from(), item.to());
        computed.put(item, type);
        return type;
    }

    private static Signedness ofDeclared(ColumnType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> type.isUnsigned() ? Signedness.UNSIGNED : Signedness.SIGNED;
            case LARGEINT -> type.isUnsigned() ? Signedness.WIDE : Signedness.OTHER;
            default -> Signedness.OTHER;
        };
    }
}
