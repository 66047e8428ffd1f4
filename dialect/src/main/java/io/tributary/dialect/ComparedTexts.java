package io.tributary.dialect;

import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.ArithmeticTree.Sum;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds texts that are compared with exact numbers. MySQL compares the two as numbers; the engine would make the text one of
 * the other's own type first, and round it: {@code n = '1.5'} would hold of 2, {@code n > '1.5'} not of it.
 *
 * <pre>
 * n = '1.5'   n BETWEEN '0.5' AND '2'   n IN ('1.5', 2)   CASE n WHEN '1.5' THEN …   COUNT(*) > '1.5'   a literal is written as a number
 * s = 1       s > n + 1   s IN (1, 2)   s BETWEEN 1 AND 2   LEFT(s, 1) = 1                              the text becomes an operand, as of arithmetic
 * </pre>
 *
 * What is a number and what a text is seen by the words, and by the types that columns were declared with. One thread, one
 * statement.
 */
final class ComparedTexts {
    private static final Set<String> COMPARISONS = Set.of("=", "<", ">", "<=", ">=", "<>", "!=", "<=>");
    /** Symbols that make another value of the text before or behind them. */
    private static final Set<String> BESIDE =
            Set.of("+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "||", "!", ".", "->", "->>", "[");

    private static final Set<String> BESIDE_WORDS = Set.of(
            "DIV", "MOD", "COLLATE", "LIKE", "REGEXP", "RLIKE", "DATE", "TIME", "TIMESTAMP", "INTERVAL", "BINARY");

    /** Calls whose value is an exact number, whatever they are given. */
    private static final Set<String> NUMBERS = Set.of(
            "ASCII",
            "AVG",
            "BIT_COUNT",
            "BIT_LENGTH",
            "CHAR_LENGTH",
            "CHARACTER_LENGTH",
            "COUNT",
            "DATEDIFF",
            "DAY",
            "DAYOFMONTH",
            "DAYOFWEEK",
            "DAYOFYEAR",
            "DENSE_RANK",
            "FIELD",
            "FIND_IN_SET",
            "HOUR",
            "INSTR",
            "JSON_DEPTH",
            "JSON_LENGTH",
            "LENGTH",
            "LOCATE",
            "MICROSECOND",
            "MINUTE",
            "MONTH",
            "NTILE",
            "OCTET_LENGTH",
            "ORD",
            "POSITION",
            "QUARTER",
            "RANK",
            "ROW_NUMBER",
            "SECOND",
            "SIGN",
            "STRCMP",
            "SUM",
            "TIMESTAMPDIFF",
            "TO_DAYS",
            "TO_SECONDS",
            "WEEK",
            "WEEKDAY",
            "WEEKOFYEAR",
            "YEAR",
            "YEARWEEK");

    /** Calls whose value may be a text. */
    private static final Set<String> TEXTS = Set.of(
            "ANY_VALUE",
            "COALESCE",
            "CONCAT",
            "CONCAT_WS",
            "DATE_FORMAT",
            "ELT",
            "GREATEST",
            "IF",
            "IFNULL",
            "LEAST",
            "LEFT",
            "LOWER",
            "LPAD",
            "LTRIM",
            "MAX",
            "MID",
            "MIN",
            "NULLIF",
            "NVL",
            "REGEXP_SUBSTR",
            "REPLACE",
            "REVERSE",
            "RIGHT",
            "RPAD",
            "RTRIM",
            "SUBSTR",
            "SUBSTRING",
            "SUBSTRING_INDEX",
            "TRIM",
            "UPPER");

    /** Calls whose value is of the type of their arguments. */
    private static final Set<String> PASSING =
            Set.of("ANY_VALUE", "COALESCE", "GREATEST", "IF", "IFNULL", "LEAST", "MAX", "MIN", "NULLIF", "NVL");

    /** Calls whose value is a DATE or DATETIME. */
    private static final Set<String> MOMENTS = Set.of(
            "ADDDATE",
            "CURDATE",
            "CURRENT_DATE",
            "CURRENT_TIMESTAMP",
            "DATE",
            "DATE_ADD",
            "DATE_SUB",
            "FROM_DAYS",
            "LAST_DAY",
            "LOCALTIMESTAMP",
            "MAKEDATE",
            "NOW",
            "SUBDATE",
            "SYSDATE",
            "TIMESTAMP",
            "UTC_DATE",
            "UTC_TIMESTAMP");

    /** Words within a call that may hold comparisons, too: an operand must hold none, or texts would grow with each level. */
    private static final Set<String> HOLDING = Set.of("SELECT", "IN", "BETWEEN", "CASE");

    private static final Pattern NUMBER =
            Pattern.compile("\\s*\\+?(-?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?)\\s*");

    /** Integers to the engine; to MySQL texts that begin with a number. */
    private static final Pattern MISREAD = Pattern.compile("\\s*\\+?(-?(?:0(?=[xXbBoO])|\\d+(?=_)))\\w+\\s*");

    /** The most names that are followed, each of which stands for the next. */
    private static final int DEPTH_MAX = 8;

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final ColumnNames names;
    private final Map<Integer, String> literals = new HashMap<>();
    private final Map<Integer, Integer> operands = new HashMap<>();
    private final Map<Integer, Integer> moments = new HashMap<>();

    /**
     * What is written otherwise.
     *
     * @param literals the number that is written for a string
     * @param operands first tokens, and those behind the last, of what {@link Operands} would find beside arithmetic
     * @param moments the same, of texts that stand for a moment
     */
    record Found(Map<Integer, String> literals, Map<Integer, Integer> operands, Map<Integer, Integer> moments) {}

    private ComparedTexts(List<Token> tokens, ArithmeticTree tree, ColumnNames names) {
        this.tokens = tokens;
        this.tree = tree;
        this.names = names;
    }

    /** @param rows that are compared place by place */
    static Found find(
            List<Token> tokens, ArithmeticTree tree, ColumnNames names, Collection<RowComparisons.Comparison> rows) {
        ComparedTexts texts = new ComparedTexts(tokens, tree, names);
        for (RowComparisons.Comparison comparison : rows) {
            for (List<int[]> right : comparison.rights()) {
                for (int i = 0; i < right.size(); i++) {
                    texts.pair(comparison.left().get(i), right.get(i));
                    texts.pair(right.get(i), comparison.left().get(i));
                }
            }
        }
        int assignmentsEnd = texts.assignmentsEnd();
        int depth = 0;
        for (int i = 0; i < tokens.size() - 1; i++) {
            depth += tokens.get(i).nesting();
            // There = is no comparison.
            boolean assigned = depth == 0
                    && i < assignmentsEnd
                    && (texts.at(i - 1).isWord("SET") || texts.at(i - 1).isSymbol(","));
            if (!assigned && texts.mayBegin(i)) {
                texts.value(i);
            }
            if (texts.isCall(i)) {
                texts.arguments(i, tokens.get(i).upper());
            }
        }
        return new Found(texts.literals, texts.operands, texts.moments);
    }

    /** Two values, each of them a first token and the one behind the last. */
    private void pair(int[] value, int[] other) {
        Sum sum = tree.at(value[0]);
        boolean whole =
                at(other[0]).kind() == Token.Kind.STRING ? other[1] == other[0] + 1 : behind(other[0]) == other[1];
        if (sum != null && sum.to() == value[1] && whole && isNumber(sum, 0)) {
            compared(other[0]);
        }
    }

    /** Returns where the assignments of an UPDATE end; 0 for any other statement. */
    private int assignmentsEnd() {
        int depth = 0;
        boolean set = false;
        for (int i = 0; i < tokens.size() - 1; i++) {
            Token token = tokens.get(i);
            depth += token.nesting();
            set |= depth == 0 && token.isWord("SET");
            if (set && depth == 0 && (token.isWord("WHERE") || token.isWord("ORDER") || token.isWord("LIMIT"))) {
                return i;
            }
        }
        return set ? tokens.size() : 0;
    }

    private boolean mayBegin(int i) {
        Token token = tokens.get(i);
        return token.isName() || token.kind() == Token.Kind.NUMBER || token.isSymbol("(") || token.isSymbol("-");
    }

    private void value(int from) {
        Sum value = tree.at(from);
        if (value == null || !isCompared(from, value.to())) {
            return;
        }
        if (isNumber(value, 0)) {
            number(from, value.to());
        } else if (isMoment(value)) {
            moment(from, value.to());
        } else if (isText(value, 0)) {
            text(from, value.to());
        }
    }

    /** NULLIF compares its arguments, GREATEST and LEAST do. */
    private void arguments(int name, String function) {
        boolean all = function.equals("GREATEST") || function.equals("LEAST");
        if (!all && !function.equals("NULLIF")) {
            return;
        }
        int close = tree.closing(name + 1);
        boolean number = false;
        List<Integer> texts = new ArrayList<>();
        for (int from = name + 2; from < close; from = tree.argumentEnd(from, close) + 1) {
            Sum sum = tree.at(from);
            number |= sum != null && isNumber(sum, 0);
            if (at(from).kind() == Token.Kind.STRING && (all || from > name + 2)) {
                texts.add(from);
            }
        }
        if (number) {
            texts.forEach(this::literal);
        }
    }

    /** The engine compares moments with texts that are literals alone. */
    private void moment(int from, int to) {
        if (isComparison(to)) {
            asMoment(to + 1);
        }
        if (isComparison(from - 1)) {
            int start = tree.start(from - 2);
            if (start >= 0 && behind(start) == from - 1) {
                asMoment(start);
            }
        }
        int word = at(to).isWord("NOT") ? to + 1 : to;
        if (at(word).isWord("BETWEEN")) {
            int and = behind(word + 1);
            asMoment(word + 1);
            if (and > 0 && at(and).isWord("AND")) {
                asMoment(and + 1);
            }
        }
    }

    private void asMoment(int from) {
        Sum other = tree.at(from);
        boolean passing = isCall(from) && PASSING.contains(at(from).upper());
        if (other != null && !passing && isText(other, 0)) {
            moments.put(from, other.to());
        }
    }

    private boolean isMoment(Sum sum) {
        if (!sum.isFactor()) {
            return false;
        }
        int from = sum.from();
        if (isCall(from)) {
            return MOMENTS.contains(at(from).upper()) && tree.closing(from + 1) == sum.to() - 1;
        }
        ColumnType type = at(from).isName() ? names.find(from, sum.to()).declared() : null;
        return type != null && (type.kind() == ColumnType.Kind.DATE || type.kind() == ColumnType.Kind.DATETIME);
    }

    private boolean isCompared(int from, int to) {
        Token after = at(at(to).isWord("NOT") ? to + 1 : to);
        return isComparison(to)
                || isComparison(from - 1)
                || after.isWord("IN")
                || after.isWord("BETWEEN")
                || at(from - 1).isWord("CASE");
    }

    /** What the number of these tokens is compared with. */
    private void number(int from, int to) {
        if (isComparison(to)) {
            compared(to + 1);
        }
        if (isComparison(from - 1)) {
            int last = from - 2;
            int start = at(last).kind() == Token.Kind.STRING ? last : tree.start(last);
            if (start >= 0 && (start == last || behind(start) == last + 1)) {
                compared(start);
            }
        }
        int word = at(to).isWord("NOT") ? to + 1 : to;
        if (at(word).isWord("IN") && at(word + 1).isSymbol("(")) {
            list(word + 1);
        } else if (at(word).isWord("BETWEEN")) {
            int and = at(word + 1).kind() == Token.Kind.STRING ? word + 2 : behind(word + 1);
            literal(word + 1);
            if (and > 0 && at(and).isWord("AND")) {
                literal(and + 1);
            }
        } else if (at(from - 1).isWord("CASE")) {
            cases(to);
        }
    }

    private void compared(int from) {
        if (at(from).kind() == Token.Kind.STRING) {
            literal(from);
            return;
        }
        Sum other = tree.at(from);
        if (other != null && isText(other, 0)) {
            operands.put(from, other.to());
        }
    }

    /** Literals that stand alone in the list that begins here. */
    private void list(int open) {
        int close = tree.closing(open);
        for (int i = open + 1; i < close; i++) {
            boolean first = at(i - 1).isSymbol(",") || i == open + 1;
            if (first && (i + 1 == close || at(i + 1).isSymbol(","))) {
                literal(i);
            }
            i = at(i).nesting() > 0 ? tree.closing(i) : i;
        }
    }

    /** Finds the literals that a CASE compares with, from its first WHEN on. */
    private void cases(int from) {
        int nested = 0;
        for (int i = from; i < tokens.size() - 1; i++) {
            if (nested == 0 && at(i).isWord("WHEN") && at(i + 2).isWord("THEN")) {
                literal(i + 1);
            }
            nested += at(i).isWord("CASE") ? 1 : 0;
            if (at(i).isWord("END") && --nested < 0) {
                return;
            }
        }
    }

    private void literal(int i) {
        Token text = at(i);
        if (text.kind() != Token.Kind.STRING || isBeside(at(i + 1)) || isBeside(at(i - 1))) {
            return;
        }
        Matcher number = NUMBER.matcher(text.text());
        if (number.matches() && !Double.isInfinite(Double.parseDouble(number.group(1)))) {
            literals.put(i, number.group(1));
            return;
        }
        Matcher misread = MISREAD.matcher(text.text());
        if (misread.matches()) {
            literals.put(i, misread.group(1));
        }
    }

    private static boolean isBeside(Token token) {
        return token.kind() == Token.Kind.SYMBOL
                ? BESIDE.contains(token.text())
                : token.kind() == Token.Kind.WORD && BESIDE_WORDS.contains(token.upper());
    }

    /** Whether the text of these tokens is compared with numbers alone; with a single one see {@link #number}. */
    private void text(int from, int to) {
        int word = at(to).isWord("NOT") ? to + 1 : to;
        boolean numbers = false;
        if (at(word).isWord("IN") && at(word + 1).isSymbol("(")) {
            numbers = allNumbers(word + 2, tree.closing(word + 1));
        } else if (at(word).isWord("BETWEEN")) {
            int and = numberEnd(word + 1);
            numbers = and > 0 && at(and).isWord("AND") && numberEnd(and + 1) > 0;
        }
        if (numbers) {
            operands.put(from, to);
        }
    }

    private boolean allNumbers(int from, int close) {
        int i = from;
        while (i < close) {
            i += at(i).isSymbol("-") ? 1 : 0;
            if (at(i).kind() != Token.Kind.NUMBER
                    || !(i + 1 == close || at(i + 1).isSymbol(","))) {
                return false;
            }
            i += 2;
        }
        return i > from;
    }

    private int numberEnd(int from) {
        Sum sum = tree.at(from);
        return sum != null && isNumber(sum, 0) ? sum.to() : -1;
    }

    private int behind(int from) {
        Sum sum = tree.at(from);
        return sum == null ? -1 : sum.to();
    }

    private boolean isNumber(Sum sum, int depth) {
        if (!sum.isFactor()) {
            return true;
        }
        int from = sum.terms().get(0).factors().get(0).value();
        int to = sum.to();
        Token first = tokens.get(from);
        if (first.kind() == Token.Kind.NUMBER) {
            return true;
        }
        if (isCall(from) && NUMBERS.contains(first.upper())) {
            return true;
        }
        if (first.isSymbol("(") || first.isWord("CASE") || isCall(from)) {
            List<Sum> parts = sum.terms().get(0).factors().get(0).parts();
            return !parts.isEmpty() && parts.stream().allMatch(part -> isNumber(part, depth));
        }
        return depth < DEPTH_MAX && isNumber(names.find(from, to), depth);
    }

    /** Whether it is a number; where a query computes it, each SELECT must give one. */
    private boolean isNumber(ColumnNames.Origin origin, int depth) {
        ColumnType type = origin.declared();
        if (type != null) {
            return switch (type.kind()) {
                case TINYINT, SMALLINT, INT, BIGINT, LARGEINT, DECIMAL -> true;
                default -> false;
            };
        }
        return !origin.items().isEmpty()
                && origin.items().stream().allMatch(item -> {
                    Sum sum = tree.at(item.from());
                    return sum != null && sum.to() == item.to() && isNumber(sum, depth + 1);
                });
    }

    /** A column or a call without a sign, whose value may be a text. */
    private boolean isText(Sum sum, int depth) {
        int from = sum.from();
        if (!sum.isFactor() || sum.terms().get(0).factors().get(0).value() != from || isBeside(at(sum.to()))) {
            return false;
        }
        Token first = tokens.get(from);
        if (first.isSymbol("(")) {
            List<Sum> parts = sum.terms().get(0).factors().get(0).parts();
            return !parts.isEmpty() && parts.stream().allMatch(part -> isText(part, depth + 1));
        }
        if (isCall(from)) {
            return TEXTS.contains(first.upper())
                    && tree.closing(from + 1) == sum.to() - 1
                    && !holdsComparisons(from + 2, sum.to() - 1);
        }
        if (!first.isName()) {
            return first.kind() == Token.Kind.STRING && depth > 0;
        }
        ColumnNames.Origin origin = names.find(from, sum.to());
        ColumnType type = origin.declared();
        if (type != null) {
            return switch (type.kind()) {
                case CHAR, VARCHAR, STRING -> true;
                default -> false;
            };
        }
        return depth < DEPTH_MAX
                && origin.items().stream().anyMatch(item -> {
                    Sum value = tree.at(item.from());
                    return value != null && value.to() == item.to() && isText(value, depth + 1);
                });
    }

    private boolean holdsComparisons(int from, int to) {
        for (int i = from; i < to; i++) {
            Token token = tokens.get(i);
            if (isComparison(i) || (token.kind() == Token.Kind.WORD && HOLDING.contains(token.upper()))) {
                return true;
            }
        }
        return false;
    }

    private boolean isCall(int from) {
        return at(from).kind() == Token.Kind.WORD && at(from + 1).isSymbol("(");
    }

    private boolean isComparison(int i) {
        return at(i).kind() == Token.Kind.SYMBOL && COMPARISONS.contains(at(i).text());
    }

    private Token at(int index) {
        return tokens.get(Math.max(0, Math.min(index, tokens.size() - 1)));
    }
}
