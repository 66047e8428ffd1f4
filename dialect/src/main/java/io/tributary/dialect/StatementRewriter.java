package io.tributary.dialect;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.print.SqlName;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes one statement anew, token by token: names quoted as the engine quotes them, literals so that they keep their
 * value, operators and clauses in the engine's spelling. Calls go to {@link CallRewriter}. One thread, one statement.
 */
public final class StatementRewriter {
    private static final Pattern WHOLE = Pattern.compile("\\d{1,30}");
    private static final Set<String> BESIDE_REGEXP = Set.of("&", "|", "<<", ">>", "||");

    /** Refused anywhere. The last two would be the engine's own, not MySQL's; {@link TableAccess} refuses more. */
    private static final Set<String> DATABASES_REFUSED =
            Set.of("tributary", "$store", "performance_schema", "sys", "pg_catalog");

    private final String sql;
    private final List<Token> tokens;
    private final boolean pipesConcatenate;
    private final Intervals intervals;
    private final CallRewriter calls;
    private final JsonCalls jsons;
    private final Map<Integer, Integer> operands;
    private final Arithmetic arithmetic;
    private final JsonOperands documents;
    private final Map<Integer, ValueTexts.Wrap> texts;
    private final Map<Integer, RowComparisons.Comparison> rows;
    private final ComparedTexts.Found compared;
    private final ColumnTypes types;
    private final Fractions fractions;
    private final BinaryStrings binaries;
    private final StringBuilder out = new StringBuilder();
    private final EngineText.Marks marks = new EngineText.Marks();
    private final Set<Integer> queryNames;
    private final Map<Integer, String> recursion;
    private final Map<Integer, String> joins;
    private Map<Integer, String> labels = Map.of();
    /** Whether an expression is written for its type alone. */
    private boolean typesOnly;

    /** What may be written around a value, from the outside to the inside. */
    private enum Layer {
        TEXT,
        DOCUMENT,
        ARITHMETIC,
        OPERAND
    }

    /** @param types of the columns that there are */
    StatementRewriter(String sql, List<Token> tokens, QueryContext context, ColumnTypes types, LocalDateTime now) {
        ColumnTypes seen = types.in(context.database());
        ExpressionLimits.check(tokens);
        this.sql = sql;
        this.tokens = tokens;
        SqlMode mode = context.sqlMode();
        pipesConcatenate = mode.has(SqlMode.Mode.PIPES_AS_CONCAT);
        binaries = new BinaryStrings(tokens, seen);
        ArithmeticTree tree = new ArithmeticTree(tokens, Keywords.NO_OPERANDS);
        documents = JsonOperands.find(tokens, tree);
        ColumnNames names = new ColumnNames(tokens, seen);
        ExactNumbers numbers = new ExactNumbers(tokens, tree, names);
        intervals = new Intervals(this, tokens, numbers);
        fractions = new Fractions(tokens, tree, names, numbers);
        Map<String, ColumnType> columns = names.mentioned();
        jsons = new JsonCalls(this, documents, columns);
        calls = new CallRewriter(this, intervals, binaries, jsons, columns, fractions, numbers, context, now);
        operands = Operands.find(tokens, Keywords.NO_OPERANDS, intervals.spans());
        queryNames = queryNames();
        joins = JoinWords.find(tokens);
        recursion = RecursionSteps.find(tokens, context.recursionStepsMax());
        BranchScales scales = BranchScales.find(tokens, tree, names, numbers);
        arithmetic = mode.has(SqlMode.Mode.NO_UNSIGNED_SUBTRACTION)
                ? Arithmetic.signed(tokens, tree, names, numbers, scales)
                : Arithmetic.find(tokens, tree, names, numbers, scales);
        texts = new HashMap<>(scales.wraps());
        texts.putAll(Floats.find(tokens, tree, names));
        texts.putAll(ValueTexts.find(tokens, tree, names, fractions, pipesConcatenate));
        rows = RowComparisons.find(tokens, tree);
        compared = ComparedTexts.find(tokens, tree, names, rows.values());
        compared.operands().forEach(operands::putIfAbsent);
        this.types = seen;
    }

