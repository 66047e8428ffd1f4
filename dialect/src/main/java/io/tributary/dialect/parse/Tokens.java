package io.tributary.dialect.parse;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Lexed;
import io.tributary.dialect.token.Limit;
import io.tributary.dialect.token.Terminals;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.TableReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/** Where a statement's tokens are read, and how deep what is read nests. */
final class Tokens {
    private static final int PARTS_MAX = 3;

    private final Lexed lexed;
    private final List<Token> tokens;
    private final List<TableReference> references = new ArrayList<>();
    private final List<String> visible = new ArrayList<>();
    private final Set<String> named = new HashSet<>();
    private String serversOnly = "";
    private int position;
    private int depth;

    Tokens(Lexed lexed) {
        this.lexed = lexed;
        tokens = lexed.tokens();
    }

    Lexed lexed() {
        return lexed;
    }

    /** A table was read, or a query by its name. */
    void readTable(TableReference reference) {
        boolean query = reference.name().size() == 1
                && visible.contains(reference.name().get(0).toLowerCase(Locale.ROOT));
        references.add(query ? reference.used(TableReference.Use.QUERY) : reference);
    }

    /** The table that was read first is that of a DELETE. */
    void firstIs(TableReference.Use use) {
        references.set(0, references.get(0).used(use));
    }

    /** Returns all that was read, in the order of the text. */
    List<TableReference> references() {
        return List.copyOf(references);
    }

    /** The name is that of a query until {@link #leave}. */
    void enter(String name) {
        visible.add(name.toLowerCase(Locale.ROOT));
    }

    int entered() {
        return visible.size();
    }

    /** Names are what they were when so many had been entered. */
    void leave(int entered) {
        visible.subList(entered, visible.size()).clear();
    }

    /** A query was read that has a name. */
    void readNamed(String name) {
        named.add(name.toLowerCase(Locale.ROOT));
    }

