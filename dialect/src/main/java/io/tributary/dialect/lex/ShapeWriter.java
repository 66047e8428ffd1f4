package io.tributary.dialect.lex;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.lex.Level.Clause;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Goes through a statement's tokens once and writes its {@link Shape}. It knows of each token in which brackets and clause it
 * stands and whether an operand is due there, and so which words are names and which parentheses hold an expression.
 */
final class ShapeWriter {
    /** Levels and tokens that half a megabyte of stack is enough for, whatever they are. */
    private static final int SHALLOW = 20;

    private static final int SHORT = 400;

    private final SqlMode mode;
    private final Pieces pieces;
    private final SelectLabels labels;
    private final Clauses clauses;
    private final Deque<Level> levels = new ArrayDeque<>();
    private Level level = new Level(Level.Kind.QUERY, -1, "", 0);
    private int deepest;
    private int parameters;

    ShapeWriter(String sql, List<Token> tokens, SqlMode mode) {
        this.mode = mode;
        pieces = new Pieces(sql, tokens);
        labels = new SelectLabels(sql, tokens, pieces);
        clauses = new Clauses(pieces, labels);
    }

    Lexed write() {
        int i = 0;
        while (token(i).kind() != Token.Kind.END) {
            i = next(i);
            deepest = Math.max(deepest, level.depth());
        }
        if (!levels.isEmpty()) {
            throw pieces.refused(i);
        }
        clauses.end(level, i);
        return pieces.lexed(labels, deepest > SHALLOW || i > SHORT, parameters);
    }

    private Token token(int i) {
        return pieces.token(i);
    }

    private String word(int i) {
        return pieces.word(i);
    }

    /** Writes the token, and those that belong to it; returns the one behind. */
    private int next(int i) {
        Token token = token(i);
        switch (token.kind()) {
            case STRING, BINARY, NUMBER -> {
                pieces.literal(i);
                endOperand(i);
            }
            case PARAMETER -> {
                parameters++;
                level.operand = false;
            }
            case VARIABLE -> {
                boolean system = token.text().startsWith("@@");
                String name = Pieces.quoted(token.text().substring(system ? 2 : 1));
                pieces.replace(i, (system ? Mark.SYSTEM_VARIABLE : Mark.USER_VARIABLE).call() + name + " )");
                level.operand = false;
            }
            case NAME -> name(i);
            case WORD -> {
                if (!pieces.isSymbol(i - 1, ".") && !pieces.isSymbol(i + 1, ".")) {
                    return word(i, token.word());
                }
                name(i);
            }
            default -> {
                return symbol(i, token.text());
            }
        }
        return i + 1;
    }

    private void name(int i) {
        pieces.quote(i);
        endOperand(i);
    }

    /** A name or a string behind a value is its alias. */
    private void endOperand(int i) {
        if (!level.operand && !word(i - 1).equals("OVER")) {
            level.alias = i;
        }
        level.operand = false;
    }

    // ---- symbols

    private int symbol(int i, String symbol) {
        switch (symbol) {
            case "(", "[", "{" -> {
                if (symbol.equals("{") && !Words.ESCAPES.contains(word(i + 1))) {
                    throw pieces.refused(i);
                }
                return open(i, symbol);
            }
            case ")", "]", "}" -> {
                return close(i);
            }
            case "->", "->>" -> {
                if (token(i + 1).kind() == Token.Kind.STRING) {
                    pieces.replace(i, "[ " + (symbol.equals("->") ? Mark.ARROW : Mark.TEXT_ARROW).quoted() + " ,");
                    pieces.literal(i + 1);
                    pieces.append(i + 1, " ]");
                    return i + 2;
                }
                level.operand = true;
            }
            case "," -> comma(i);
            case ";" -> throw pieces.refused(i);
            case "||" ->
                operator(i, mode.has(SqlMode.Mode.PIPES_AS_CONCAT) ? "^ " + Mark.CONCAT.quoted() + " ^" : "OR");
            case "&&" -> operator(i, "AND");
            case "*" -> level.operand = !level.operand;
            case "+", "-", "!", "~" -> {
                if (level.operand) {
                    sign(i, symbol);
                }
                level.operand = true;
            }
            default -> level.operand = true;
        }
        return i + 1;
    }

    private void operator(int i, String written) {
        pieces.replace(i, written);
        level.endPrefixes();
        level.operand = true;
    }