    EngineText query() {
        labels = SelectLabels.of(sql, tokens);
        Optional<HavingRows> filter = HavingRows.of(tokens);
        if (filter.isPresent()) {
            filtered(filter.get());
        } else {
            write(0, tokens.size() - 1);
            label(tokens.size() - 1);
        }
        return written();
    }

    /** The engine keeps the order of what it filters. */
    private void filtered(HavingRows filter) {
        emit("SELECT * FROM (");
        write(0, filter.having());
        label(filter.having());
        write(filter.order(), filter.limit());
        emit(") AS \"$rows\" WHERE");
        write(filter.having() + 1, filter.order());
        write(filter.limit(), filter.end());
    }

    /** @param values that an UPDATE assigns */
    EngineText change(AssignedValues values) {
        if (ChangeRewriter.isAt(tokens)) {
            new ChangeRewriter(this, tokens, types, values).write();
        } else {
            write(0, tokens.size() - 1);
        }
        return written();
    }

    private EngineText written() {
        Set<String> queries =
                queryNames.stream().map(name -> token(name).text()).collect(Collectors.toSet());
        return new EngineText(
                TableAccess.checked(out.toString().strip(), types, queries, marks),
                sql,
                tokens,
                marks,
                types,
                fractions.ofResult());
    }

    /** A list of names in parentheses that begins at {@code open}; returns what follows. */
    private int names(int open) {
        int close = closing(open);
        for (int i = open + 1; i <= close; i += 2) {
            if (!token(i).isName() || !(i + 1 == close || token(i + 1).isSymbol(","))) {
                throw unexpected(i);
            }
        }
        for (int i = open; i <= close; i++) {
            emit(token(i).isName() ? SqlName.quote(token(i).text()) : token(i).engineText());
        }
        return close + 1;
    }

    /** The token of kind END from there on. */
    Token token(int index) {
        return tokens.get(Math.min(index, tokens.size() - 1));
    }

    /** Writes the tokens from {@code from} to {@code to} (exclusive). */
    void write(int from, int to) {
        int i = from;
        while (i < to) {
            label(i);
            handOn(i);
            i = next(i, to, Layer.TEXT);
        }
    }

    /** Writes an argument of its own type, also where {@link #write} would make it a text. */
    void writeTyped(int from, int to) {
        ValueTexts.Wrap text = texts.get(from);
        if (text == null || text.end() != to) {
            write(from, to);
            return;
        }
        mark(from);
        inside(from, to, Layer.DOCUMENT);
    }

    /** Writes a value without what is done with it as a document. */
    void writePlain(int from, int to) {
        inside(from, to, Layer.ARITHMETIC);
    }

    /** Writes what begins at {@code i}, from this layer inwards, and returns what follows. */
    private int next(int i, int to, Layer layer) {
        RowComparisons.Comparison row = rows.get(i);
        if (row != null && row.end() <= to) {
            RowComparisons.write(this, tokens, row);
            return row.end();
        }
        ValueTexts.Wrap text = layer == Layer.TEXT ? texts.get(i) : null;
        if (text != null && text.end() <= to) {
            return text(i, text);
        }
        JsonOperands.Use use = layer.compareTo(Layer.DOCUMENT) <= 0 ? documents.at(i) : null;
        if (use != null && use.end() <= to) {
            mark(i);
            jsons.use(i, use);
            return use.end();
        }
        if (!typesOnly) {
            Arithmetic.Expression expression = layer.compareTo(Layer.ARITHMETIC) <= 0 ? arithmetic.at(i) : null;
            if (expression != null && expression.end() <= to) {
                return expression(i, expression);
            }
            emitAny(arithmetic.before(i));
            Arithmetic.Quotient quotient = arithmetic.quotient(i);
            if (quotient != null) {
                return quotient(i, quotient);
            }
        }
        return operandOrOne(i);
    }