    /** Returns the tables that were read, some maybe twice; what has the name of a query is none. */
    List<List<String>> tables() {
        return references.stream()
                .map(TableReference::name)
                .filter(name -> name.size() > 1 || !named.contains(name.get(0).toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** Something was read that only a server can do. */
    void readServersOnly(String what) {
        serversOnly = what;
    }

    /** Returns what was read that only a server can do, or an empty text. */
    String serversOnly() {
        return serversOnly;
    }

    int position() {
        return position;
    }

    Token token(int ahead) {
        return tokens.get(Math.min(position + ahead, tokens.size() - 1));
    }

    String terminal() {
        return tokens.get(position).terminal();
    }

    boolean at(String terminal) {
        return terminal().equals(terminal);
    }

    boolean at(int ahead, String terminal) {
        return token(ahead).terminal().equals(terminal);
    }

    /** Whether one of the words stands here. */
    boolean at(Set<String> terminals) {
        return terminals.contains(terminal());
    }

    /** Returns the end of what was read. */
    int endBefore() {
        return tokens.get(position - 1).end();
    }

    Token next() {
        return tokens.get(position++);
    }

    void skip(int count) {
        position += count;
    }

    /** Reads these words or symbols if all of them stand here. */
    boolean take(String first, String... others) {
        if (!at(first)) {
            return false;
        }
        for (int i = 0; i < others.length; i++) {
            if (!at(i + 1, others[i])) {
                return false;
            }
        }
        position += 1 + others.length;
        return true;
    }

    void require(String terminal) {
        if (!take(terminal)) {
            throw refused();
        }
    }

    /** A bracket, which is a level more. */
    void open(String bracket) {
        require(bracket);
        nest();
    }

    void close(String bracket) {
        require(bracket);
        depth--;
    }

    /** What stands between parentheses, which are a level more. */
    <T> T parenthesized(Supplier<T> inner) {
        open("(");
        T value = inner.get();
        close(")");
        return value;
    }

    /** Items with commas between them, one at least. */
    <T> List<T> list(Supplier<T> item) {
        List<T> items = new ArrayList<>();
        do {
            items.add(item.get());
        } while (take(","));
        return items;
    }

    void nest() {
        Limit.DEPTH.check(++depth);
    }

    void unnest() {
        depth--;
    }

    boolean isNested() {
        return depth > 0;
    }

    TributaryException refused() {
        return refused(position);
    }

    TributaryException refused(int at) {
        return lexed.refused(at);
    }

    // ---- what begins here

    boolean atName() {
        return Terminals.isName(tokens.get(position));
    }

    boolean atQuery() {
        return Terminals.isQuery(tokens, position);
    }

    boolean atCombining() {
        return Terminals.isCombining(tokens, position);
    }

    boolean atQualify() {
        return Terminals.isQualify(tokens, position);
    }

    int treatment() {
        return Terminals.treatment(tokens, position);
    }

    /** Whether parentheses that open {@code ahead} hold a query. */
    boolean isQueryWithin(int ahead) {
        int i = position + ahead;
        while (tokens.get(Math.min(i, tokens.size() - 1)).isSymbol("(")) {
            i++;
        }
        return i > position + ahead && Terminals.isQuery(tokens, i);
    }

    // ---- names

    String name() {
        if (!atName()) {
            throw refused();
        }
        return next().text();
    }

    /** One to three names with points between them; behind a point any word is one. */
    List<String> parts() {
        int start = position;
        List<String> parts = new ArrayList<>(List.of(name()));
        while (at(".") && token(1).isName()) {
            skip(1);
            parts.add(next().text());
        }
        if (parts.size() > PARTS_MAX) {
            throw refused(start);
        }
        return parts;
    }

    /** {@code (a, b)}. */
    List<String> names() {
        return parenthesized(() -> list(this::name));
    }

    /** A list of columns; empty where no parenthesis stands. */
    List<String> columns() {
        return at("(") ? names() : List.of();
    }

    /** All columns, whose asterisk is read. */
    Expression star(List<String> qualifier) {
        // Each name before the asterisk has its point.
        int start = tokens.get(position - 1 - 2 * qualifier.size()).start();
        boolean except = Terminals.isExcept(tokens, position);
        position += except ? 1 : 0;
        List<String> omitted = except ? names() : List.of();
        return new Expression.Star(
                qualifier, omitted, start, tokens.get(position - 1).end());
    }

    /** An alias behind a value or a table; empty where there is none. One in quotes pins its literal. */
    String alias() {
        boolean as = take("AS");
        if (token(0).kind() == Token.Kind.STRING) {
            return lexed.literals().read(literal().index()).text();
        }
        return as ? name() : Terminals.isAlias(tokens, position) ? next().text() : "";
    }

    // ---- literals

    boolean atNumber() {
        return token(0).kind() == Token.Kind.NUMBER;
    }

    Expression.Literal literal() {
        return new Expression.Literal(lexed.ordinal(position++));
    }

    /** A literal or a parameter. */
    Expression constant() {
        return switch (token(0).kind()) {
            case STRING, BINARY, BINARY_TEXT, NUMBER -> literal();
            case PARAMETER -> new Expression.Parameter(lexed.ordinal(position++));
            default -> throw refused();
        };
    }

    /** How many rows: a literal without a fraction, or a parameter, which JavaScript has as a DOUBLE. */
    Expression count() {
        int start = position;
        Expression count = constant();
        if (count instanceof Expression.Literal literal) {
            Literals.Kind kind = lexed.literals().kind(literal.index());
            boolean whole =
                    kind != Literals.Kind.DOUBLE || lexed.literals().ask(literal.index(), Literals.Value::isWhole);
            if (kind == Literals.Kind.DECIMAL || !whole) {
                throw refused(start);
            }
        }
        return count;
    }

    /** The value of a number that is part of the grammar. */
    int number() {
        int start = position;
        if (atNumber()) {
            try {
                return Integer.parseInt(lexed.literals().read(literal().index()).text());
            } catch (NumberFormatException e) {
                // It is refused below.
            }
        }
        throw refused(start);
    }
}
