package io.tributary.dialect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic as MySQL groups it: sums of terms of factors, by their tokens. What it does not know, an INTERVAL for one, is
 * no arithmetic to it. One thread, one statement.
 */
final class ArithmeticTree {
    private static final Set<String> SIGNS = Set.of("+", "-");
    private static final Set<String> FACTORS = Set.of("*", "/", "%");
    /** Symbols behind which no arithmetic begins: more of it stands before them. */
    private static final Set<String> BESIDE =
            Set.of("+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "||", "~", "!", ".", ")", "]", "->", "->>");

    private static final Set<String> OPERATORS =
            Set.of("+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "||", "~", "!");
    /** Words after which a string is a literal of another type. */
    private static final Set<String> TYPED = Set.of("DATE", "TIME", "TIMESTAMP");
    /** Calls whose value is that of an argument, or made of the values of one. */
    private static final Set<String> PASSING = Set.of(
            "IF",
            "IFNULL",
            "NVL",
            "COALESCE",
            "NULLIF",
            "GREATEST",
            "LEAST",
            "MOD",
            "MAX",
            "MIN",
            "SUM",
            "AVG",
            "ABS",
            "ANY_VALUE");

    private final List<Token> tokens;
    private final Set<String> keywords;
    private final Map<Integer, Optional<Sum>> sums = new HashMap<>();

    /** @param keywords words that are neither a name nor the end of an operand, in upper case */
    ArithmeticTree(List<Token> tokens, Set<String> keywords) {
        this.tokens = tokens;
        this.keywords = keywords;
    }

    /** Whether an operand beside it is a part of arithmetic. */
    static boolean isOperator(Token token) {
        return token.kind() == Token.Kind.SYMBOL
                ? OPERATORS.contains(token.text())
                : token.isWord("DIV") || token.isWord("MOD");
    }

    /** Terms with signs between them. Positions are first tokens and those behind the last. */
    record Sum(int from, int to, List<Term> terms, List<Integer> signs) {
        boolean isFactor() {
            return terms.size() == 1 && terms.get(0).factors().size() == 1;
        }
    }

    /** Factors with operators between them. */
    record Term(int from, int to, List<Factor> factors, List<Integer> operators) {}

    /**
     * A literal, name, call, CASE or parenthesis.
     *
     * @param value its first token behind its signs
     * @param parts what its value is taken from, where that is arithmetic, too
     */
    record Factor(int from, int to, int value, List<Sum> parts) {}

    /** The whole of the arithmetic that begins here, if any does. */
    @Nullable
    Sum at(int from) {
        if (from > 0 && !mayFollow(tokens.get(from - 1))) {
            return null;
        }
        Sum sum = sum(from);
        return sum == null || tokens.get(sum.to()).isSymbol("^") ? null : sum;
    }

    private boolean mayFollow(Token before) {
        return switch (before.kind()) {
            case SYMBOL -> !BESIDE.contains(before.text());
            case WORD -> keywords.contains(before.upper()) && !before.isWord("MOD") && !before.isWord("DIV");
            case NAME, STRING, BINARY, NUMBER, PARAMETER, END -> false;
        };
    }

    /** Each once: what stands within another one is asked for again and again. */
    private @Nullable Sum sum(int from) {
        Optional<Sum> known = sums.get(from);
        if (known == null) {
            known = Optional.ofNullable(read(from));
            sums.put(from, known);
        }
        return known.orElse(null);
    }

    private @Nullable Sum read(int from) {
        List<Term> terms = new ArrayList<>();
        List<Integer> signs = new ArrayList<>();
        int at = from;
        while (true) {
            Term term = term(at);
            if (term == null) {
                return null;
            }
            terms.add(term);
            at = term.to();
            if (!isOneOf(at, SIGNS)) {
                return new Sum(from, at, List.copyOf(terms), List.copyOf(signs));
            }
            signs.add(at++);
        }
    }

    private @Nullable Term term(int from) {
        List<Factor> factors = new ArrayList<>();
        List<Integer> operators = new ArrayList<>();
        int at = from;
        while (true) {
            Factor factor = factor(at);
            if (factor == null) {
                return null;
            }
            factors.add(factor);
            at = factor.to();
            if (!isOneOf(at, FACTORS)
                    && !tokens.get(at).isWord("DIV")
                    && !tokens.get(at).isWord("MOD")) {
                return new Term(from, at, List.copyOf(factors), List.copyOf(operators));
            }
            operators.add(at++);
        }
    }

    private @Nullable Factor factor(int from) {
        int value = from;
        while (isOneOf(value, SIGNS)) {
            value++;
        }
        int end = end(value);
        return end < 0 ? null : new Factor(from, end, value, parts(value, end));
    }

    private boolean isOneOf(int i, Set<String> symbols) {
        return tokens.get(i).kind() == Token.Kind.SYMBOL
                && symbols.contains(tokens.get(i).text());
    }

    /** Returns the position behind the literal, name, call, CASE or parenthesis that begins here; -1 where none does. */
    int end(int value) {
        Token first = tokens.get(value);
        switch (first.kind()) {
            case STRING, BINARY, NUMBER, PARAMETER -> {
                return value + 1;
            }
            case SYMBOL -> {
                return first.isSymbol("(") ? closing(value) + 1 : -1;
            }
            case END -> {
                return -1;
            }
            case WORD -> {
                if (first.isWord("CASE")) {
                    return behindCase(value);
                }
                boolean modulo = first.isWord("MOD") && tokens.get(value + 1).isSymbol("(");
                if ((keywords.contains(first.upper()) && !modulo)
                        || first.isWord("END")
                        || (TYPED.contains(first.upper())
                                && tokens.get(value + 1).kind() == Token.Kind.STRING)) {
                    return -1;
                }
            }
            case NAME -> {
                // Goes on below.
            }
        }
        int end = value + 1;
        while (tokens.get(end).isSymbol(".") && tokens.get(end + 1).isName()) {
            end += 2;
        }
        if (tokens.get(end).isSymbol("(")) {
            end = closing(end) + 1;
            if (tokens.get(end).isWord("OVER")) {
                end = tokens.get(end + 1).isSymbol("(") ? closing(end + 1) + 1 : Math.min(end + 2, tokens.size() - 1);
            }
        }
        while (tokens.get(end).isSymbol("[")) {
            end = closing(end) + 1;
        }
        return tokens.get(end).isSymbol(".") ? -1 : end;
    }

    /** Where the literal, name, call or parenthesis begins that ends with this token, or -1. */
    int start(int last) {
        int from = last;
        if (tokens.get(last).isSymbol(")")) {
            int depth = 0;
            do {
                depth -= tokens.get(from).nesting();
                from--;
            } while (depth > 0 && from >= 0);
            if (from < 0 || end(from) != last + 1) {
                from++;
            }
        }
        while (from > 1
                && tokens.get(from - 1).isSymbol(".")
                && tokens.get(from - 2).isName()) {
            from -= 2;
        }
        return end(from) == last + 1 ? from : -1;
    }

    private List<Sum> parts(int value, int end) {
        Token first = tokens.get(value);
        if (first.isSymbol("(")) {
            if (tokens.get(value + 1).isWord("SELECT")) {
                return onlyItem(value + 2, end - 1);
            }
            Sum inside = sum(value + 1);
            return inside != null && inside.to() == end - 1 ? List.of(inside) : List.of();
        }
        if (first.isWord("CASE")) {
            return branches(value, end);
        }
        boolean passing = first.kind() == Token.Kind.WORD
                && PASSING.contains(first.upper())
                && tokens.get(value + 1).isSymbol("(")
                && closing(value + 1) == end - 1;
        return passing ? arguments(value + 1, end - 1, first) : List.of();
    }

    /** The value of a subquery that is no UNION. */
    private List<Sum> onlyItem(int from, int close) {
        Sum item = sum(from);
        int behind = item == null ? close : item.to();
        if (behind + 2 <= close && tokens.get(behind).isWord("AS")) {
            behind += 2;
        }
        boolean whole = item != null && (behind == close || tokens.get(behind).isWord("FROM"));
        for (int i = from; i < close && whole; i++) {
            whole = !tokens.get(i).isWord("UNION");
        }
        return item != null && whole ? List.of(item) : List.of();
    }

    private List<Sum> arguments(int open, int close, Token name) {
        List<Sum> found = new ArrayList<>();
        boolean wanted = !name.isWord("IF");
        int from = open + 1;
        int depth = 0;
        for (int i = open + 1; i <= close; i++) {
            if (i < close) {
                depth += tokens.get(i).nesting();
            }
            if (depth == 0 && (i == close || tokens.get(i).isSymbol(","))) {
                addPart(found, wanted ? from : i, i);
                wanted = !name.isWord("NULLIF");
                from = i + 1;
            }
        }
        return List.copyOf(found);
    }

    /** What stands behind THEN and ELSE. */
    private List<Sum> branches(int from, int end) {
        List<Sum> found = new ArrayList<>();
        int start = -1;
        int depth = 0;
        int cases = 0;
        for (int i = from; i < end; i++) {
            Token token = tokens.get(i);
            depth += token.nesting();
            boolean top = depth == 0 && cases == 1;
            if (top && start >= 0 && (token.isWord("WHEN") || token.isWord("ELSE") || token.isWord("END"))) {
                addPart(found, start, i);
                start = -1;
            }
            if (top && (token.isWord("THEN") || token.isWord("ELSE"))) {
                start = i + 1;
            }
            cases += token.isWord("CASE") ? 1 : token.isWord("END") ? -1 : 0;
        }
        return List.copyOf(found);
    }

    private void addPart(List<Sum> found, int from, int to) {
        Sum part = from < to ? sum(from) : null;
        if (part != null && part.to() == to) {
            found.add(part);
        }
    }

    private int behindCase(int from) {
        int cases = 0;
        for (int i = from; i < tokens.size(); i++) {
            cases += tokens.get(i).isWord("CASE") ? 1 : tokens.get(i).isWord("END") ? -1 : 0;
            if (cases == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    /** Returns the position behind the argument of a call that begins here: its comma, or the closing parenthesis. */
    int argumentEnd(int from, int close) {
        int depth = 0;
        for (int i = from; i < close; i++) {
            depth += tokens.get(i).nesting();
            if (depth == 0 && tokens.get(i).isSymbol(",")) {
                return i;
            }
        }
        return close;
    }

    /** Returns where the parenthesis closes; the statement's last token where its parentheses do not match. */
    int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size() - 1; i++) {
            depth += tokens.get(i).nesting();
            if (depth == 0) {
                return i;
            }
        }
        return tokens.size() - 2;
    }
}