    /** Writes what begins in this layer at {@code from}, and others behind it. */
    private void inside(int from, int to, Layer layer) {
        int i = next(from, to, layer);
        while (i < to) {
            i = next(i, to, Layer.TEXT);
        }
    }

    private int text(int from, ValueTexts.Wrap text) {
        mark(from);
        int scale = text.scales() && !typesOnly ? arithmetic.scaleAt(from) : 0;
        emit(scale > 0 ? BranchScales.call(scale) : text.before());
        inside(from, text.end(), Layer.DOCUMENT);
        emit(text.after());
        return text.end();
    }

    private int expression(int from, Arithmetic.Expression expression) {
        mark(from);
        emitAny(expression.isTyped() ? "cast_to_type(" : "");
        inside(from, expression.end(), Layer.OPERAND);
        emitAny(expression.closing());
        if (expression.isTyped()) {
            emit(",");
            typesOnly = true;
            inside(from, expression.end(), Layer.OPERAND);
            typesOnly = false;
            emit(")");
        }
        return expression.end();
    }

    /** Writes the value with all digits behind its column that shows some of them, for queries that calculate with it. */
    private void handOn(int end) {
        int item = typesOnly ? -1 : arithmetic.handedOnBefore(end);
        if (item >= 0) {
            emit(",");
            precise(item);
            emit("AS " + SqlName.quote(Arithmetic.nameOf(item)));
        }
    }

    private int quotient(int from, Arithmetic.Quotient quotient) {
        mark(from);
        switch (quotient.place()) {
            case PLAIN -> handedOn(from, quotient);
            case GROUPED -> {
                emit("any_value(");
                handedOn(from, quotient);
                emit(")");
            }
            case WRITTEN_OUT -> {
                emit("(");
                precise(quotient.item());
                emit(")");
            }
        }
        return quotient.end();
    }

    private void handedOn(int from, Arithmetic.Quotient quotient) {
        for (int i = from; i < quotient.end() - 1; i++) {
            emit(token(i).isName() ? SqlName.quote(token(i).text()) : token(i).engineText());
        }
        emit(SqlName.quote(Arithmetic.nameOf(quotient.item())));
    }

    private void precise(int item) {
        Arithmetic.Expression expression = arithmetic.at(item);
        if (expression != null) {
            inside(item, expression.end(), Layer.OPERAND);
            emitAny(expression.closing());
        }
    }

    void emitAny(String text) {
        if (!text.isEmpty()) {
            emit(text);
        }
    }

    private int operandOrOne(int i) {
        Integer moment = compared.moments().get(i);
        if (moment != null) {
            emit("CAST(");
            for (int at = i; at < moment; ) {
                at = one(at);
            }
            emit("AS TIMESTAMP)");
            return moment;
        }
        Integer end = operands.get(i);
        return end == null ? one(i) : operand(i, end);
    }

    private int operand(int from, int to) {
        mark(from);
        if (tokens.get(from).kind() == Token.Kind.BINARY) {
            emit(number(tokens.get(from)));
            return to;
        }
        emit("my_operand(");
        for (int i = from; i < to; ) {
            i = one(i);
        }
        emit(")");
        return to;
    }

    /** A hexadecimal or bit literal next to an operator is an unsigned number, unless an introducer makes bytes of it. */
    private String number(Token literal) {
        boolean introduced = sql.charAt(literal.start()) == '_';
        BigInteger number = new BigInteger("0" + literal.text(), 16);
        return introduced || number.bitLength() > Long.SIZE ? literal.engineText() : number.toString();
    }

    /** Writes a binary literal for a column of any type, to which the engine would give its own notation of the bytes. */
    void assigned(String column, int literal) {
        Token bytes = tokens.get(literal);
        emit("my_assigned(" + column + ", " + bytes.engineText() + ", " + number(bytes) + ")");
    }

    private void label(int index) {
        String label = labels.get(index);
        if (label != null) {
            emit("AS");
            emit(SqlName.quote(label));
        }
    }

