package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLName;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.lex.Lexed;
import io.tributary.dialect.lex.Limit;
import io.tributary.dialect.lex.Mark;
import io.tributary.dialect.tree.Expression;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The statement of which a tree is made: its names and literals, of which none may be lost. */
final class Statement {
    private static final int PARTS_MAX = 3;

    private final Lexed lexed;
    private final BitSet met = new BitSet();
    private final BitSet parameters = new BitSet();
    private int chained;

    Statement(Lexed lexed) {
        this.lexed = lexed;
    }

    /** Refuses the statement unless the tree holds all of its literals and parameters. */
    void check() {
        if (met.cardinality() != lexed.literals().count() || parameters.cardinality() != lexed.parameters()) {
            // The parser passed over a part of it.
            throw refused();
        }
    }

    /** Reads what stands {@code levels} deep in a row of operators. */
    <T> T chained(int levels, Supplier<T> read) {
        chained += levels;
        Limit.CHAIN.check(chained);
        T result = read.get();
        chained -= levels;
        return result;
    }

    List<String> labels(SQLExpr mark) {
        return lexed.labels().get(Integer.parseInt(name(mark).substring(Mark.LABELS.length())));
    }

    TributaryException refused() {
        return lexed.shape().refused(0);
    }

    /** @param reference what stands in the quotes of a text */
    Expression.Literal literal(String reference) {
        if (!reference.matches("[0-9]+")) {
            throw refused();
        }
        return literal(Integer.parseInt(reference));
    }

    /** @param number from 1 on */
    Expression.Literal literal(int number) {
        if (met.get(number)) {
            throw refused();
        }
        met.set(number);
        return new Expression.Literal(number - 1);
    }

    Expression.Parameter parameter(int index) {
        parameters.set(index);
        return new Expression.Parameter(index);
    }

    /** The value of a literal that is part of the grammar: the size of a type, an alias. */
    String value(int number) {
        return lexed.literals().read(literal(number).index()).text();
    }

    /** An alias; empty where there is none. */
    String alias(@Nullable String written) {
        if (written == null) {
            return "";
        }
        char quote = written.charAt(0);
        return quote == '\'' || quote == '"'
                ? value(Integer.parseInt(written.substring(1, written.length() - 1)))
                : unquoted(written);
    }

    static boolean isQuoted(String written) {
        return written.startsWith("`");
    }

    static String unquoted(String written) {
        String name =
                isQuoted(written) ? written.substring(1, written.length() - 1).replace("``", "`") : written;
        return name.startsWith("$$") ? name.substring(1) : name;
    }

    static boolean is(SQLExpr name, Mark mark) {
        return name instanceof SQLIdentifierExpr identifier
                && identifier.getName().equals("`" + mark.text() + "`");
    }

    String name(SQLExpr name) {
        List<String> parts = parts(name);
        if (parts.size() > 1) {
            throw refused();
        }
        return parts.get(0);
    }

    List<String> names(List<? extends SQLName> names) {
        return names.stream().map(this::name).toList();
    }

    /** The parts of a name with points in it. */
    List<String> parts(SQLExpr name) {
        List<String> parts = new ArrayList<>();
        SQLExpr rest = name;
        while (rest instanceof SQLPropertyExpr property) {
            parts.add(unquoted(property.getName()));
            rest = property.getOwner();
        }
        if (!(rest instanceof SQLIdentifierExpr identifier) || parts.size() >= PARTS_MAX) {
            throw refused();
        }
        parts.add(unquoted(identifier.getName()));
        Collections.reverse(parts);
        return parts;
    }
}