    /** The parser takes few operands behind a sign, and loses one of two {@code !}; behind BINARY it takes all of them. */
    private void sign(int i, String symbol) {
        prefix(i, "BINARY");
        switch (symbol) {
            case "-" -> pieces.replace(i, Mark.MINUS);
            case "+" -> pieces.replace(i, Mark.NOTHING);
            default -> not(i, symbol);
        }
    }

    /** Operators before an operand nest where one stands behind the other. */
    private void prefix(int i, String before) {
        if (word(i - 1).equals(before) || (i > 0 && token(i - 1).kind() == Token.Kind.SYMBOL)) {
            level.prefix();
        }
    }

    private void not(int i, String symbol) {
        pieces.replace(i, symbol.equals("!") && isNot(i + 1) ? "! " + Mark.NOTHING : symbol);
    }

    private boolean isNot(int i) {
        boolean high = mode.has(SqlMode.Mode.HIGH_NOT_PRECEDENCE);
        return pieces.isSymbol(i, "!") || (high && word(i).equals("NOT"));
    }

    private int open(int i, String symbol) {
        Level.Kind kind = symbol.equals("(") ? kind(i) : Level.Kind.CALL;
        if (kind == Level.Kind.GROUP) {
            pieces.replace(i, Mark.GROUP.call());
        }
        levels.push(level);
        level = level.within(kind, i, symbol.equals("(") ? word(i - 1) : symbol);
        if (kind == Level.Kind.WINDOW && token(i + 1).isName() && !Words.WINDOW.contains(word(i + 1))) {
            pieces.replace(
                    i + 1,
                    "PARTITION BY " + Mark.BASE.call()
                            + Pieces.quoted(token(i + 1).text()) + " )");
            level.operand = false;
            return i + 2;
        }
        return i + 1;
    }

    private Level.Kind kind(int i) {
        String before = word(i - 1);
        if (isQuery(i)) {
            return Level.Kind.QUERY;
        }
        if (before.equals("OVER") || (before.equals("AS") && level.clause == Clause.OTHER)) {
            return Level.Kind.WINDOW;
        }
        if (level.atTable()) {
            return Level.Kind.TABLES;
        }
        boolean group = level.operand && !before.equals("IN") && !level.types;
        return group ? Level.Kind.GROUP : Level.Kind.CALL;
    }

    /** Whether these parentheses hold a query, not a value that begins with one. */
    private boolean isQuery(int open) {
        int i = open + 1;
        while (pieces.isSymbol(i, "(") && pieces.close(i) + 1 == pieces.close(i - 1)) {
            i++;
        }
        if (pieces.isSymbol(i, "(")) {
            return Words.BEHIND_QUERY.contains(word(pieces.close(i) + 1)) && isQuery(i);
        }
        boolean start = level.kind == Level.Kind.QUERY && level.clause == Clause.START;
        boolean expected = start || level.atTable() || Words.BEFORE_QUERY.contains(word(open - 1));
        boolean rows = expected && word(i).equals("VALUES") && pieces.isSymbol(i + 1, "(");
        return rows || ((expected || i == open + 1) && Words.isQuery(word(i), token(i + 1)));
    }

    private int close(int i) {
        if (levels.isEmpty() || pieces.close(level.open) != i) {
            throw pieces.refused(i);
        }
        int next = level.kind == Level.Kind.CALL ? nullTreatment(i) : i + 1;
        clauses.end(level, i);
        Level inner = level;
        level = levels.pop();
        level.operand = false;
        boolean first = level.clause == Clause.START && !level.combined && inner.kind == Level.Kind.QUERY;
        if (first && Words.ORDERING.contains(word(next))) {
            if (inner.ordered) {
                throw TributaryException.notSupported(
                        "ORDER BY or LIMIT of a query in parentheses that has one itself");
            }
            // The parser takes no order of parentheses; without them it is the same.
            pieces.replace(inner.open, "");
            pieces.replace(i, "");
        }
        return next;
    }

    /** What may stand between a window function and its OVER; returns the token behind. */
    private int nullTreatment(int i) {
        boolean from = word(i + 1).equals("FROM") && Set.of("FIRST", "LAST").contains(word(i + 2));
        int treatment = from ? i + 3 : i + 1;
        int over = word(treatment + 1).equals("NULLS") ? treatment + 2 : treatment;
        if (over == i + 1 || !word(over).equals("OVER")) {
            return i + 1;
        }
        if (from && word(i + 2).equals("LAST")) {
            throw TributaryException.notSupported("FROM LAST");
        }
        pieces.replace(i, word(treatment).equals("IGNORE") ? ", " + Mark.IGNORE_NULLS.quoted() + " )" : ")");
        for (int each = i + 1; each < over; each++) {
            pieces.replace(each, "");
        }
        return over;
    }