    void emit(String text) {
        if (out.length() > 0 && !text.equals(".") && out.charAt(out.length() - 1) != '.') {
            out.append(' ');
        }
        out.append(text);
    }

    /** What is written next stands for this token. */
    void mark(int index) {
        marks.add(out.length(), index);
    }

    /** Writes what begins at {@code i} and returns what follows it. */
    private int one(int i) {
        emitAny(recursion.getOrDefault(i, ""));
        mark(i);
        if (!typesOnly && arithmetic.isSeparator(i)) {
            emit(",");
            return i + 1;
        }
        Token token = tokens.get(i);
        switch (token.kind()) {
            case WORD, NAME -> {
                return name(i);
            }
            case STRING -> string(i);
            case SYMBOL -> {
                return symbol(i);
            }
            case BINARY, NUMBER, PARAMETER -> emit(token.engineText());
            case END -> throw unexpected(i);
        }
        return i + 1;
    }

    private void string(int i) {
        if (intervals.isMoment(i)) {
            intervals.constant(i);
        } else if (i > 0 && (tokens.get(i - 1).isWord("AS") || labels.containsKey(-i))) {
            emit(SqlName.quote(tokens.get(i).text()));
        } else {
            emit(compared.literals().getOrDefault(i, tokens.get(i).engineText()));
        }
    }

    private int symbol(int i) {
        String symbol = tokens.get(i).text();
        switch (symbol) {
            case ";" -> throw unexpected(i);
            case "~" -> throw TributaryException.notSupported("the operator ~");
            case "->", "->>" -> throw unexpected(i);
            case "!" -> {
                return not(i);
            }
            case "&&" -> emit("AND");
            case "||" -> emit(pipesConcatenate ? "||" : "OR");
            case "<=>" -> emit("IS NOT DISTINCT FROM");
            case "+", "-" -> {
                int after = intervals.sign(i);
                if (after > 0) {
                    return after;
                }
                emit(symbol);
            }
            case "&", "|", "<<", ">>" -> {
                if (BitOperators.regroups(tokens, i, Keywords.NO_OPERANDS)) {
                    throw TributaryException.notSupported("bit operators of several precedences without parentheses");
                }
                emit(symbol);
            }
            case "*" -> {
                emit("*");
                List<String> handedOn = typesOnly ? List.of() : arithmetic.handedOnAmong(i);
                emitAny(
                        handedOn.isEmpty()
                                ? ""
                                : handedOn.stream()
                                        .map(SqlName::quote)
                                        .collect(Collectors.joining(", ", "EXCLUDE (", ")")));
            }
            default -> emit(tokens.get(i).engineText());
        }
        return i + 1;
    }

    /** Puts ! and its operand in parentheses: in the engine it binds looser than what follows, in MySQL tightest of all. */
    private int not(int i) {
        int end = primaryEnd(i + 1);
        emit("(");
        emit("!");
        write(i + 1, end);
        emit(")");
        return end;
    }

    /** Returns the position behind the literal, name, call or parenthesis that begins at {@code i} with its signs. */
    private int primaryEnd(int i) {
        Token token = token(i);
        if (token.isSymbol("!") || token.isSymbol("-") || token.isSymbol("+")) {
            return primaryEnd(i + 1);
        }
        if (token.isSymbol("(")) {
            return closing(i) + 1;
        }
        if (token.kind() == Token.Kind.SYMBOL || token.kind() == Token.Kind.END || token.isWord("CASE")) {
            throw TributaryException.notSupported("! before " + token.text());
        }
        int end = i + 1;
        while (token(end).isSymbol(".") && token(end + 1).isName()) {
            end += 2;
        }
        return token.isName() && token(end).isSymbol("(") ? closing(end) + 1 : end;
    }

