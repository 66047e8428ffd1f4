package io.tributary.dialect;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.dialect.function.JavaFunction;
import io.tributary.dialect.function.JavaFunctions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * Finds the values of which a text is made, and those that one sum is made of: the arguments of functions of text, what is
 * cast to CHAR, and the branches of CASE, IF, IFNULL and COALESCE next to a text. The engine prints some types otherwise
 * than MySQL, truth values for one, and wants all branches of one type; so each value is put into a macro of
 * {@code mysql-functions.sql} that makes it a text, or the number for a sum. What is a text by its syntax stays.
 */
final class ValueTexts {
    private static final Set<String> ALL_TEXTS = Set.of(
            "CONCAT",
            "CONCAT_WS",
            "GROUP_CONCAT",
            "UPPER",
            "UCASE",
            "LOWER",
            "LCASE",
            "REVERSE",
            "REPLACE",
            "STRCMP",
            "LTRIM",
            "RTRIM",
            "TRIM",
            "FIND_IN_SET",
            "CHAR_LENGTH",
            "CHARACTER_LENGTH",
            "STARTS_WITH",
            "ENDS_WITH",
            "TIMEDIFF");
    private static final Set<String> FIRST_TEXT =
            Set.of("LEFT", "RIGHT", "SUBSTRING", "SUBSTR", "MID", "LPAD", "RPAD", "REPEAT");
    private static final Set<String> TWO_TEXTS = Set.of("SUBSTRING_INDEX", "LOCATE", "INSTR");
    /** Functions that take bytes, too: only an argument that is certainly none is made a text. */
    private static final Set<String> TEXT_OR_BYTES =
            Set.of("LENGTH", "OCTET_LENGTH", "BIT_LENGTH", "MD5", "SHA", "SHA1", "SHA2", "CRC32", "TO_BASE64");
    /** Computed in Java, and written by the type of their first argument. */
    private static final Set<String> TYPED = Set.of("FORMAT", "TIME_TO_SEC");
    /** Calls that have no text, or a text as MySQL prints it. */
    private static final Set<String> TEXTS = Set.of(
            "CONCAT",
            "CONCAT_WS",
            "GROUP_CONCAT",
            "UPPER",
            "UCASE",
            "LOWER",
            "LCASE",
            "REVERSE",
            "REPLACE",
            "LTRIM",
            "RTRIM",
            "TRIM",
            "LEFT",
            "RIGHT",
            "SUBSTRING",
            "SUBSTR",
            "MID",
            "LPAD",
            "RPAD",
            "REPEAT",
            "SUBSTRING_INDEX",
            "DATE_FORMAT",
            "TIME_FORMAT",
            "HEX",
            "MD5",
            "SHA",
            "SHA1",
            "SHA2",
            "DAYNAME",
            "MONTHNAME",
            "FORMAT",
            "SPACE",
            "UUID",
            "REGEXP_REPLACE",
            "REGEXP_SUBSTR",
            "JSON_UNQUOTE",
            "JSON_EXTRACT",
            "JSON_VALUE",
            "JSON_OBJECT",
            "JSON_ARRAY",
            "JSON_SET",
            "JSON_INSERT",
            "JSON_REPLACE",
            "JSON_REMOVE",
            "TO_BASE64",
            "DATABASE",
            "SCHEMA");
    /** Calls whose values may be of the types that the engine prints in its own way. */
    private static final Set<String> PRINTED = Set.of(
            "IF",
            "IFNULL",
            "NVL",
            "COALESCE",
            "NULLIF",
            "MAX",
            "MIN",
            "ANY_VALUE",
            "FIRST_VALUE",
            "LAST_VALUE",
            "LAG",
            "LEAD",
            "NTH_VALUE",
            "GREATEST",
            "LEAST",
            "ISNULL",
            "REGEXP_LIKE",
            "JSON_VALID",
            "JSON_CONTAINS",
            "STARTS_WITH",
            "ENDS_WITH",
            "NULL_OR_EMPTY",
            "NOT_NULL_OR_EMPTY",
            "ARRAY_CONTAINS",
            "CAST",
            "CONVERT",
            "SUM",
            "AVG",
            "ROUND",
            "ABS",
            "POW",
            "POWER",
            "SQRT",
            "EXP",
            "LN",
            "LOG",
            "LOG2",
            "LOG10",
            "FLOOR",
            "CEIL",
            "CEILING",
            "TRUNCATE",
            "ELEMENT_AT",
            "MOD",
            "NOW");