    private void comma(int i) {
        level.endPrefixes();
        level.operand = true;
        level.types = level.kind == Level.Kind.CALL && level.function.equals("CONVERT");
        clauses.comma(level, i);
    }

    // ---- words

    private int word(int i, String word) {
        if (level.types) {
            level.operand = false;
            return i + 1;
        }
        int next = clauses.next(level, i, word);
        if (next > i) {
            return next;
        }
        return level.operand ? operand(i, word) : behindOperand(i, word);
    }

    private int operand(int i, String word) {
        boolean call = pieces.isSymbol(i + 1, "(");
        switch (word) {
            case "CASE" -> level.nest(1);
            case "NOT" -> {
                level.prefix();
                if (isNot(i)) {
                    not(i, "!");
                }
            }
            case "BINARY" -> {
                prefix(i, word);
                pieces.replace(i, Mark.AS_BINARY);
            }
            case "INTERVAL" -> {
                prefix(i, word);
                level.operand = !call || Words.UNITS.contains(word(pieces.close(i + 1) + 1));
            }
            default -> {
                boolean plain =
                        !call && !Words.OPERANDS.contains(word) && token(i + 1).kind() != Token.Kind.STRING;
                if (plain && !isKeyword(i, word)) {
                    name(i);
                } else {
                    level.operand = Words.PREFIX.contains(word);
                }
            }
        }
        return i + 1;
    }

    /** Whether the word stands for itself in the place of a name. */
    private boolean isKeyword(int i, String word) {
        return level.kind == Level.Kind.WINDOW
                ? Words.WINDOW.contains(word)
                : switch (level.function) {
                    case "{" -> true;
                    case "EXTRACT" -> word(i + 1).equals("FROM");
                    case "TRIM" -> Words.TRIM.contains(word);
                    default -> false;
                };
    }

    private int behindOperand(int i, String word) {
        switch (word) {
            case "AS" -> {
                level.types = level.kind == Level.Kind.CALL;
                if (!level.types && token(i + 1).kind() == Token.Kind.WORD) {
                    name(i + 1);
                    return i + 2;
                }
            }
            case "COLLATE" -> {
                pieces.replace(i, "[ " + Mark.COLLATE.quoted() + " ,");
                pieces.quote(i + 1);
                pieces.append(i + 1, " ]");
                return i + 2;
            }
            // The parser does not read these behind a comparison, but their opposites.
            case "REGEXP", "RLIKE" -> operator(i, "NOT REGEXP");
            case "NOT" -> {
                level.operand = true;
                if (Words.REGEXP.contains(word(i + 1))) {
                    pieces.replace(i + 1, "RLIKE");
                }
                return i + 2;
            }
            case "IS" -> {
                int value = word(i + 1).equals("NOT") ? i + 2 : i + 1;
                return Words.VALUES.contains(word(value)) || word(value).equals("UNKNOWN") ? value + 1 : value;
            }
            case "AND", "OR", "XOR", "WHEN", "THEN", "ELSE" -> {
                level.endPrefixes();
                level.operand = true;
            }
            case "END" -> level.nest(-1);
            case "MEMBER" -> refuse(word(i + 1).equals("OF"), "MEMBER OF");
            case "GROUPS" -> refuse(level.kind == Level.Kind.WINDOW, word);
            case "RETURNING" -> refuse(level.kind == Level.Kind.CALL, word);
            default -> {
                if (isAlias(i, word)) {
                    name(i);
                } else if (!Words.UNITS.contains(word)) {
                    endOperand(i);
                    level.operand = Words.INFIX.contains(word);
                }
            }
        }
        return i + 1;
    }

    /** Whether a word behind a value or a table can be nothing else, whatever it means elsewhere. */
    private boolean isAlias(int i, String word) {
        boolean listed = level.clause == Clause.LIST || level.clause == Clause.FROM;
        boolean last =
                pieces.isSymbol(i + 1, ",") || pieces.isSymbol(i + 1, ")") || Words.BEHIND_NAME.contains(word(i + 1));
        return listed
                && (last || token(i + 1).kind() == Token.Kind.END)
                && !Words.UNITS.contains(word)
                && !Words.NO_ALIASES.contains(word)
                && !Words.BEHIND_NAME.contains(word);
    }

    private static void refuse(boolean refused, String what) {
        if (refused) {
            throw TributaryException.notSupported(what);
        }
    }
}