    private int name(int i) {
        Token token = tokens.get(i);
        boolean qualified = i > 0 && tokens.get(i - 1).isSymbol(".");
        boolean bare = token.kind() == Token.Kind.WORD && !qualified;
        String upper = bare ? token.upper() : "";
        if (tokens.get(i + 1).isSymbol(".") && !qualified) {
            if (SystemTables.isDatabase(token.text())) {
                return systemDatabase(i);
            }
            checkDatabase(i);
        }
        if (tokens.get(i + 1).isSymbol("(") && !Keywords.NOT_FUNCTIONS.contains(upper) && !infixModulo(i)) {
            if (isNameWithColumns(i)) {
                emit(SqlName.quote(token.text()));
                return names(i + 1);
            }
            if (qualified) {
                throw MySqlFunctions.unknown(token.text(), tokens.get(i - 2).text());
            }
            return calls.call(i, closing(i + 1));
        }
        if (!bare
                || (i > 0 && tokens.get(i - 1).isWord("AS"))
                || tokens.get(i + 1).isSymbol(".")) {
            emit(SqlName.quote(token.text()));
            return i + 1;
        }
        return word(i, upper);
    }

    /** {@code WITH x(a, b) AS (…)} and {@code … AS t(a, b)}. */
    private boolean isNameWithColumns(int i) {
        return i > 0 && (tokens.get(i - 1).isWord("AS") || queryNames.contains(i));
    }