    private static final Set<String> BRANCHING = Set.of("IF", "IFNULL", "NVL", "COALESCE");
    private static final Set<String> SUMS = Set.of("SUM", "AVG");

    private static final Set<String> TRUTH_SYMBOLS = Set.of("=", "<", ">", "<=", ">=", "<>", "!=", "<=>", "!", "&&");
    private static final Set<String> TRUTH_WORDS =
            Set.of("AND", "OR", "NOT", "IS", "IN", "LIKE", "BETWEEN", "REGEXP", "RLIKE", "EXISTS");
    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%");
    private static final Set<String> NO_COLUMNS =
            Set.of("NULL", "DEFAULT", "DISTINCT", "ALL", "SELECT", "WITH", "INTERVAL");
    private static final Pattern WHOLE = Pattern.compile("\\s*-?\\d{1,18}\\s*");

    /** They match a text against a pattern. */
    private static final Set<String> MATCHES = Set.of("LIKE", "REGEXP", "RLIKE");

    private static final Set<String> BESIDE =
            Set.of("+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "||", "~", "!");

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final ColumnNames names;
    private final Fractions fractions;
    private final boolean pipesConcatenate;
    private final Map<Integer, Wrap> found = new HashMap<>();

    /**
     * Tokens and what they are written into.
     *
     * @param end behind the last token
     * @param scales whether it is of {@link BranchScales}: where digits behind the point are to be calculated with, the
     *     arithmetic tells how many
     */
    record Wrap(int end, String before, String after, boolean scales) {}

    private enum Form {
        /** A text, a number or NULL that both print in the same way. */
        PLAIN,
        LITERAL,
        NAME,
        TRUTH,
        OTHER
    }

    private ValueTexts(
            List<Token> tokens, ArithmeticTree tree, ColumnNames names, Fractions fractions, boolean pipesConcatenate) {
        this.tokens = tokens;
        this.tree = tree;
        this.names = names;
        this.fractions = fractions;
        this.pipesConcatenate = pipesConcatenate;
    }

    /**
     * Returns what to write around each value, by its first token.
     *
     * @param tree of the same tokens
     */
    static Map<Integer, Wrap> find(
            List<Token> tokens, ArithmeticTree tree, ColumnNames names, Fractions fractions, boolean pipesConcatenate) {
        ValueTexts texts = new ValueTexts(tokens, tree, names, fractions, pipesConcatenate);
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() != Token.Kind.WORD || (i > 0 && tokens.get(i - 1).isSymbol("."))) {
                continue;
            }
            if (token.isWord("CASE")) {
                texts.addCase(i);
            } else if (i > 0 && MATCHES.contains(token.upper())) {
                texts.addMatched(tokens.get(i - 1).isWord("NOT") ? i - 2 : i - 1);
            } else if (tokens.get(i + 1).isSymbol("(")) {
                texts.addCall(i, token.upper());
            }
        }
        return texts.found;
    }

    private void addCall(int name, String function) {
        int open = name + 1;
        int close = behind(open) - 1;
        if (close <= open + 1) {
            return;
        }
        if (ALL_TEXTS.contains(function)) {
            parts(open, close).forEach(part -> addText(part, false));
        } else if (function.equals("ELT")) {
            parts(open, close).stream().skip(1).forEach(part -> addText(part, false));
        } else if (FIRST_TEXT.contains(function)) {
            addText(parts(open, close).get(0), false);
        } else if (TWO_TEXTS.contains(function)) {
            parts(open, close).stream().limit(2).forEach(part -> addText(part, false));
        } else if (TEXT_OR_BYTES.contains(function)) {
            addTextOrBytes(parts(open, close).get(0));
        } else if (isOfTexts(function)) {
            parts(open, close).forEach(part -> addText(part, false));
        } else if (function.equals("CAST") || function.equals("CONVERT")) {
            addCast(open, close);
        } else if (BRANCHING.contains(function)) {
            List<int[]> branches = parts(open, close);
            addBranches(function.equals("IF") ? branches.subList(1, branches.size()) : branches);
        } else if (SUMS.contains(function)) {
            addSum(open, close);
        }
    }

    /** What ends with this token and is matched against a pattern; where nobody knows its type, it may be bytes. */
    private void addMatched(int last) {
        int from = last < 0 ? -1 : tree.start(last);
        boolean beside = from > 0
                && tokens.get(from - 1).kind() == Token.Kind.SYMBOL
                && BESIDE.contains(tokens.get(from - 1).text());
        if (from < 0 || beside) {
            return;
        }
        int to = last + 1;
        boolean unknown = form(from, to) == Form.NAME
                && (names.declared(from, to) == null || isOf(from, to, Set.of(Kind.VARBINARY)));
        if (unknown) {
            put(from, to, "my_pattern_text(", ")");
        } else if (form(from, to) != Form.NAME || isPrintedOtherwise(from, to)) {
            addText(new int[] {from, to}, false);
        }
    }

    private void addCast(int open, int close) {
        int[] value = parts(open, close).get(0);
        int type = value[1] + 1;
        if (type < close
                && (tokens.get(type).isWord("CHAR") || tokens.get(type).isWord("NCHAR"))
                && (tokens.get(value[1]).isWord("AS") || tokens.get(value[1]).isSymbol(","))) {
            addText(value, false);
        }
    }

    /** A function in Java, which gets texts; those of JSON make documents of them by themselves. */
    private static boolean isOfTexts(String function) {
        return !function.startsWith("JSON_")
                && !TYPED.contains(function)
                && JavaFunctions.find(function)
                        .filter(found -> found.first() == JavaFunction.First.TEXT)
                        .isPresent();
    }

    private void addTextOrBytes(int[] part) {
        int from = part[0];
        int to = part[1];
        if (fractions.of(from, to) > 0) {
            addText(part, false);
            return;
        }
        ArithmeticTree.Sum found = tree.at(from);
        boolean sum = found != null && found.to() == to && !found.isFactor();
        switch (form(from, to)) {
            case PLAIN, LITERAL, TRUTH -> addText(part, true);
            case NAME -> {
                if (names.declared(from, to) == null) {
                    put(from, to, "my_text_or_bytes(", ")");
                } else {
                    addText(part, true);
                }
            }
            case OTHER -> put(from, to, sum ? "my_text_of(" : "my_text_or_bytes_of(", ")");
        }
    }

    private void addText(int[] part, boolean known) {
        int from = part[0];
        int to = part[1];
        int digits = fractions.of(from, to);
        if (digits > 0) {
            put(from, to, "my_moment_text(my_text_of(", ")," + digits + ")");
            return;
        }
        switch (form(from, to)) {
            case PLAIN -> {
                if (to == from + 1 && tokens.get(from).kind() == Token.Kind.NUMBER) {
                    put(from, to, "CAST(", "AS VARCHAR)");
                }
            }
            case LITERAL -> put(from, to, "my_text(", ")");
            case NAME -> {
                if (!known || isPrintedOtherwise(from, to)) {
                    put(from, to, "my_text(", ")");
                }
            }
            case TRUTH -> put(from, to, "CAST(CAST((", ") AS TINYINT) AS VARCHAR)");
            case OTHER -> {
                if (!known) {
                    put(from, to, "my_text_of(", ")");
                }
            }
        }
    }

    private void put(int from, int to, String before, String after) {
        found.putIfAbsent(from, new Wrap(to, before, after, false));
    }

    private boolean isPrintedOtherwise(int from, int to) {
        return isOf(from, to, Set.of(Kind.BOOLEAN, Kind.DOUBLE, Kind.FLOAT, Kind.DATETIME));
    }

    private boolean isOf(int from, int to, Set<Kind> kinds) {
        ColumnType type = form(from, to) == Form.NAME ? names.declared(from, to) : null;
        return type != null && kinds.contains(type.kind());
    }

    /** Numbers of a sum: a text column, or what is made of branches of which one is a text. */
    private void addSum(int open, int close) {
        int from = tokens.get(open + 1).isWord("DISTINCT") ? open + 2 : open + 1;
        if (form(from, close) == Form.NAME) {
            put(from, close, "my_operand(", ")");
            return;
        }
        for (int i = from; i < close; i++) {
            if (tokens.get(i).kind() == Token.Kind.STRING) {
                put(from, close, "my_operand_of(", ")");
                return;
            }
        }
    }

    private void addCase(int at) {
        List<int[]> branches = new ArrayList<>();
        int depth = 0;
        int cases = 0;
        int start = -1;
        for (int i = at; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            depth += token.nesting();
            if (depth < 0) {
                return;
            }
            boolean top = depth == 0 && cases == 1;
            boolean ends = token.isWord("END");
            if (top && start >= 0 && (ends || token.isWord("WHEN") || token.isWord("ELSE"))) {
                branches.add(new int[] {start, i});
                start = -1;
            }
            if (top && (token.isWord("THEN") || token.isWord("ELSE"))) {
                start = i + 1;
            }
            if (token.isWord("CASE")) {
                cases++;
            } else if (ends && --cases == 0) {
                addBranches(branches);
                return;
            }
        }
    }

    private void addBranches(List<int[]> branches) {
        boolean moment =
                branches.stream().anyMatch(branch -> isOf(branch[0], branch[1], Set.of(Kind.DATE, Kind.DATETIME)));
        if (branches.stream().noneMatch(branch -> isText(branch[0], branch[1], moment))) {
            return;
        }
        for (int[] branch : branches) {
            int from = branch[0];
            int to = branch[1];
            if (from < to && !isText(from, to, true) && !isNone(from, to)) {
                int digits = fractions.of(from, to);
                if (digits > 0) {
                    put(from, to, "my_moment_text(my_text_of(", ")," + digits + ")");
                    continue;
                }
                boolean once = form(from, to) == Form.NAME
                        || (to == from + 1 && !tokens.get(from).isName());
                put(from, to, once ? "my_text(" : "my_text_of(", ")");
            }
        }
    }

    /** NULL or a parameter, which is what the others are. */
    private boolean isNone(int from, int to) {
        return to == from + 1
                && (tokens.get(from).isWord("NULL") || tokens.get(from).kind() == Token.Kind.PARAMETER);
    }

    /** @param whole whether a literal that is a whole number counts: next to numbers it is one to the engine */
    private boolean isText(int from, int to, boolean whole) {
        Token first = tokens.get(from);
        if (to == from + 1 && first.kind() == Token.Kind.STRING) {
            return whole || !WHOLE.matcher(first.text()).matches();
        }
        if (isOf(from, to, Set.of(Kind.VARCHAR, Kind.CHAR, Kind.STRING))) {
            return true;
        }
        return first.kind() == Token.Kind.WORD
                && TEXTS.contains(first.upper())
                && tokens.get(from + 1).isSymbol("(")
                && behind(from + 1) == to;
    }

    private Form form(int from, int to) {
        if (from >= to) {
            return Form.PLAIN;
        }
        Token first = tokens.get(from);
        if (to == from + 1 && !first.isName()) {
            return first.kind() == Token.Kind.NUMBER && first.upper().indexOf('E') >= 0 ? Form.LITERAL : Form.PLAIN;
        }
        if (to == from + 1 && (first.isWord("TRUE") || first.isWord("FALSE"))) {
            return Form.TRUTH;
        }
        if (first.kind() == Token.Kind.WORD && NO_COLUMNS.contains(first.upper())) {
            return Form.PLAIN;
        }
        if (isName(tokens::get, from, to)) {
            return Form.NAME;
        }
        boolean arithmetic = false;
        boolean words = false;
        int depth = 0;
        int cases = 0;
        for (int i = from; i < to; i++) {
            Token token = tokens.get(i);
            depth += token.nesting();
            cases += token.isWord("CASE") ? 1 : token.isWord("END") ? -1 : 0;
            if (token.kind() == Token.Kind.PARAMETER) {
                // It has no type yet.
                return Form.PLAIN;
            }
            if (depth == 0 && cases == 0) {
                if (isTruth(token)) {
                    return Form.TRUTH;
                }
                words |= token.isWord("COLLATE") || token.isWord("INTERVAL") || token.isWord("BINARY");
                arithmetic |= token.kind() == Token.Kind.SYMBOL && ARITHMETIC.contains(token.text());
            }
        }
        if (words) {
            return Form.PLAIN;
        }
        boolean call = first.kind() == Token.Kind.WORD
                && PRINTED.contains(first.upper())
                && tokens.get(from + 1).isSymbol("(");
        return arithmetic || call || first.isWord("CASE") || first.isSymbol("(") ? Form.OTHER : Form.PLAIN;
    }

    private boolean isTruth(Token token) {
        return token.kind() == Token.Kind.SYMBOL
                ? TRUTH_SYMBOLS.contains(token.text()) || (token.isSymbol("||") && !pipesConcatenate)
                : token.kind() == Token.Kind.WORD && TRUTH_WORDS.contains(token.upper());
    }

    /** Whether these tokens are the name of a column, or NULL. */
    static boolean isName(IntFunction<Token> tokens, int from, int to) {
        for (int i = from; i < to; i++) {
            boolean name = (i - from) % 2 == 0;
            if (name ? !tokens.apply(i).isName() : !tokens.apply(i).isSymbol(".")) {
                return false;
            }
        }
        String upper = tokens.apply(from).upper();
        boolean clock = to == from + 1
                && tokens.apply(from).kind() == Token.Kind.WORD
                && (upper.startsWith("CURRENT_") || upper.startsWith("LOCALTIME") || upper.startsWith("UTC_"));
        return (to - from) % 2 == 1 && !clock;
    }

    /** The arguments: first token and the one behind the last; what words of the call part counts as one, too. */
    private List<int[]> parts(int open, int close) {
        List<int[]> parts = new ArrayList<>();
        int from = open + 1;
        int depth = 0;
        for (int i = open + 1; i <= close; i++) {
            Token token = tokens.get(i);
            if (i < close) {
                depth += token.nesting();
            }
            boolean word = token.isWord("FROM")
                    || token.isWord("FOR")
                    || token.isWord("AS")
                    || token.isWord("USING")
                    || token.isWord("ORDER")
                    || token.isWord("SEPARATOR");
            boolean skipped = token.isWord("DISTINCT")
                    || token.isWord("BOTH")
                    || token.isWord("LEADING")
                    || token.isWord("TRAILING");
            if (depth == 0 && skipped && i == from) {
                from = i + 1;
            } else if (depth == 0 && (i == close || word || token.isSymbol(","))) {
                parts.add(new int[] {from, i});
                from = i + 1;
                if (token.isWord("ORDER") || token.isWord("SEPARATOR")) {
                    return parts;
                }
            }
        }
        return parts;
    }

    /** What follows the parenthesis that opens here. */
    private int behind(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).nesting();
            if (depth == 0) {
                return i + 1;
            }
        }
        return open + 1;
    }
}