    /** Where WITH names its queries; elsewhere a name before a parenthesis is a call, whatever follows. */
    private Set<Integer> queryNames() {
        Set<Integer> found = new HashSet<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (!token(i).isWord("WITH")) {
                continue;
            }
            int name = token(i + 1).isWord("RECURSIVE") ? i + 2 : i + 1;
            while (token(name).isName()) {
                found.add(name);
                int as = token(name + 1).isSymbol("(") ? closing(name + 1) + 1 : name + 1;
                if (!token(as).isWord("AS") || !token(as + 1).isSymbol("(")) {
                    break;
                }
                int after = closing(as + 1) + 1;
                name = token(after).isSymbol(",") ? after + 1 : tokens.size();
            }
        }
        return found;
    }

    private boolean infixModulo(int i) {
        return tokens.get(i).isWord("MOD") && i > 0 && endsOperand(tokens.get(i - 1));
    }

    private static boolean endsOperand(Token token) {
        return switch (token.kind()) {
            case NAME, STRING, BINARY, NUMBER, PARAMETER -> true;
            case WORD -> !Keywords.NOT_FUNCTIONS.contains(token.upper());
            case SYMBOL -> token.isSymbol(")");
            case END -> false;
        };
    }

    /** Writes information_schema or mysql, of whose tables every one is known and none may be changed. */
    private int systemDatabase(int i) {
        if (i > 0 && (tokens.get(i - 1).isWord("UPDATE") || deletes(i))) {
            throw denied(i);
        }
        Token database = tokens.get(i);
        Token table = tokens.get(i + 2);
        if (table.isName() && SystemTables.find(database.text(), table.text()).isEmpty()) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TABLE_IN,
                    "Unknown table '" + table.text() + "' in " + database.text().toLowerCase(Locale.ROOT));
        }
        emit(SystemNames.schema(database.text()));
        return i + 1;
    }

    private boolean deletes(int i) {
        return tokens.get(0).isWord("DELETE") && i == 2;
    }

    private void checkDatabase(int i) {
        String name = tokens.get(i).text().toLowerCase(Locale.ROOT);
        if (DATABASES_REFUSED.contains(name)) {
            throw denied(i);
        }
    }

    private TributaryException denied(int i) {
        return new TributaryException(
                ErrorCode.DATABASE_ACCESS_DENIED,
                "database '" + tokens.get(i).text() + "': statements of the engine cannot reach it");
    }

    private int word(int i, String upper) {
        String join = joins.get(i);
        if (join != null) {
            emitAny(join);
            return i + 1;
        }
        if (Keywords.UNSUPPORTED.contains(upper)) {
            throw TributaryException.notSupported(upper);
        }
        switch (upper) {
            case "DIV" -> emit("//");
            case "MOD" -> emit("%");
            case "LIMIT" -> {
                return limit(i);
            }
            case "GROUP" -> {
                return Rollup.of(tokens, i).map(this::rollup).orElseGet(() -> plain(i));
            }
            case "LIKE" -> {
                refuseBinary(i, i);
                emit("LIKE");
            }
            case "REGEXP", "RLIKE" -> {
                refuseBinary(i, i);
                regexp("<~>");
            }
            case "NOT" -> {
                if (token(i + 1).isWord("LIKE")) {
                    refuseBinary(i, i + 1);
                }
                if (token(i + 1).isWord("REGEXP") || token(i + 1).isWord("RLIKE")) {
                    refuseBinary(i, i + 1);
                    regexp("<!~>");
                    return i + 2;
                }
                emit("NOT");
            }
            case "INTERVAL" -> {
                if (token(i + 1).isSymbol("(") && !intervals.spans().containsKey(i)) {
                    throw TributaryException.notSupported("function interval");
                }
                return intervals.write(i, false);
            }
            case "NULL" -> {
                if (intervals.isMoment(i)) {
                    intervals.constant(i);
                } else {
                    emit("NULL");
                }
            }
            case "COLLATE" -> {
                return collate(i);
            }
            case "PARTITION" -> {
                if (token(i + 1).isSymbol("(")) {
                    throw TributaryException.notSupported("PARTITION (…) of what is no partitioned table");
                }
                emit("PARTITION");
            }
            case "LATERAL" -> {
                if (token(i + 1).isWord("VIEW")) {
                    throw TributaryException.notSupported("LATERAL VIEW");
                }
                emit("LATERAL");
            }
            case "INTO" -> throw TributaryException.notSupported("INTO of a SELECT");
            case "FOR", "LOCK" ->
                throw TributaryException.notSupported(
                        upper + " " + tokens.get(i + 1).upper());
            case "USE", "FORCE", "IGNORE" -> {
                if (tokens.get(i + 1).isWord("INDEX") || tokens.get(i + 1).isWord("KEY")) {
                    return skipIndexHint(i);
                }
                emit(tokens.get(i).engineText());
            }
            case "FROM" -> {
                if (tokens.get(i + 1).isWord("DUAL")) {
                    return i + 2;
                }
                emit("FROM");
            }
            case "TIMESTAMP", "TIME" -> {
                if (token(i + 1).kind() != Token.Kind.STRING) {
                    return plain(i);
                }
                boolean whole = token(i + 1).text().indexOf('.') < 0;
                String type = upper.equals("TIME") ? (whole ? "TIME" : "TIME_NS") : whole ? "TIMESTAMP_S" : "TIMESTAMP";
                emit("CAST(" + token(i + 1).engineText() + " AS " + type + ")");
                return i + 2;
            }
            case "BINARY" -> {
                // The operator: comparison is binary anyway.
            }
            case "DISTINCTROW" -> emit("DISTINCT");
            case "CURRENT_TIMESTAMP",
                    "CURRENT_DATE",
                    "CURRENT_TIME",
                    "LOCALTIME",
                    "LOCALTIMESTAMP",
                    "UTC_TIMESTAMP",
                    "UTC_DATE",
                    "UTC_TIME" -> calls.times().now(upper, 0);
            case "CURRENT_USER" -> throw TributaryException.notSupported("function current_user");
            default -> {
                boolean hint = Keywords.DROPPED_AFTER_SELECT.contains(upper);
                if (!hint) {
                    emit(
                            Keywords.NAMES.contains(upper)
                                    ? SqlName.quote(tokens.get(i).text())
                                    : tokens.get(i).engineText());
                }
            }
        }
        return i + 1;
    }

    /** The engine would look for the pattern in its own notation of the bytes. */
    private void refuseBinary(int first, int word) {
        Token after = token(word + 1);
        boolean pattern = after.kind() == Token.Kind.BINARY || (after.isName() && binaries.endsAt(word + 1));
        if (pattern || binaries.endsAt(first - 1)) {
            throw TributaryException.notSupported(token(word).upper() + " of binary strings");
        }
    }

    /** The engine's patterns know no collation. */
    void requireNoCollation(String what) {
        for (Token token : tokens) {
            if (token.isWord("COLLATE")) {
                throw TributaryException.notSupported(what + " and COLLATE in one statement");
            }
        }
    }

    private int plain(int i) {
        emit(tokens.get(i).engineText());
        return i + 1;
    }

    private int rollup(Rollup rollup) {
        emit("GROUP BY ROLLUP (");
        write(rollup.from(), rollup.with());
        // The engine has a row of totals even without rows to add up.
        emit(") HAVING (count(*) > 0)");
        if (rollup.having() < rollup.end()) {
            emit("AND (");
            write(rollup.having() + 1, rollup.end());
            emit(")");
        }
        return rollup.end();
    }

    /** Writes the engine's operator for REGEXP, which groups as the bit operators do. */
    private void regexp(String operator) {
        requireNoCollation("REGEXP");
        for (Token token : tokens) {
            if (token.kind() == Token.Kind.SYMBOL
                    && BESIDE_REGEXP.contains(token.text())
                    && (pipesConcatenate || !token.text().equals("||"))) {
                throw TributaryException.notSupported("REGEXP and " + token.text() + " in one statement");
            }
        }
        emit(operator);
    }

    /** {@code LIMIT a, b} is {@code LIMIT b OFFSET a}. */
    private int limit(int i) {
        emit("LIMIT");
        if (!token(i + 2).isSymbol(",")) {
            if (token(i + 1).kind() == Token.Kind.NUMBER) {
                emit(rows(i + 1));
                return i + 2;
            }
            return i + 1;
        }
        for (int part : new int[] {i + 1, i + 3}) {
            Token.Kind kind = token(part).kind();
            // NULL stands for a parameter while a statement is only described.
            if (kind != Token.Kind.NUMBER
                    && kind != Token.Kind.PARAMETER
                    && !token(part).isWord("NULL")) {
                throw unexpected(part);
            }
        }
        emit(rows(i + 3));
        emit("OFFSET");
        emit(rows(i + 1));
        return i + 4;
    }

    /** A number of rows: MySQL's manual writes 18446744073709551615 for all of them, the engine's are signed. */
    private String rows(int i) {
        Token number = token(i);
        boolean beyond = number.kind() == Token.Kind.NUMBER
                && WHOLE.matcher(number.text()).matches()
                && new BigInteger(number.text()).compareTo(BigInteger.valueOf(Long.MAX_VALUE)) > 0;
        return beyond ? Long.toString(Long.MAX_VALUE) : number.engineText();
    }

    /** Comparison is by bytes; where a collation says otherwise, the engine has one for it, but not for LIKE. */
    private int collate(int i) {
        String collation = tokens.get(i + 1).text().toLowerCase(Locale.ROOT);
        if (collation.endsWith("_bin") || collation.equals("binary") || collation.endsWith("_cs")) {
            return i + 2;
        }
        boolean like = token(i + 2).isWord("LIKE")
                || token(i + 2).isWord("NOT")
                || (i > 1 && tokens.get(i - 2).isWord("LIKE"));
        if (like || !collation.endsWith("_ci")) {
            throw TributaryException.notSupported("COLLATE " + tokens.get(i + 1).text());
        }
        emit(collation.endsWith("_as_ci") ? "COLLATE NOCASE" : "COLLATE NOCASE.NOACCENT");
        return i + 2;
    }

    private int skipIndexHint(int i) {
        int open = i + 2;
        while (!tokens.get(open).isSymbol("(")) {
            if (tokens.get(open).kind() == Token.Kind.END) {
                throw unexpected(i);
            }
            open++;
        }
        return closing(open) + 1;
    }

    /** The parenthesis or bracket that closes the one at {@code open}. */
    int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).nesting();
            if (depth == 0) {
                return i;
            }
        }
        throw unexpected(tokens.size() - 1);
    }

    TributaryException unexpected(int index) {
        return Tokenizer.syntax(sql, tokens.get(index).start());
    }
}
